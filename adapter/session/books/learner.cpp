#include "adapter/session/books/learner.hpp"

#include "config/placeholders.hpp"
#include "core/text/text.hpp"

#include <set>

namespace polyglot::session {
namespace {

constexpr std::size_t most_waiting = 1000; // games

book::LearnScope::Per scope_of(const config::Settings& settings) {
    const auto is = [&](std::string_view name) { return text::equal_ignoring_case(settings.book_learn_per, name); };
    if (is("all")) return book::LearnScope::Per::All;
    return is("opponent") ? book::LearnScope::Per::Opponent : book::LearnScope::Per::Engine;
}

} // namespace

// Other settings, another store.
std::string Learner::key_of(const config::Settings& settings) const {
    if (!settings.book || !settings.book_learn || !open_) return {};
    return settings.book_file + '\n' + file_of(settings) + (settings.book_learn_force ? "\nforce" : "") +
           (settings.book_read_only ? "\nread only" : "");
}

std::string Learner::file_of(const config::Settings& settings) const {
    return config::fill_placeholders(settings.book_learn_file,
                                     {.opponent = named_opponent_.empty() ? "unknown" : named_opponent_});
}

book::OpenedLearnStore Learner::open_store(config::Settings settings) const {
    settings.book_learn_file = file_of(settings);
    return open_(settings);
}

Learner::Change Learner::apply(const config::Settings& settings) {
    scope_.per = scope_of(settings);
    std::string asked = key_of(settings);
    if (asked == asked_) return {};
    asked_ = std::move(asked);
    store_.reset();
    is_lost_ = false;
    is_beside_ = !settings.book_learn_file.empty();
    Change change = asked_.empty() ? Change{"nothing is learnt any more", {}} : open(settings);
    if (const auto cut = std::exchange(resetting_, std::nullopt))
        change.warning = "results of " + std::to_string(cut->done.moves) +
                         " moves forgotten, the others not: the settings have changed" +
                         (change.warning.empty() ? "" : "; ") + change.warning;
    return change;
}

Learner::Change Learner::open(const config::Settings& settings) {
    book::OpenedLearnStore opened = open_store(settings);
    store_ = std::move(opened.store);
    return {std::move(opened.description), std::move(opened.warning)};
}

bool Learner::recover(const config::Settings& settings) {
    if (!is_lost_) return false;
    store_ = open_store(settings).store;
    is_lost_ = store_ == nullptr;
    return !is_lost_;
}

void Learner::add(std::vector<book::LearntMove> moves, int half_points, std::string opponent, std::string why) {
    waiting_.push_back(
        {{std::move(moves), half_points, scope_.engine, short_name(std::move(opponent))}, std::move(why), store_});
}

Learner::Attempt Learner::write(std::chrono::milliseconds patience, std::size_t most_games) {
    Attempt attempt;
    std::set<std::shared_ptr<book::LearnStore>> closed; // no more games for these in this call
    if (resetting_) closed.insert(store_);
    for (auto next = waiting_.begin(); next != waiting_.end() && attempt.written.size() < most_games;) {
        const std::shared_ptr<book::LearnStore> store = next->store;
        if (closed.contains(store)) {
            ++next;
            continue;
        }
        store->set_patience(patience);
        const auto moves = store->record(next->game);
        if (moves) {
            attempt.written.push_back({next->game.half_points, *moves, std::move(next->why)});
            next = waiting_.erase(next);
        } else if (store->may_try_again() && waiting_.size() < most_waiting) {
            closed.insert(store);
            patience = std::chrono::milliseconds(0);
        } else {
            attempt.failures.push_back(moves.error().message);
            lose(store);
            next = waiting_.begin();
        }
    }
    return attempt;
}

void Learner::lose(const std::shared_ptr<book::LearnStore>& store) {
    std::erase_if(waiting_, [&](const Waiting& waiting) { return waiting.store == store; });
    if (store != store_) return;
    store_.reset();
    is_lost_ = true;
}

Learner::Change Learner::reopen(const config::Settings& settings) {
    if (asked_.empty() || is_beside_) return {};
    const std::shared_ptr<book::LearnStore> before = store_;
    Change change = open(settings);
    is_lost_ = store_ == nullptr;
    resetting_.reset();
    if (is_lost_) std::erase_if(waiting_, [&](const Waiting& waiting) { return waiting.store == before; });
    for (Waiting& waiting : waiting_)
        if (waiting.store == before) waiting.store = store_;
    return change;
}

void Learner::recall(const chess::Position& position, bool of_first_book, std::vector<book::Entry>& entries) const {
    if (store_ && (of_first_book || is_beside_)) {
        store_->recall(position, scope_, entries);
        return;
    }
    for (book::Entry& entry : entries)
        entry.learn_count = entry.learn_sum = entry.age_days = 0;
}

Learner::Reset Learner::reset() {
    const bool is_first = !resetting_;
    if (is_first) resetting_ = Resetting{.scope = scope_, .done = {}};
    book::Forgotten& done = resetting_->done;
    store_->set_patience(std::chrono::milliseconds(0));
    const auto step = store_->forget(resetting_->scope, done.next);
    if (!step && !is_first && store_->may_try_again()) return {.done = done, .is_busy = true, .error = {}};
    if (!step) {
        Reset failed{.done = done, .is_busy = false, .error = step.error()};
        resetting_.reset();
        return failed;
    }
    if (is_first) // what waits for this store is forgotten, too
        std::erase_if(waiting_, [this](const Waiting& waiting) { return waiting.store == store_; });
    done = {done.moves + step->moves, done.locked + step->locked, step->next};
    Reset reset{.done = done, .is_busy = false, .error = {}};
    if (step->next == 0) resetting_.reset();
    return reset;
}

} // namespace polyglot::session

#include "adapter/session/books/learner.hpp"

#include "config/learn_server.hpp"
#include "config/placeholders.hpp"
#include "core/text/text.hpp"

namespace polyglot::session {
namespace {

book::LearnScope::Per scope_of(const config::Settings& settings) {
    const auto is = [&](std::string_view name) {
        return text::equal_ignoring_case(settings.book_learn_per, name);
    };
    if (is("all")) return book::LearnScope::Per::All;
    return is("opponent") ? book::LearnScope::Per::Opponent : book::LearnScope::Per::Engine;
}

} // namespace

// Returns a text that identifies the store of these settings.
std::string Learner::key_of(const config::Settings& settings) const {
    if (!settings.book || !settings.book_learn || !open_) return {};
    return settings.book_file + '\n' + file_of(settings) +
           (settings.book_learn_force ? "\nforce" : "") +
           (settings.book_read_only ? "\nread only" : "");
}

std::string Learner::file_of(const config::Settings& settings) const {
    // The GUI names the opponent, and no part of a server's address.
    if (config::is_learn_server(settings.book_learn_file)) return settings.book_learn_file;
    return config::fill_placeholders(
        settings.book_learn_file,
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
    set_store(nullptr);
    is_separate_file_ = !settings.book_learn_file.empty();
    keeps_first_ = config::is_learn_server(settings.book_learn_file);
    Change change = asked_.empty() ? Change{"nothing is learnt any more", {}} : open(settings);
    if (const auto cut = std::exchange(resetting_, std::nullopt))
        change.warning = "results of " + std::to_string(cut->done.moves) +
                         " moves forgotten, the others not: the settings have changed" +
                         (change.warning.empty() ? "" : "; ") + change.warning;
    return change;
}

Learner::Change Learner::open(const config::Settings& settings) {
    book::OpenedLearnStore opened = open_store(settings);
    set_store(std::move(opened.store));
    return {std::move(opened.description), std::move(opened.warning)};
}

void Learner::set_store(ResultQueue::Store store) {
    store_ = std::move(store);
    has_failed_ = false;
    failure_.clear();
    takes_in_ = store_ != nullptr && store_->has_kept();
    taken_in_ = {};
}

void Learner::fail(const std::string& why) {
    has_failed_ = true;
    failure_ = why;
    takes_in_ = false;
}

bool Learner::recover(const config::Settings& settings) {
    if (!has_failed_) return false;
    book::OpenedLearnStore opened = open_store(settings);
    if (!opened.store) return false;
    set_store(std::move(opened.store));
    return true;
}

void Learner::add(std::vector<book::LearntMove> moves, int half_points, std::string opponent,
                  std::string why) {
    queue_.add({std::move(moves), half_points, scope_.engine, short_name(std::move(opponent))},
               std::move(why), store_, failure_, keeps_first_);
}

ResultQueue::Attempt Learner::write(std::chrono::milliseconds patience, std::size_t most_games) {
    // Games for a server go into the file beside it, also while it forgets.
    const bool is_closed = resetting_ && !keeps_first_;
    ResultQueue::Attempt attempt = queue_.write(patience, most_games, is_closed ? store_ : nullptr);
    for (const ResultQueue::Refusal& refusal : attempt.failed)
        if (refusal.store == store_) fail(refusal.why);
    takes_in_ = takes_in_ || (writes() && queue_.has_postponed(store_));
    return attempt;
}

Learner::TakingIn Learner::take_in(std::size_t most_games) {
    store_->set_patience(std::chrono::milliseconds(0));
    auto step = store_->take_in(most_games);
    if (!step) {
        takes_in_ = store_->may_try_again();
        const bool is_news = !takes_in_ && taking_in_failed_ != step.error().message;
        if (is_news) taking_in_failed_ = step.error().message;
        return {
            .so_far = taken_in_, .error = step.error(), .is_busy = takes_in_, .is_news = is_news};
    }
    taken_in_.games += step->games;
    taken_in_.moves += step->moves;
    taken_in_.left_out += step->left_out;
    taken_in_.problem = std::move(step->problem);
    takes_in_ = taken_in_.has_more = step->has_more;
    if (takes_in_) return {.so_far = taken_in_};
    queue_.on_taken_in(store_);
    return {.so_far = std::exchange(taken_in_, {})};
}

Learner::Change Learner::reopen(const config::Settings& settings) {
    if (asked_.empty() || is_separate_file_) return {};
    const ResultQueue::Store before = store_;
    Change change = open(settings);
    resetting_.reset();
    if (store_) {
        queue_.move(before, store_);
    } else if (before) {
        // Its games are kept in the file beside the book, whichever file has the book's name now.
        store_ = before;
        fail("the file that has the book's name now takes no results");
        queue_.fail({store_, failure_});
    } else {
        has_failed_ = true; // recover() tries again
    }
    return change;
}

void Learner::recall(const chess::Position& position, bool of_first_book,
                     std::vector<book::Entry>& entries) const {
    if (entries.empty()) return; // a server need not be asked
    has_recalled_ = recalls(of_first_book);
    if (has_recalled_)
        store_->recall(position, scope_, entries);
    else
        book::clear_results(entries);
}

void Learner::recall(const chess::VariantPosition& position, bool of_first_book,
                     std::vector<book::Entry>& entries) const {
    if (entries.empty()) return; // a server need not be asked
    has_recalled_ = recalls(of_first_book);
    if (has_recalled_)
        store_->recall_variant(position, scope_, entries);
    else
        book::clear_results(entries);
}

Learner::Reset Learner::reset() {
    const bool is_first = !resetting_;
    if (is_first) resetting_ = Resetting{.scope = scope_, .done = {}};
    book::Forgotten& done = resetting_->done;
    store_->set_patience(std::chrono::milliseconds(0));
    const auto step = store_->forget(resetting_->scope, done.next);
    if (!step && !is_first && store_->may_try_again())
        return {.done = done, .is_busy = true, .error = {}};
    if (!step) {
        Reset failed{.done = done, .is_busy = false, .error = step.error()};
        resetting_.reset();
        return failed;
    }
    // The games that wait for this store are forgotten, too. The first step of a server only asks:
    // such games go into the file, and count after the reset.
    if (is_first && !keeps_first_) queue_.forget(store_);
    done = {done.moves + step->moves, done.locked + step->locked, step->next};
    Reset reset{.done = done, .is_busy = false, .error = {}};
    if (step->next == 0) resetting_.reset();
    return reset;
}

} // namespace polyglot::session

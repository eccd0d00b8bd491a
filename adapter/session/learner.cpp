#include "adapter/session/learner.hpp"

#include "core/text/text.hpp"

namespace polyglot::session {
namespace {

constexpr std::size_t most_waiting = 1000; // games

LearnScope::Per scope_of(const config::Settings& settings) {
    const auto is = [&](std::string_view name) { return text::equal_ignoring_case(settings.book_learn_per, name); };
    if (is("all")) return LearnScope::Per::All;
    return is("opponent") ? LearnScope::Per::Opponent : LearnScope::Per::Engine;
}

} // namespace

// Other settings, another store.
std::string Learner::key_of(const config::Settings& settings) const {
    if (!settings.book || !settings.book_learn || !open_) return {};
    return settings.book_file + '\n' + settings.book_learn_file + (settings.book_learn_force ? "\nforce" : "") +
           (settings.book_read_only ? "\nread only" : "");
}

Learner::Change Learner::apply(const config::Settings& settings) {
    scope_.per = scope_of(settings);
    std::string asked = key_of(settings);
    if (asked == asked_) return {};
    asked_ = std::move(asked);
    store_.reset();
    waiting_.clear();
    is_lost_ = false;
    is_beside_ = !settings.book_learn_file.empty();
    if (asked_.empty()) return {"nothing is learnt any more", {}};
    OpenedLearnStore opened = open_(settings);
    store_ = std::move(opened.store);
    return {std::move(opened.description), std::move(opened.warning)};
}

bool Learner::recover(const config::Settings& settings) {
    if (!is_lost_) return false;
    store_ = open_(settings).store;
    is_lost_ = store_ == nullptr;
    return !is_lost_;
}

void Learner::add(std::vector<LearntMove> moves, int half_points, std::string opponent, std::string why) {
    waiting_.push_back(
        {{std::move(moves), half_points, scope_.engine, short_name(std::move(opponent))}, std::move(why)});
}

Result<std::vector<Learner::Written>> Learner::write(std::chrono::milliseconds patience) {
    std::vector<Written> written;
    for (; store_ && !waiting_.empty(); waiting_.pop_front()) {
        Waiting& next = waiting_.front();
        store_->set_patience(patience);
        const auto moves = store_->record(next.game);
        if (!moves && store_->may_try_again() && waiting_.size() < most_waiting) break;
        if (!moves && !written.empty()) break; // told first; the next time it is an error again
        if (!moves) {
            store_.reset();
            waiting_.clear();
            is_lost_ = true;
            return moves.error();
        }
        written.push_back({next.game.half_points, *moves, std::move(next.why)});
    }
    return written;
}

Learner::Change Learner::reopen(const config::Settings& settings) {
    if (asked_.empty() || is_beside_) return {};
    OpenedLearnStore opened = open_(settings);
    store_ = std::move(opened.store);
    is_lost_ = store_ == nullptr;
    if (is_lost_) waiting_.clear();
    return {std::move(opened.description), std::move(opened.warning)};
}

void Learner::recall(const chess::Position& position, bool of_first_book, std::vector<book::Entry>& entries) const {
    if (store_ && (of_first_book || is_beside_)) {
        store_->recall(position, scope_, entries);
        return;
    }
    for (book::Entry& entry : entries)
        entry.learn_count = entry.learn_sum = entry.age_days = 0;
}

Result<std::size_t> Learner::reset() {
    waiting_.clear();
    return store_->reset(scope_);
}

} // namespace polyglot::session

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

Learner::Change Learner::apply(const config::Settings& settings) {
    scope_.per = scope_of(settings);
    std::string asked;
    if (settings.book && settings.book_learn && open_)
        asked = settings.book_file + '\n' + settings.book_learn_file + (settings.book_learn_force ? "\nforce" : "");
    if (asked == asked_) return {};
    asked_ = asked;
    store_.reset();
    waiting_.clear();
    if (asked.empty()) return {"nothing is learnt any more", {}};
    OpenedLearnStore opened = open_(settings);
    store_ = std::move(opened.store);
    return {std::move(opened.description), std::move(opened.warning)};
}

Result<std::size_t> Learner::record(std::vector<LearntMove> moves, int half_points) {
    waiting_.push_back({std::move(moves), half_points, scope_.engine, scope_.opponent});
    return try_again();
}

Result<std::size_t> Learner::try_again() {
    std::size_t written = 0;
    for (; !waiting_.empty(); waiting_.pop_front()) {
        const auto done = store_->record(waiting_.front());
        if (!done && store_->may_try_again() && waiting_.size() < most_waiting) break;
        if (!done) {
            store_.reset();
            waiting_.clear();
            return done.error();
        }
        written += *done;
    }
    return written;
}

Result<std::size_t> Learner::reset() {
    waiting_.clear();
    return store_->reset(scope_);
}

} // namespace polyglot::session

#include "tools/growing/move_by_move.hpp"

#include "tools/growing/grow_position.hpp"
#include "tools/growing/searched_book.hpp"

#include <algorithm>

namespace polyglot::tools {
namespace {

// Converts a score to the point of view of the side that has made the move.
protocol::UciScore before_move(const protocol::UciScore& after) {
    if (!after.is_mate) return {.is_mate = false, .value = -after.value};
    return {.is_mate = true, .value = after.value > 0 ? -after.value : 1 - after.value};
}

// The score of a game that is over, for the side to move. A side that wins by being stalemated, or
// by having no pieces, has won a move ago, for which engines have no score: the next best is a mate
// in one.
protocol::UciScore score_of_end(const GrowPosition& end) {
    const int value = end.value_of_end().value_or(0);
    if (value == 0) return {.is_mate = false, .value = 0};
    return {.is_mate = true, .value = value > 0 ? 1 : 0};
}

} // namespace

SearchLimits share_of(const SearchLimits& limits, std::size_t searches) {
    SearchLimits share = limits;
    const auto parts = static_cast<std::int64_t>(std::max<std::size_t>(searches, 1));
    if (share.nodes) share.nodes = std::max<std::int64_t>(*share.nodes / parts, 1);
    if (share.movetime) share.movetime = std::max(*share.movetime / parts, milliseconds(1));
    if (share.depth) share.depth = std::max(*share.depth - 1, 1);
    return share;
}

MoveByMove::MoveByMove(const EpdTask& task) : task_(task) {
    for (const EpdMove& move : task.allowed) {
        Part part{move, task};
        part.after.allowed.clear();
        GrowPosition after = GrowPosition::of(task);
        after.make(move);
        after.put_into(part.after);
        if (after.legal_moves().empty())
            take(move, score_of_end(after), {});
        else
            tasks_.push_back(std::move(part));
    }
}

void MoveByMove::take(const EpdOutcome& outcome) {
    take(tasks_[at_].move, *outcome.score, outcome);
    ++at_;
}

void MoveByMove::take(const EpdMove& move, const protocol::UciScore& score,
                      const EpdOutcome& outcome) {
    nodes_ += outcome.end.nodes;
    const auto own_score = before_move(score);
    const int value = grow_value(own_score);
    if (best_value_ && value <= *best_value_) return;
    best_value_ = value;
    best_ = outcome;
    best_.move = move;
    best_.score = own_score;
    best_.pv = task_.san(move) + (outcome.pv.empty() ? "" : ' ' + outcome.pv);
    best_.end.depth = outcome.end.depth + 1;
}

EpdOutcome MoveByMove::result() const {
    EpdOutcome result = best_;
    result.verdict = EpdVerdict::Unjudged;
    result.end.nodes = nodes_;
    return result;
}

} // namespace polyglot::tools

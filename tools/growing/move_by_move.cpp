#include "tools/growing/move_by_move.hpp"

#include "core/chess/san.hpp"
#include "tools/growing/searched_book.hpp"

#include <algorithm>

namespace polyglot::tools {
namespace {

// Converts a score to the point of view of the side that has made the move.
protocol::UciScore before_move(const protocol::UciScore& after) {
    if (!after.is_mate) return {.is_mate = false, .value = -after.value};
    return {.is_mate = true, .value = after.value > 0 ? -after.value : 1 - after.value};
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
    for (const chess::Move move : task.allowed) {
        Part part{move, task};
        part.after.allowed.clear();
        part.after.position.make(move);
        if (part.after.position.legal_move_count() > 0)
            tasks_.push_back(std::move(part));
        else
            take(move, {.is_mate = part.after.position.in_check(), .value = 0}, {});
    }
}

void MoveByMove::take(const EpdOutcome& outcome) {
    take(tasks_[at_].move, *outcome.score, outcome);
    ++at_;
}

void MoveByMove::take(chess::Move move, const protocol::UciScore& score,
                      const EpdOutcome& outcome) {
    nodes_ += outcome.end.nodes;
    const auto own_score = before_move(score);
    const int value = grow_value(own_score);
    if (best_value_ && value <= *best_value_) return;
    best_value_ = value;
    best_ = outcome;
    best_.move = move;
    best_.score = own_score;
    best_.pv =
        chess::format_san(task_.position, move) + (outcome.pv.empty() ? "" : ' ' + outcome.pv);
    best_.end.depth = outcome.end.depth + 1;
}

EpdOutcome MoveByMove::result() const {
    EpdOutcome result = best_;
    result.verdict = EpdVerdict::Unjudged;
    result.end.nodes = nodes_;
    return result;
}

} // namespace polyglot::tools

#include "tools/engines/search.hpp"

#include "core/text/text.hpp"

#include <algorithm>
#include <utility>

namespace polyglot::tools {
namespace {

// Time allowed after movetime before `stop` is sent. Engines end a timed search within a few
// milliseconds; a `stop` sent earlier would only cross the bestmove.
constexpr milliseconds overtime{100};

} // namespace

std::string SearchLimits::go() const {
    std::string line = "go";
    if (const auto limit = time()) line += " movetime " + std::to_string(limit->count());
    // The default depth, 63, is not sent, although PolyGlot sends it: no engine reaches it within
    // seconds, and GNU Chess 6.2.9 stops answering after `sd 63`.
    if (!is_fixed() && max_depth < SearchLimits().max_depth)
        line += " depth " + std::to_string(max_depth);
    if (depth) line += " depth " + std::to_string(*depth);
    if (nodes) line += " nodes " + std::to_string(*nodes);
    return line;
}

EpdOutcome EpdOutcome::without_search_moves() {
    EpdOutcome outcome;
    outcome.verdict = EpdVerdict::Unjudged;
    outcome.note = "the engine cannot leave moves out";
    outcome.is_off = true;
    return outcome;
}

EpdSearch::EpdSearch(const EpdTask& task, const SearchLimits& limits, session::TimePoint now)
    : task_(task),
      limits_(limits),
      start_(now),
      deadline_(now + (limits.time() ? *limits.time() + overtime : limits.hang_time)) {}

bool EpdSearch::on_info(std::string_view arguments, session::TimePoint now) {
    if (!limits_.time() && !stopped_) deadline_ = now + limits_.hang_time; // the engine is alive
    const protocol::UciInfo info = protocol::parse_uci_info(arguments);
    if (info.multipv.value_or(1) != 1) return false;
    EpdOutcome::Found& at = seen_.end;
    at.depth = info.depth.value_or(at.depth);
    at.nodes = info.nodes.value_or(at.nodes);
    at.time = info.time_ms ? milliseconds(*info.time_ms)
                           : std::chrono::duration_cast<milliseconds>(now - start_);
    bool is_off = false; // the score of a line outside the allowed moves does not count
    if (info.pv) {
        std::string_view rest = *info.pv;
        const auto move = task_.parse_uci(text::next_word(rest));
        is_off = move && !task_.may_search(*move);
        is_off_ = is_off_ || is_off;
        if (move && !is_off) {
            pv_ = *info.pv;
            take_move(*move);
        }
    }
    if (info.score && !is_off) {
        seen_.score = info.score;
        scored_move_ = seen_.move;
    }
    update();
    if (stopped_ || !(wants_stop() || ignores_limits())) return false;
    stopped_ = true;
    deadline_ = now + limits_.hang_time;
    return true;
}

void EpdSearch::take_move(const EpdMove& move) {
    if (move == seen_.move) return;
    seen_.move = move;
    move_depth_ = seen_.end.depth;
    if (!is_right()) seen_.found = seen_.end;
}

bool EpdSearch::is_right() const {
    if (task_.mate_in == 0) return seen_.move && task_.is_judged() && task_.allows(seen_.move);
    // An upper bound does not prove a mate.
    return seen_.score && seen_.score->is_mate && seen_.score->value > 0 &&
           seen_.score->value <= task_.mate_in && seen_.score->bound != protocol::ScoreBound::Upper;
}

void EpdSearch::update() {
    if (is_right() == right_) return;
    right_ = !right_;
    seen_.found = seen_.end;
}

// PolyGlot's rule, determined by running PolyGlot: the depth in an info line is the iteration in
// progress. Hence the iteration of min-depth or max-depth is complete only when the engine reports
// a greater depth.
bool EpdSearch::wants_stop() const {
    if (limits_.is_fixed()) return false;
    const int depth = seen_.end.depth;
    if (depth > limits_.max_depth) return true;
    const int stable_since = std::max(move_depth_, seen_.found.depth);
    return right_ && depth > limits_.min_depth && seen_.end.time >= limits_.min_time &&
           depth - stable_since >= limits_.depth_delta;
}

// Toga II searches on after `nodes`; its lines would move the deadline forever.
bool EpdSearch::ignores_limits() const {
    constexpr std::int64_t few_nodes = 1'000'000; // no engine looks at its count this rarely
    const bool by_nodes = limits_.nodes && seen_.end.nodes > 2 * *limits_.nodes + few_nodes;
    return by_nodes || (limits_.depth && seen_.end.depth > *limits_.depth + 1);
}

EpdOutcome EpdSearch::on_bestmove(std::string_view move, session::TimePoint now) {
    const auto parsed = task_.parse_uci(move);
    if (!parsed || !task_.may_search(*parsed)) {
        EpdOutcome outcome =
            on_failure(EpdVerdict::Unsolved, parsed ? std::string(move) + " was not to be searched"
                                                    : "no legal move: '" + std::string(move) + "'");
        outcome.move = EpdMove();
        outcome.is_off = parsed.has_value();
        if (!task_.is_judged()) outcome.verdict = EpdVerdict::Unjudged;
        return outcome;
    }
    if (*parsed != seen_.move) {
        pv_ = move;
        seen_.end.time =
            std::max(seen_.end.time, std::chrono::duration_cast<milliseconds>(now - start_));
        take_move(*parsed);
        update();
    }
    EpdOutcome outcome = on_failure(right_ ? EpdVerdict::Solved : EpdVerdict::Unsolved, {});
    if (!task_.is_judged()) outcome.verdict = EpdVerdict::Unjudged;
    outcome.points = task_.points_of(outcome.move);
    // Otherwise the move may have been chosen for the engine although it preferred a move that it
    // must not search; the score then belongs to that other move.
    outcome.is_off = is_off_ && (!outcome.score || scored_move_ != *parsed);
    return outcome;
}

EpdOutcome EpdSearch::on_failure(EpdVerdict verdict, std::string note) const {
    EpdOutcome outcome = seen_;
    outcome.verdict = verdict;
    outcome.note = std::move(note);
    outcome.pv = task_.line_in_san(pv_);
    return outcome;
}

EpdSearch::Late EpdSearch::on_deadline(session::TimePoint now) {
    if (stopped_) return Late::GiveUp;
    stopped_ = true;
    deadline_ = now + limits_.hang_time;
    return Late::Stop;
}

} // namespace polyglot::tools

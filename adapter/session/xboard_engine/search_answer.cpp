// Ends a search by its bestmove, also when the engine gives no legal move (rule 2).
#include "adapter/session/xboard_engine/quirks.hpp"
#include "adapter/session/xboard_engine/search.hpp"
#include "core/chess/variants/notation.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace polyglot::session {

using std::chrono::milliseconds;

// Sends the one bestmove of the search, and ends the search.
void XboardSearch::answer(std::string_view move) {
    const std::vector<std::string>& line = info_.best_line();
    const bool is_best_line = !line.empty() && line.front() == move;
    // Match runners want an info with depth, score, time and pv before each bestmove. A move from
    // an engine's book comes without one.
    if (!search_->has_said_line && !move.empty() && !asked().pondering) {
        const auto time =
            std::chrono::duration_cast<milliseconds>(connection_.now() - search_->begun_at).count();
        connection_.say_info(
            {.depth = 1, .time_ms = time, .nodes = 0, .score = protocol::UciScore{}, .pv = move});
    }
    connection_.say(MoveReply{.move = std::string(move.empty() ? "0000" : move),
                              .ponder = is_best_line && line.size() > 1 ? line[1] : std::string()});
    search_.reset();
    sync_.on_search_over();
}

// Answers for an engine that gives no move, by the first move of its best line, or any legal one.
// The user is informed, unless the engine's `resign` has been passed on.
void XboardSearch::answer_for_it(std::string_view why, Cause cause) {
    const std::string move = best_move_so_far();
    const std::string text =
        "the engine gives no move, " + std::string(why) + "; answered with: " + move;
    if (cause != Cause::Resignation && asked().is_for_a_move())
        connection_.tell_user(text);
    else
        connection_.note(text);
    if (cause == Cause::Unresponsive) {
        answer(move);
        // Its late move would be taken for one of the next search.
        connection_.restart("it reads nothing while it thinks");
        return;
    }
    leave_search();
    answer(move);
    connection_.wait_until_quiet();
}

// Makes the engine end its work on this search, which it may have ended itself.
void XboardSearch::leave_search() {
    if (sync_.board().mode() == EngineBoard::Mode::Playing) {
        interrupt_if_busy(connection_.pong_even_if_idle());
        connection_.send("force");
    }
    sync_.set_forced();
}

// Answers or fails by rule 2. The move of an analysis, or of a ponder search that has been stopped,
// is not played, so that any legal one may be sent.
void XboardSearch::answer_or_fail(std::string_view why, std::string_view move) {
    if (!asked().is_for_a_move()) {
        answer_for_it(why);
        return;
    }
    search_->has_failed_to_begin = search_->phase == Phase::Waiting;
    search_->phase = Phase::Failed;
    say_no_move(why, move,
                sync_.has_given_up() ? NoMoveReply::Next::End : NoMoveReply::Next::Decision);
}

void XboardSearch::say_no_move(std::string_view why, std::string_view move,
                               NoMoveReply::Next next) {
    connection_.say(NoMoveReply{.why = "gives no legal move: " + std::string(why),
                                .move = std::string(move),
                                .next = next});
}

void XboardSearch::end_failed() {
    const bool has_begun = !search_->has_failed_to_begin;
    if (has_begun) leave_search();
    search_.reset();
    sync_.on_search_over();
    if (has_begun) connection_.wait_until_quiet();
}

// The reason may be the engine's board, or the game, since some engines only repeat a claim of a
// draw.
void XboardSearch::on_no_move(Fault fault, std::string_view why, std::string_view move) {
    const bool is_board_in_doubt = fault == Fault::IllegalMove || fault == Fault::Objection;
    if (is_board_in_doubt) sync_.set_unknown();
    if (search_->phase == Phase::Hurried && fault != Fault::Claim) {
        answer_or_fail(why, move);
        return;
    }
    const bool is_first = !std::exchange(search_->retried, true);
    const bool asks_again = is_board_in_doubt && is_first;
    const bool asks_alone = fault != Fault::IllegalMove && !asks_again && try_without_game();
    if (!asks_again && !asks_alone) {
        const bool may_think = fault == Fault::Claim && search_->phase == Phase::Thinking &&
                               !is_deaf_while_thinking(connection_.features());
        if (may_think)
            begin_hurry();
        else
            answer_or_fail(why, move);
        return;
    }
    if (is_board_in_doubt)
        say_no_move(why, move, NoMoveReply::Next::AskedAgain);
    else
        connection_.note("the engine gives no move, " + std::string(why) +
                         "; it is asked again without the game");
    interrupt_if_busy(connection_.pong_even_if_idle());
    connection_.send("force");
    sync_.set_forced();
    search_->phase = Phase::Waiting;
    search_->move_by.reset();
    connection_.wait_until_quiet();
}

bool XboardSearch::try_without_game() {
    return !std::exchange(search_->retried_alone, true) && sync_.cut_game();
}

std::string XboardSearch::best_move_so_far() const {
    const std::vector<std::string>& line = info_.best_line();
    if (!line.empty() && is_allowed(line.front())) return line.front();
    if (const auto position = sync_.wanted_position())
        for (const chess::Move move : position->legal_moves())
            if (std::string text = chess::format_uci_move(move, sync_.board().castling());
                is_allowed(text))
                return text;
    if (const auto position = sync_.wanted_variant_position())
        for (const chess::VariantMove& move : position->legal_moves())
            if (std::string text = chess::format_variant_uci(move, sync_.board().castling());
                is_allowed(text))
                return text;
    // Without the rules, the host knows what is legal.
    const std::vector<std::string>& allowed = search_->go.search_moves;
    return allowed.empty() ? std::string() : allowed.front();
}

bool XboardSearch::is_allowed(std::string_view move) const {
    const std::vector<std::string>& allowed = search_->go.search_moves;
    return allowed.empty() || std::find(allowed.begin(), allowed.end(), move) != allowed.end();
}

} // namespace polyglot::session

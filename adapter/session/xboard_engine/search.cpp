// Handles the events of a search. search_begin.cpp begins a search, search_answer.cpp answers one,
// also without a legal move.
#include "adapter/session/xboard_engine/search.hpp"

#include "adapter/protocol/engine_move.hpp"
#include "adapter/session/xboard_engine/quirks.hpp"
#include "core/chess/fen.hpp"
#include "core/chess/variants/notation.hpp"
#include "core/text/text.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

namespace polyglot::session {

using std::chrono::milliseconds;

namespace {

// This long after a claim of a result, or after the last thinking line that follows it, no move is
// expected any more.
constexpr milliseconds claim_grace{500};
constexpr std::chrono::seconds move_now_grace{2}; // the time for the answer to `?`
constexpr milliseconds ask_again_time{400};
constexpr milliseconds least_search{50};
// The time for the answer to `exit` when the engine was warmed: the clock runs, or soon will.
constexpr std::chrono::seconds leave_warming_grace{1};
constexpr milliseconds slow_to_leave{300};
constexpr int most_hangs_after_analysis = 2;
constexpr int most_strays = 3;

} // namespace

std::string_view XboardSearch::phase_name() const {
    constexpr std::array<std::string_view, 8> names = {
        "Waiting", "Pondering", "Thinking", "Hurried", "Analysing", "Warming", "Held", "Failed"};
    return search_ ? names.at(static_cast<std::size_t>(search_->phase)) : "none";
}

void XboardSearch::on_go(const protocol::Go& go, bool is_free) {
    search_ = Search{.go = go};
    sync_.on_go();
    if (is_free) begin();
}

void XboardSearch::on_free() {
    last_move_.forget();
    if (leaves_analysis_) hangs_after_analysis_ = 0;
    if (left_warming_ && connection_.now() > *left_warming_ + slow_to_leave) {
        connection_.note("the engine is slow to end an analysis: BookPonder leaves it cold");
        warming_fails_ = true;
    }
    is_engine_starting_ = leaves_analysis_ = false;
    left_warming_.reset();
    if (!waits_for_engine()) return;
    if (is_stop_wanted() && !search_->begin_by) limit_wait_for_begin();
    begin();
}

// The first time a busy machine may be the reason.
void XboardSearch::on_no_pong() {
    if (std::exchange(leaves_analysis_, false)) ++hangs_after_analysis_;
}

// The opponent has made the expected move.
void XboardSearch::on_ponderhit(bool is_free) {
    if (search_ && search_->phase == Phase::Warming) return end();
    if (!is_pondering()) return;
    search_->phase = Phase::Waiting;
    if (is_free) begin();
}

void XboardSearch::on_stop() {
    if (search_ && !search_->is_cut_short) stop();
}

void XboardSearch::cut_short() {
    search_->is_cut_short = true;
    stop();
}

void XboardSearch::stop() {
    if (search_->has_begun())
        end();
    else if (!search_->begin_by)
        limit_wait_for_begin();
}

// After stop, or when a limit is reached that the engine was not sent.
void XboardSearch::end() {
    if (search_->is_busy() && connection_.now() < search_->begun_at + least_search) {
        // Sjeng and Phalanx do not see a command that comes together with `go`
        search_->watch.move_after = least_search;
        return;
    }
    switch (search_->phase) {
    case Phase::Waiting: break; // stop()
    case Phase::Pondering:
        sync_.force(); // so that it stops pondering
        answer(best_move_so_far());
        break;
    case Phase::Thinking:
    case Phase::Hurried: end_thinking(); break;
    case Phase::Analysing: end_analysis(); break;
    case Phase::Warming:
        if (asked().pondering)
            end_analysis();
        else
            think_after_warming();
        break;
    case Phase::Held: answer(search_->held_move); break;
    case Phase::Failed: break;
    }
}

// An engine that has claimed a result may think on, which matters if its move is needed.
void XboardSearch::end_thinking() {
    const bool is_hurried = search_->phase == Phase::Hurried;
    const bool is_deaf = is_deaf_while_thinking(connection_.features());
    const bool needs_move = asked().is_for_a_move() && info_.best_line().empty();
    if (search_->has_claimed && !is_hurried && (is_deaf || !needs_move)) {
        end_after_claim();
    } else if (is_deaf && (is_stop_wanted() || !search_->go.bounded_by_time())) {
        take_line_of_deaf("it hears nothing while it thinks");
    } else if (!is_hurried) {
        begin_hurry();
    }
}

void XboardSearch::begin_hurry() {
    search_->phase = Phase::Hurried;
    search_->move_by = connection_.now() + move_now_grace;
    hurry();
}

// The engine has stopped thinking but still reads, so it is not replaced.
void XboardSearch::end_after_claim() {
    if (asked().is_for_a_move() && info_.best_line().empty())
        on_no_move(Fault::Claim, "it claims a result");
    else
        answer_for_it("it claims a result");
}

// Waits for the engine's move or its first line, if it has given none.
void XboardSearch::take_line_of_deaf(std::string_view why) {
    search_->move_by.reset();
    search_->awaits_line = asked().is_for_a_move() && info_.best_line().empty();
    if (!search_->awaits_line) answer_for_it(why, Cause::Unresponsive);
}

void XboardSearch::leave_analysis() {
    if (search_->phase == Phase::Warming) left_warming_ = connection_.now();
    interrupt_if_busy(connection_.pong_follows());
    connection_.send("exit");
    if (connection_.features().exclude && !search_->go.search_moves.empty())
        connection_.send("include all");
    if (leaves_xboard_mode_after_analysis(connection_.features())) {
        connection_.send("xboard");
        connection_.send("force");
    }
    sync_.set_forced();
    // Sjeng 11.2 then regards the game as drawn without saying so, and makes no further move.
    if (sync_.board().has_ended_by_rule()) sync_.on_draw_analysed();
}

void XboardSearch::end_analysis() {
    leave_analysis();
    answer(best_move_so_far());
    if (hangs_after_analysis_ >= most_hangs_after_analysis) {
        connection_.restart("it has hung at the end of an analysis before"); // WyldChess
        return;
    }
    wait_for_end_of_analysis();
}

// After ponderhit. on_free() follows.
void XboardSearch::think_after_warming() {
    leave_analysis();
    search_->phase = Phase::Waiting;
    wait_for_end_of_analysis();
}

void XboardSearch::wait_for_end_of_analysis() {
    leaves_analysis_ = true;
    connection_.wait_until_quiet(left_warming_ ? leave_warming_grace : Connection::quiet_grace);
}

// Sends `?`, repeatedly for engines that poll for input with select() and read with a buffer.
void XboardSearch::hurry() {
    interrupt_if_busy(Interrupts::Answer::AtOnce);
    connection_.send("?");
    search_->ask_again = connection_.now() + ask_again_time;
}

void XboardSearch::interrupt_if_busy(Interrupts::Answer answer) {
    if ((search_ && search_->may_be_busy()) || sync_.is_pondering()) connection_.interrupt(answer);
}

void XboardSearch::on_move(const protocol::XboardEngineLine& parsed) {
    const std::string_view text = parsed.arguments;
    if (last_move_.take_repetition(text, parsed.form)) return;
    if (!connection_.is_quiet() || !search_ || !search_->is_thinking()) {
        on_unexpected_move(text);
        return;
    }
    std::string move(text);
    const EngineBoard& board = sync_.board();
    if (board.game()) {
        const chess::Position& position = board.game()->position();
        const auto legal = protocol::parse_engine_move(position, text);
        // The move is announced twice in the same form, the second time after `go`.
        if (!legal && last_move_.take_copy(text)) return;
        if (!legal) {
            on_no_move(Fault::IllegalMove,
                       "its move " + move + " is illegal in " + chess::format_fen(position), text);
            return;
        }
        move = chess::format_uci_move(*legal, board.castling());
    } else if (board.variant_game()) {
        // What our rules do not have is passed on as it is, since engines differ in them.
        const chess::VariantPosition& position = board.variant_game()->position();
        if (const auto legal = protocol::parse_engine_move(position, text))
            move = chess::format_variant_uci(*legal, board.castling());
        else if (last_move_.take_copy(text))
            return;
    }
    if (!is_allowed(move)) {
        sync_.set_unknown();
        answer_for_it("its move " + move + " is not one of searchmoves");
        return;
    }
    strays_ = 0;
    last_move_.set(text, parsed.form, connection_.last_ping());
    sync_.on_engine_move(move);
    search_->move_by.reset();
    if (search_->go.infinite && !is_stop_wanted()) {
        search_->phase = Phase::Held; // UCI: no bestmove before stop
        search_->held_move = std::move(move);
    } else {
        answer(move);
    }
}

void XboardSearch::on_unexpected_move(std::string_view text) {
    if (last_move_.take_copy(text)) return; // announced twice in the same form
    connection_.note("a move without a search: not passed on");
    // The engine has made the move on its board, so it has to be set up again. The number of times
    // is limited, since each set-up may cause a move.
    const bool has_moved =
        !connection_.is_quiet() || sync_.board().mode() == EngineBoard::Mode::Playing;
    if (has_moved && ++strays_ <= most_strays) sync_.set_unknown();
}

void XboardSearch::on_thinking(std::string_view line) {
    if (!search_ || !search_->is_listening() || !connection_.is_quiet()) return;
    const auto thinking = protocol::parse_xboard_thinking(line);
    if (!thinking) return;
    search_->has_claimed = false;
    if (search_->move_by && search_->phase != Phase::Hurried) // it is still thinking
        search_->move_by = connection_.now() + claim_grace;
    const auto info = info_.on_thinking(*thinking);
    // An engine may ponder on another move. A score without a fitting line is about that move.
    const bool fits = search_->phase != Phase::Pondering || (info && info->pv);
    if (!info || !fits) return;
    search_->has_said_line = search_->has_said_line || !info_.best_line().empty();
    connection_.say_info(*info);
    check_watch();
}

void XboardSearch::on_stat(std::string_view arguments) {
    if (!search_ || !search_->is_busy() || !connection_.is_quiet()) return;
    if (const auto stat = protocol::parse_stat01(arguments))
        if (const auto info = info_.on_stat(*stat)) connection_.say_info(*info);
}

void XboardSearch::check_watch() {
    const Watch& watch = search_->watch;
    const auto mate = info_.moves_to_mate();
    const bool reached = (watch.depth && info_.depth() && *info_.depth() > *watch.depth) ||
                         (watch.nodes && info_.nodes() && *info_.nodes() >= *watch.nodes) ||
                         (watch.mate && mate && *mate > 0 && *mate <= *watch.mate);
    if (search_->awaits_line)
        take_line_of_deaf("it does not move when asked to");
    else if (reached)
        end();
}

void XboardSearch::on_result_claim() {
    if (!search_ || !search_->is_thinking()) return;
    search_->has_claimed = true;
    search_->move_by = connection_.now() + claim_grace;
}

// UCI has no command to resign, so the game goes on while the best line has a move.
void XboardSearch::on_resign() {
    if (!search_ || !search_->is_thinking()) return;
    if (info_.best_line().empty())
        answer_or_fail("it resigns");
    else
        answer_for_it("it resigns", Cause::Resignation);
}

// An objection to an optional command is ignored.
void XboardSearch::on_objection(const protocol::XboardEngineLine& parsed, std::string_view line) {
    if (!connection_.is_quiet()) return;
    if (search_ && search_->is_analysing() &&
        parsed.arguments.find("analyze") != std::string_view::npos) {
        connection_.features().analyze = false;
        sync_.set_forced();
        search_->phase = Phase::Waiting;
        begin();
        return;
    }
    if (!sync_.is_about_position(parsed.arguments) || sync_.on_objection()) return;
    if (search_ && search_->is_thinking())
        on_no_move(Fault::Objection, "it says " + text::quote(text::trim(line)));
    else
        sync_.set_unknown();
}

void XboardSearch::on_lost(bool gives_up) {
    if (is_warming()) warming_fails_ = true;
    if (gives_up) {
        search_.reset();
        sync_.on_search_over();
    }
    if (!search_ || search_->phase == Phase::Held) return;
    search_->phase = Phase::Waiting;
    search_->move_by.reset();
    search_->retried = search_->retried_alone = search_->awaits_line =
        search_->has_failed_to_begin = false;
}

std::optional<TimePoint> XboardSearch::deadline() const {
    if (!search_) return std::nullopt;
    std::optional<TimePoint> due = search_->move_by;
    const auto consider = [&due](TimePoint when) { due = due ? std::min(*due, when) : when; };
    if (search_->phase == Phase::Waiting && search_->begin_by) consider(*search_->begin_by);
    if (waits_for_start()) consider(*search_->begin_at);
    if (search_->is_hurried()) consider(search_->ask_again);
    if (const auto when = search_->watch_due()) consider(*when);
    return due;
}

void XboardSearch::on_timeout() {
    begin_after_start();
    if (search_ && search_->move_by && connection_.now() >= *search_->move_by) {
        if (search_->phase == Phase::Hurried && search_->has_claimed)
            end_after_claim();
        else if (search_->phase == Phase::Hurried)
            take_line_of_deaf("it does not move when asked to");
        else
            on_no_move(Fault::Claim, "it claims a result");
    }
    if (search_ && search_->is_hurried() && connection_.now() >= search_->ask_again) hurry();
    if (!search_) return;
    if (const auto due = search_->watch_due(); due && connection_.now() >= *due) end();
}

} // namespace polyglot::session

#include "adapter/session/xboard_engine/search.hpp"

#include "adapter/protocol/engine_move.hpp"
#include "adapter/protocol/xboard/xboard.hpp"
#include "adapter/session/xboard_engine/options.hpp"
#include "adapter/session/xboard_engine/quirks.hpp"
#include "core/chess/fen.hpp"
#include "core/text/text.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace polyglot::session {

using std::chrono::milliseconds;

namespace {

using Mode = EngineBoard::Mode;

// This long after a claim of a result, or after the last thinking line that follows it, no move is expected any more.
constexpr milliseconds claim_grace{500};
constexpr std::chrono::seconds move_now_grace{2}; // for `?`
constexpr milliseconds ask_again_time{400};
constexpr milliseconds least_search{50};
constexpr milliseconds begin_grace{200}; // for a stopped search
constexpr std::chrono::seconds begin_grace_for_move{5};
constexpr int most_hangs_after_analysis = 2;
constexpr int most_strays = 3;

std::optional<chess::Position> position_on(const EngineBoard& board) {
    if (!board.game()) return std::nullopt;
    return board.game()->position();
}

bool is_drawn(const EngineBoard& board) {
    return board.game() && board.game()->end() != chess::GameEnd::None;
}

} // namespace

void XboardSearch::on_go(const protocol::Go& go, bool is_free) {
    search_ = Search{.go = go};
    sync_.on_go();
    if (is_free) begin();
}

void XboardSearch::on_free() {
    if (leaves_analysis_) hangs_after_analysis_ = 0;
    is_engine_starting_ = leaves_analysis_ = false;
    if (!waits_for_engine()) return;
    if (is_stop_wanted() && !search_->begin_by) limit_wait_for_begin();
    begin();
}

void XboardSearch::forget_process() {
    last_move_.forget_process();
    is_engine_starting_ = true;
    leaves_analysis_ = false;
    if (!waits_for_engine()) return;
    search_->begin_by.reset();
    if (is_stop_wanted()) limit_wait_for_begin();
}

// A busy machine is a reason for the first time.
void XboardSearch::on_no_pong() {
    if (std::exchange(leaves_analysis_, false)) ++hangs_after_analysis_;
}

void XboardSearch::begin_after_start() {
    if (!waits_for_start() || connection_.may_start_until()) return;
    search_->begin_at.reset();
    if (!connection_.is_waiting()) begin(); // else on_free()
}

void XboardSearch::begin_info() {
    info_.begin(position_on(sync_.board()), sync_.board().castling());
}

void XboardSearch::begin_pondering() {
    const EngineBoard& board = sync_.board();
    search_->phase = Phase::Pondering; // by the engine itself, or not at all
    search_->begun_at = connection_.now();
    info_.begin(sync_.wanted_position(), board.castling());
    if (board.game() && sync_.awaits_wanted_move())
        if (const auto hint = chess::parse_uci_move(board.game()->position(), sync_.wanted().moves.back()))
            info_.ponders_on(board.game()->position(), *hint);
    if (is_stop_wanted()) end();
}

// Called again after each wait until the engine has the position.
void XboardSearch::begin() {
    if (asked().pondering) {
        begin_pondering();
        return;
    }
    const protocol::Go& limits = search_->go;
    if (!sync_.plays_wanted_variant()) {
        refuse_variant();
        return;
    }
    if (sync_.sent_limits().is_depth_limited() && !limits.depth) { // no command that all engines know lifts it
        connection_.restart("a limit of depth is to be lifted");
        return;
    }
    if (!connection_.features().analyze) search_->thinks_instead = true;
    const bool analyses = !limits.bounded() && !search_->thinks_instead;
    search_->begin_at = analyses ? connection_.may_start_until() : std::nullopt;
    if (search_->begin_at) return;
    const bool answers_by_itself = !analyses && limits.search_moves.empty() && sync_.awaits_wanted_move();
    if (!answers_by_itself && !sync_.sync()) return;
    const EngineBoard& board = sync_.board();
    search_->begun_at = connection_.now();
    if (!answers_by_itself && board.game() && board.game()->position().legal_move_count() == 0) {
        hold_no_move(board.game()->position());
        if (!limits.infinite || is_stop_wanted()) answer(search_->held_move);
    } else if ((sync_.refuses() || has_ended_game()) && try_without_game()) {
        begin();
    } else if (sync_.refuses()) {
        info_.begin(sync_.wanted_position(), board.castling());
        answer_or_fail("it does not take the position");
    } else if (!analyses && ends_at_draws(connection_.features()) && has_ended_game()) {
        info_.begin(sync_.wanted_position(), board.castling());
        answer_for_it("it does not play on after a draw"); // HoiChess; no move changes the result
    } else if (analyses) {
        send_analyze();
    } else {
        send_go();
    }
}

void XboardSearch::refuse_variant() {
    connection_.tell_user("the engine does not play " + std::string(sync_.wanted_variant_name()) +
                          "; it plays: " + describe_variants(connection_.features()));
    search_->has_said_line = true; // no line of play belongs to this answer
    if (search_->go.infinite) {
        search_->phase = Phase::Held; // UCI: no bestmove before stop
        if (is_stop_wanted()) end();
    } else {
        answer({});
    }
}

// The engine regards the game as over.
bool XboardSearch::has_ended_game() const {
    return sync_.board().is_end_claimed() || (ends_at_draws(connection_.features()) && is_drawn(sync_.board()));
}

// The game is over in this position.
void XboardSearch::hold_no_move(const chess::Position& position) {
    connection_.say_info({.depth = 0, .score = protocol::UciScore{.is_mate = position.in_check()}});
    search_->has_said_line = true;
    search_->phase = Phase::Held;
    search_->held_move = "(none)";
}

void XboardSearch::send_go() {
    const EngineBoard& board = sync_.board();
    const protocol::XboardFeatures& features = connection_.features();
    const std::size_t plies = sync_.wanted().moves.size();
    const bool answers_by_itself = board.moves().size() < plies;
    const chess::Color side = answers_by_itself ? board.plays() : board.side_to_move();
    const int made = static_cast<int>(plies / 2); // by the engine's side: half of all, an odd one is the opponent's
    const auto elapsed = std::chrono::duration_cast<milliseconds>(connection_.now() - asked().begun);
    for (const std::string& command :
         sync_.sent_limits().commands(search_->go, side, made, features, elapsed, search_->watch))
        connection_.send(command);
    if (answers_by_itself) {
        interrupt_if_busy(connection_.move_follows());
        sync_.send_last_move();
    } else {
        send_search_moves();
        if (features.colors) connection_.send(side == chess::Color::White ? "white" : "black"); // old engines
        connection_.send("go");
    }
    search_->phase = Phase::Thinking;
    connection_.on_search();
    sync_.on_playing(side);
    begin_info();
    search_->has_claimed = false;
    if (sync_.take_claim()) on_result_claim();
    if (is_stop_wanted()) end();
}

void XboardSearch::send_search_moves() {
    const std::vector<std::string>& allowed = search_->go.search_moves;
    if (!connection_.features().exclude || allowed.empty() || !sync_.board().game()) return;
    connection_.send("exclude all");
    for (const std::string& move : allowed)
        if (const auto spelt = sync_.spell(move)) connection_.send("include " + *spelt);
}

void XboardSearch::send_analyze() {
    send_search_moves();
    connection_.send("analyze");
    search_->phase = Phase::Analysing;
    connection_.on_search();
    sync_.on_analysing();
    search_->watch = Watch{.mate = search_->go.mate};
    search_->begun_at = connection_.now();
    begin_info();
    if (is_stop_wanted()) end();
}

// The opponent has made the expected move.
void XboardSearch::on_ponderhit(bool is_free) {
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

// For a stopped search while the engine is still being brought to the position.
void XboardSearch::limit_wait_for_begin() {
    if (asked().is_for_a_move() && is_engine_starting_) return; // its start has a time limit of its own
    if (asked().is_for_a_move())
        search_->begin_by = connection_.now() + begin_grace_for_move;
    else if (sync_.knows_wanted_rules()) // otherwise only the engine knows a legal move
        search_->begin_by = connection_.now() + begin_grace;
}

void XboardSearch::answer_if_overdue_to_begin() {
    if (waits_for_engine() && search_->begin_by && connection_.now() >= *search_->begin_by) answer_before_it_begins();
}

void XboardSearch::answer_without_engine(const protocol::Go& go) {
    search_ = Search{.go = go};
    sync_.on_go();
    answer_before_it_begins();
}

// The engine's board is unknown from then on.
void XboardSearch::answer_before_it_begins() {
    const auto position = sync_.wanted_position();
    sync_.drop_doubt();
    if (!search_->has_said_line) info_.begin(position, sync_.board().castling());
    search_->begun_at = connection_.now();
    if (position && position->legal_move_count() == 0) {
        hold_no_move(*position);
        answer(search_->held_move);
    } else if (asked().is_for_a_move()) {
        answer_or_fail("it has not begun " + text::format_seconds(5000) + " after stop");
    } else {
        const std::string move = best_move_so_far();
        connection_.note("stopped before the engine has begun; answered with: " + move);
        answer(move);
    }
}

// After stop, or when a limit is reached that the engine was not sent.
void XboardSearch::end() {
    if (search_->is_busy() && connection_.now() < search_->begun_at + least_search) {
        search_->watch.move_after =
            least_search; // Sjeng and Phalanx do not see a command that comes together with `go`
        return;
    }
    switch (search_->phase) {
    case Phase::Waiting: break; // stop()
    case Phase::Pondering:
        sync_.force(); // so that it does not ponder on
        answer(best_move_so_far());
        break;
    case Phase::Thinking:
    case Phase::Hurried: end_thinking(); break;
    case Phase::Analysing: end_analysis(); break;
    case Phase::Held: answer(search_->held_move); break;
    case Phase::Failed: break;
    }
}

void XboardSearch::end_thinking() {
    const bool is_hurried = search_->phase == Phase::Hurried;
    if (search_->has_claimed && !is_hurried) {
        end_after_claim();
    } else if (is_deaf_while_thinking(connection_.features()) && (is_stop_wanted() || !search_->go.bounded_by_time())) {
        take_line_of_deaf("it hears nothing while it thinks");
    } else if (!is_hurried) {
        search_->phase = Phase::Hurried;
        search_->move_by = connection_.now() + move_now_grace;
        hurry();
    }
}

// It does not think any more, but reads on: it is no reason to replace it.
void XboardSearch::end_after_claim() {
    if (info_.best_line().empty())
        answer_or_fail("it claims a result");
    else
        answer_for_it("it claims a result");
}

// Its own move, or the first line that it gives, is waited for.
void XboardSearch::take_line_of_deaf(std::string_view why) {
    search_->move_by.reset();
    search_->awaits_line = asked().is_for_a_move() && info_.best_line().empty();
    if (!search_->awaits_line) answer_for_it(why, Cause::Unresponsive);
}

void XboardSearch::end_analysis() {
    interrupt_if_busy(connection_.pong_follows());
    connection_.send("exit");
    if (connection_.features().exclude && !search_->go.search_moves.empty()) connection_.send("include all");
    if (leaves_xboard_mode_after_analysis(connection_.features())) {
        connection_.send("xboard");
        connection_.send("force");
    }
    sync_.set_forced();
    // Sjeng 11.2 then regards the game as drawn without saying so, and makes no further move.
    if (is_drawn(sync_.board())) sync_.on_draw_analysed();
    answer(best_move_so_far());
    if (hangs_after_analysis_ >= most_hangs_after_analysis) {
        connection_.restart("it has hung at the end of an analysis before"); // WyldChess
        return;
    }
    leaves_analysis_ = true;
    connection_.wait_until_quiet();
}

// Repeated, for engines that poll for input with select() and read with a buffer.
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
        if (!legal && last_move_.is(text)) return; // announced twice in the same form, the second time after `go`
        if (!legal) {
            on_no_move(Fault::IllegalMove, "its move " + move + " is illegal in " + chess::format_fen(position), text);
            return;
        }
        move = chess::format_uci_move(*legal, board.castling());
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
    if (last_move_.is(text)) return; // announced twice in the same form
    connection_.note("a move without a search: not passed on");
    // The engine has made the move on its board, and is set up anew; not forever, since each set-up may cause a move.
    const bool has_moved = !connection_.is_quiet() || sync_.board().mode() == Mode::Playing;
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
    // An engine may ponder on another move: a score without a fitting line is about that move.
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

// UCI has no word for it: while its best line has a move, the game goes on.
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
    if (search_ && search_->phase == Phase::Analysing && parsed.arguments.find("analyze") != std::string_view::npos) {
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

// Sends the one bestmove of the search, and ends the search.
void XboardSearch::answer(std::string_view move) {
    const std::vector<std::string>& line = info_.best_line();
    const bool is_best_line = !line.empty() && line.front() == move;
    // Match runners want an info with depth, score, time and pv before each bestmove; a move from an engine's own book
    // comes without.
    if (!search_->has_said_line && !move.empty() && !asked().pondering) {
        const auto time = std::chrono::duration_cast<milliseconds>(connection_.now() - search_->begun_at).count();
        connection_.say_info({.depth = 1, .time_ms = time, .nodes = 0, .score = protocol::UciScore{}, .pv = move});
    }
    connection_.say(MoveReply{.move = std::string(move.empty() ? "0000" : move),
                              .ponder = is_best_line && line.size() > 1 ? line[1] : std::string()});
    search_.reset();
    sync_.on_search_over();
}

// The engine gives no move: the first of its best line, or any legal one. The user is told, unless the engine's own
// word for it, `resign`, has been passed on.
void XboardSearch::answer_for_it(std::string_view why, Cause cause) {
    const std::string move = best_move_so_far();
    const std::string text = "the engine gives no move, " + std::string(why) + "; answered with: " + move;
    if (cause != Cause::Resignation && asked().is_for_a_move())
        connection_.tell_user(text);
    else
        connection_.note(text);
    if (cause == Cause::Unresponsive) {
        sync_.set_forced();
        answer(move);
        connection_.restart("it reads nothing while it thinks"); // its late move would fall into the next search
        return;
    }
    leave_search();
    answer(move);
    connection_.wait_until_quiet();
}

// The engine does nothing more for this search.
void XboardSearch::leave_search() {
    if (sync_.board().mode() == Mode::Playing) {
        interrupt_if_busy(connection_.pong_follows());
        connection_.send("force");
    }
    sync_.set_forced();
}

// Rule 2. A move that nobody plays, of an analysis or a ponder search that has been stopped, may be any legal one.
void XboardSearch::answer_or_fail(std::string_view why, std::string_view move) {
    if (!asked().is_for_a_move()) {
        answer_for_it(why);
        return;
    }
    search_->has_failed_to_begin = search_->phase == Phase::Waiting;
    search_->phase = Phase::Failed;
    search_->move_by.reset();
    say_no_move(why, move, sync_.has_given_up() ? NoMoveReply::Next::End : NoMoveReply::Next::Decision);
}

void XboardSearch::say_no_move(std::string_view why, std::string_view move, NoMoveReply::Next next) {
    connection_.say(
        NoMoveReply{.why = "gives no legal move: " + std::string(why), .move = std::string(move), .next = next});
}

void XboardSearch::end_failed() {
    const bool has_begun = !search_->has_failed_to_begin;
    if (has_begun) leave_search();
    search_.reset();
    sync_.on_search_over();
    if (has_begun) connection_.wait_until_quiet();
}

// The engine's board may be the reason, or the game: some engines only repeat a claim of a draw.
void XboardSearch::on_no_move(Fault fault, std::string_view why, std::string_view move) {
    const bool is_board_in_doubt = fault == Fault::IllegalMove || fault == Fault::Objection;
    if (is_board_in_doubt) sync_.set_unknown();
    if (search_->phase == Phase::Hurried) {
        answer_or_fail(why, move);
        return;
    }
    const bool is_first = !std::exchange(search_->retried, true);
    const bool asks_again = is_board_in_doubt && is_first;
    const bool asks_alone = fault != Fault::IllegalMove && !asks_again && try_without_game();
    if (!asks_again && !asks_alone) {
        answer_or_fail(why, move);
        return;
    }
    if (is_board_in_doubt)
        say_no_move(why, move, NoMoveReply::Next::AskedAgain);
    else
        connection_.note("the engine gives no move, " + std::string(why) + "; it is asked again without the game");
    interrupt_if_busy(connection_.pong_follows());
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
            if (std::string text = chess::format_uci_move(move, sync_.board().castling()); is_allowed(text))
                return text;
    return {};
}

bool XboardSearch::is_allowed(std::string_view move) const {
    const std::vector<std::string>& allowed = search_->go.search_moves;
    return allowed.empty() || std::find(allowed.begin(), allowed.end(), move) != allowed.end();
}

void XboardSearch::on_lost(bool gives_up) {
    if (gives_up) {
        search_.reset();
        sync_.on_search_over();
    }
    if (!search_ || search_->phase == Phase::Held) return;
    search_->phase = Phase::Waiting;
    search_->move_by.reset();
    search_->retried = search_->retried_alone = search_->awaits_line = search_->has_failed_to_begin = false;
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

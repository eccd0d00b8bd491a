// Handles the commands of a UCI GUI. uci_gui_side_output.cpp has the lines for it,
// uci_gui_side_options.cpp the options.
#include "adapter/session/uci_gui/uci_gui_side.hpp"

#include "adapter/session/shared/book_clock.hpp"
#include "core/text/text.hpp"

#include <cassert>
#include <span>

namespace polyglot::session {

using protocol::UciCommand;
using protocol::UciReply;

void UciGuiSide::on_gui_line(std::string_view line) {
    gui_spoke_ = true;
    const protocol::UciGuiLine parsed = protocol::parse_uci_gui_line(line);
    if (quit_by_ || refuses_line(line)) return; // lines after a quit are ignored
    if (parsed.command == UciCommand::Quit) {
        on_quit();
    } else if (must_wait(parsed.command, !held_.empty(), held_goes_ > 0)) {
        hold(line, parsed.command);
        const bool awaits_book = waiting_go_ && !waiting_go_->is_for_engine;
        if (awaits_book && parsed.command == UciCommand::Stop) answer_waiting_go();
        stop_for_held();
    } else {
        act_on_gui_line(line, parsed);
    }
}

void UciGuiSide::on_gui_closed() {
    gui_spoke_ = true; // no line will come any more
    on_quit();
}

void UciGuiSide::on_quit() {
    if (quit_by_) return;
    const bool asked_before_start =
        !context_.engine_is_ready() && (owed_uciok_ > 0 || !held_.empty());
    if (asked_before_start || held_goes_ > 0 || waiting_go_)
        quit_by_ = context_.now() + std::chrono::milliseconds(context_.settings().quit_timeout_ms);
    else
        context_.request_quit();
}

std::optional<TimePoint> UciGuiSide::deadline() const {
    std::optional<TimePoint> due = quit_by_;
    const auto consider = [&due](std::optional<TimePoint> when) {
        if (when && (!due || *when < *due)) due = when;
    };
    // Otherwise the kept infos wait until the GUI reads.
    if (!gui_has_stalled_) consider(infos_.next_due());
    return due;
}

void UciGuiSide::on_timeout() {
    if (quit_by_ && context_.now() >= *quit_by_) {
        if (context_.engine_is_ready())
            context_.note("the GUI has quit, and its last commands take too long");
        context_.request_quit();
    }
    if (!gui_has_stalled_)
        infos_.say_due(context_.settings().info_rate, context_.now(),
                       [this](auto line) { context_.to_gui(line); });
}

void UciGuiSide::on_leaving(bool engine_has_failed) {
    drop_held();
    quit_by_.reset();
    game_.end("the GUI leaves", engine_has_failed);
}

void UciGuiSide::act_on_gui_line(std::string_view line, const protocol::UciGuiLine& parsed) {
    switch (parsed.command) {
    case UciCommand::Uci: on_uci(line); break;
    case UciCommand::SetOption: on_setoption(line, parsed.arguments); break;
    case UciCommand::Position: on_position(line, parsed.arguments); break;
    case UciCommand::Go: on_go(line, parsed.arguments); break;
    case UciCommand::PonderHit: on_ponderhit(line); break;
    case UciCommand::Stop: on_stop(line); break;
    case UciCommand::NewGame:
        game_.on_new_game();
        timed_game_.reset();
        own_search_.on_new_game();
        context_.on_new_game();
        context_.to_engine(line, parsed.command);
        break;
    case UciCommand::Other:
        if (!takes_result(line) && !refuses_option(line)) context_.to_engine(line, parsed.command);
        break;
    case UciCommand::Debug:
    case UciCommand::IsReady: context_.to_engine(line, parsed.command); break;
    case UciCommand::Quit: break; // on_gui_line()
    }
}

// UCI has no command for the result of a game, but some hosts send one: `result 1-0`, `gameover
// win`. It is not passed on, because engines answer that they do not know it
// (learning/used_and_reset.txt).
bool UciGuiSide::takes_result(std::string_view line) {
    const std::string_view word = text::next_word(line);
    return (word == "result" || word == "gameover") && game_.on_result(line);
}

// A new position or search must not reach an engine that still owes a bestmove, because a GUI that
// sends them without waiting would take the old move for the answer to the new position. Lines
// after such a line wait with it, in order, but isready is answered at once, as UCI demands.
bool UciGuiSide::must_wait(UciCommand command, bool after_lines, bool after_go) const {
    if (!context_.engine_is_ready()) return command != UciCommand::Uci;
    if (!is_busy()) return false;
    // To the GUI the engine is idle while it ponders for the adapter, or waits for a book.
    const bool is_own_search = own_search_.runs() && !waiting_go_ && !after_go;
    const bool is_quiet = waiting_go_ || own_search_.runs();
    switch (command) {
    case UciCommand::Position:
    case UciCommand::Go: return !is_own_search || after_lines;
    case UciCommand::NewGame: return true;
    case UciCommand::Stop:
    case UciCommand::PonderHit:
        return after_go || waiting_go_; // otherwise it is for the running search
    case UciCommand::IsReady:
    case UciCommand::Quit: return false;
    case UciCommand::Uci:
    case UciCommand::Debug:
    case UciCommand::SetOption:
    case UciCommand::Other: return after_lines || is_quiet;
    }
    return false;
}

void UciGuiSide::hold(std::string_view line, UciCommand command) {
    held_.add(line, command);
    if (command == UciCommand::Go) ++held_goes_;
    if (command == UciCommand::Stop) ++held_stops_;
}

void UciGuiSide::drop_held() {
    held_.clear();
    held_goes_ = held_stops_ = 0;
    waiting_go_.reset();
    own_search_.drop_plan();
}

void UciGuiSide::act_on_held(const Held::Iterator& held) {
    const Held::Line line = held_.take(held);
    if (line.tag == UciCommand::Go) --held_goes_;
    if (line.tag == UciCommand::Stop) --held_stops_;
    act_on_gui_line(line.text, protocol::parse_uci_gui_line(line.text));
}

// A held go ends the search before it, unless that ends by itself. A held stop ends every search
// before it. So does a flood of lines: when the queue is full no more lines are read, and a later
// stop would never be seen.
void UciGuiSide::stop_for_held() {
    const RunningSearch* search = context_.running_search();
    if (search == nullptr || search->stop_sent) return;
    if (own_search_.runs()) {
        if (!held_.empty()) own_search_.stop();
        return;
    }
    const bool is_to_end = held_stops_ > 0 || (held_goes_ > 0 && !search->is_for_a_move());
    if (!is_to_end && wants_gui_input()) return;
    context_.note("the GUI goes on while the engine still thinks: stopping the old search first");
    context_.stop_search();
}

// Acts on the first waiting line that passes during a search: stop, ponderhit, isready. Returns
// false if no such line precedes the next go.
bool UciGuiSide::release_for_search() {
    for (auto held = held_.begin(); held != held_.end(); ++held) {
        const UciCommand command = held->tag;
        if (command == UciCommand::Go) return false;
        if (command != UciCommand::Stop && command != UciCommand::PonderHit &&
            command != UciCommand::IsReady)
            continue;
        act_on_held(held);
        return true;
    }
    return false;
}

// Stops at the first line that must wait again.
void UciGuiSide::release_held() {
    if (waiting_go_) return;
    while (!held_.empty()) {
        if (!must_wait(held_.front().tag, false, false))
            act_on_held(held_.begin());
        else if (!release_for_search())
            break;
    }
    stop_for_held();
    if (quit_by_ && held_.empty()) context_.request_quit();
}

void UciGuiSide::on_uci(std::string_view line) {
    if (owed_uciok_ < most_owed_uciok) ++owed_uciok_;
    if (introduced_) { // asked again, so the engine answers again
        context_.to_engine(line, UciCommand::Uci);
        return;
    }
    // The engine was asked at its start; its lines since then are the answer.
    introduced_ = true;
    for (const auto& said : handshake_)
        context_.to_gui(said.text);
    handshake_.clear();
    if (context_.engine_is_ready()) answer_uciok(uciok_);
}

void UciGuiSide::on_position(std::string_view line, std::string_view arguments) {
    tracker_.set_position(arguments);
    own_search_.on_position(line);
}

void UciGuiSide::on_go(std::string_view line, std::string_view arguments) {
    if (const auto held = held_answer_.on_miss()) answer(*held); // each go gets a bestmove
    const protocol::Go go = protocol::parse_go(arguments);
    if (go.is_damaged)
        search_mended(line, go);
    else
        search(line, go);
}

// An engine may take an invalid number for no limit, and think forever.
void UciGuiSide::search_mended(std::string_view line, protocol::Go go) {
    constexpr std::chrono::milliseconds time_without_limit{200};
    std::string mended = protocol::mend_go(line);
    const auto game = known_game();
    const bool white = !game || game->side_to_move() == chess::Color::White;
    const auto& clock = white ? go.white_time : go.black_time;
    const bool has_limit =
        go.move_time || go.depth || go.nodes || (game ? clock.has_value() : go.bounded());
    if (!has_limit && !go.infinite && !go.mate && !go.perft) {
        go.move_time = time_without_limit;
        mended += " movetime " + std::to_string(time_without_limit.count());
    }
    context_.note("numbers that cannot be read as such: sent as " + text::quote(mended));
    search(mended, go);
}

void UciGuiSide::search(std::string_view line, const protocol::Go& go) {
    search_rules_ = context_.engine_options().rules();
    if (learner_.learns()) learn_about_search(go);
    own_search_.on_gui_go(go);
    if (awaits_programs(go))
        waiting_go_ = WaitingGo{.line = std::string(line), .go = go, .since = context_.now()};
    else
        play_or_search(line, go);
}

void UciGuiSide::play_or_search(std::string_view line, const protocol::Go& go) {
    if (const auto from_book = ask_book(go)) {
        if (go.ponder)
            held_answer_.hold(format_answer(*from_book));
        else
            answer(format_answer(*from_book));
        if (own_search_.on_book_answer())
            own_search_.plan(tracker_.sent(), *known_game(), go, *from_book);
        if (!is_busy() && held_.empty()) own_search_.begin_planned();
        return;
    }
    search_by_engine(line, go);
}

void UciGuiSide::learn_about_search(const protocol::Go& go) {
    if (go.perft) return;
    const auto sent = known_game();
    const bool is_analysis =
        go.infinite || go.mate || go.has_search_moves || context_.engine_options().analyse_mode();
    if (is_analysis && !(go.ponder && go.infinite)) // picochess ponders without limits
        game_.on_analysis(sent);
    else if (go.ponder)
        game_.on_ponder(sent, go);
    else
        game_.on_search(sent, go, why_not_known());
}

// Without ucinewgame a game begins at its first or second position, or with a position that is set
// up. Some GUIs set up every position of a game, in which the move numbers grow.
void UciGuiSide::note_time_control(const BookGame& game, const protocol::Go& go) {
    const std::span<const chess::Move> moves = game.moves();
    const TimedGame now{.start_key = game.start_key(),
                        .plies = moves.size(),
                        .move_number = game.full_move_number(),
                        .first_move = moves.empty() ? chess::Move() : moves.front()};
    const auto is_other = [&](const TimedGame& before) {
        if (now.start_key != before.start_key) return now.move_number <= before.move_number;
        if (now.plies <= 1 && now.plies < before.plies) return true;
        return before.plies > 0 && now.first_move != before.first_move;
    };
    if (!timed_game_ || is_other(*timed_game_)) time_control_.reset();
    timed_game_ = now;
    if (time_control_) return;
    const bool white = game.side_to_move() == chess::Color::White;
    if (const auto& time = white ? go.white_time : go.black_time)
        time_control_ = {.base = *time,
                         .increment = white ? go.white_increment : go.black_increment};
}

// Returns why the book is not asked in a search that the host does not call an analysis; empty if
// it is asked.
std::string UciGuiSide::why_book_is_off() {
    if (context_.engine_options().analyse_mode()) return "UCI_AnalyseMode is on";
    if (!context_.engine_options().knows_variant()) return "the rules of the variant are not known";
    return known_game() ? std::string() : tracker_.problem();
}

// Returns the game of the last position line by the rules of its variant; nullopt if they are not
// known, or if the line is invalid.
std::optional<BookGame> UciGuiSide::known_game(const GameRules& rules) {
    tracker_.set_variant(rules.variant);
    return rules.are_known ? tracker_.any_game() : std::nullopt;
}

std::string UciGuiSide::why_not_known() const {
    const EngineOptions& options = context_.engine_options();
    return options.knows_variant() ? "the GUI sent an invalid position" : options.why_unknown();
}

BookQuestion UciGuiSide::book_question(const BookGame& game, const protocol::Go& go) {
    book_.set_variant(game.variant());
    note_time_control(game, go);
    return {.game = game,
            .castling = context_.engine_options().chess960() ? chess::CastlingStyle::KingTakesRook
                                                             : chess::CastlingStyle::KingTwoSquares,
            .time = time_control_,
            .is_guess = go.ponder,
            .allowed = go.has_search_moves ? &go.search_moves : nullptr,
            .clock = book_clock_of(go)};
}

std::optional<BookAnswer> UciGuiSide::ask_book(const protocol::Go& go) {
    if (!context_.settings().book) return std::nullopt;
    if (go.infinite || go.mate || go.perft) { // these are for the engine's opinion
        context_.note("no book move: analysis");
        return std::nullopt;
    }
    if (const std::string reason = why_book_is_off(); !reason.empty()) {
        context_.note("no book move: " + reason);
        context_.warn_once("no book moves: " + reason);
        return std::nullopt;
    }
    BookReply reply = book_.answer(book_question(*known_game(), go));
    context_.note(reply.remark);
    for (const std::string& warning : reply.warnings)
        context_.warn_once(warning);
    return std::move(reply.answer);
}

UciGuiSide::Answer UciGuiSide::format_answer(const BookAnswer& answer) const {
    // Match runners want an info with depth, score, time and a legal pv before each bestmove.
    std::string info = "info depth 1 score cp 0 time 0 nodes 0 pv " + answer.move;
    std::string best = "bestmove " + answer.move;
    if (!answer.reply.empty()) {
        info += " " + answer.reply;
        best += " ponder " + answer.reply;
    }
    return {.move = answer.move,
            .bestmove = std::move(best),
            .infos = {std::move(info), "info string book: " + answer.shares}};
}

void UciGuiSide::answer(const Answer& answer) {
    if (!infos_.is_empty()) say_kept_infos();
    for (const std::string& info : answer.infos)
        context_.to_gui(info);
    context_.to_gui(answer.bestmove);
    game_.on_bestmove(answer.move);
}

void UciGuiSide::on_stop(std::string_view line) {
    game_.on_stop();
    own_search_.drop_plan();
    const RunningSearch* search = context_.running_search();
    if (const auto held = held_answer_.on_miss()) {
        answer(*held);
        own_search_.stop();
    } else if (own_search_.runs()) {
        context_.note("stop while the engine ponders in the book: that search ends");
        own_search_.stop();
    } else if (search == nullptr && !context_.engine_may_run_something_else()) {
        // An idle engine may answer stop by a bestmove, which would be taken for that of the next
        // go.
        context_.note("stop without a search: not passed on");
    } else if (search != nullptr && search->begun == context_.now()) {
        context_.stop_search(); // not in the same write as the go
    } else {
        context_.to_engine(line, UciCommand::Stop);
    }
}

void UciGuiSide::on_ponderhit(std::string_view line) {
    own_search_.drop_plan(); // it is for the position before the move that is played now
    const RunningSearch* search = context_.running_search();
    if (const auto held = held_answer_.on_hit()) {
        game_.on_ponder_hit();
        answer(*held);
        own_search_.stop();
    } else if (search != nullptr && search->awaits_ponderhit() && !own_search_.runs()) {
        game_.on_ponder_hit();
        context_.to_engine(line, UciCommand::PonderHit);
    } else {
        // An engine that ponders on another position, or does not ponder, would answer for the
        // wrong position (cutechess#133).
        context_.note("ponderhit without a ponder search: not passed on");
    }
}

std::string_view UciGuiSide::engine_activity() const {
    const RunningSearch* search = context_.running_search();
    if (search == nullptr) return "idle";
    return search->awaits_ponderhit() ? "pondering" : "thinking";
}

void UciGuiSide::check_invariants() const {
    const bool busy = is_busy();
    assert(context_.running_search() == nullptr || !held_answer_.is_held() || own_search_.runs());
    own_search_.check_invariants();
    // Waiting lines require an engine that will answer.
    assert(held_.empty() || !context_.engine_is_ready() || busy);
    assert(!quit_by_ || !context_.engine_is_ready() || busy ||
           context_.quit_is_requested()); // a quit is put off only for an awaited answer
    static_cast<void>(busy);
}

} // namespace polyglot::session

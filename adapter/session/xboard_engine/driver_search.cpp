// `go` for an xboard engine, and how every one of them ends in one bestmove.
#include "adapter/protocol/xboard/xboard.hpp"
#include "adapter/session/xboard_engine/driver.hpp"
#include "core/chess/fen.hpp"
#include "core/text/text.hpp"

#include <algorithm>

namespace polyglot::session {

namespace {

using std::chrono::milliseconds;

constexpr std::chrono::seconds move_now_grace{2}; // for `?`
constexpr milliseconds ask_again_time{400};
constexpr milliseconds least_search{50};
constexpr milliseconds begin_grace{200}; // for a stopped search: a move of the engine is better than any legal one
constexpr int most_strays = 3;

} // namespace

void XboardDriver::start_search(const protocol::Go& limits, TimePoint asked_at) {
    Search search;
    search.limits = limits;
    search.asked_at = asked_at;
    if (search.limits.ponder)
        search.kind = Kind::Ponder;
    else if (!search.limits.bounded())
        search.kind = Kind::Analyse;
    search_ = std::move(search);
    sent_moves_.clear();
    begin_search_if_free();
}

void XboardDriver::begin_search_if_free() {
    if (stage_ == Stage::Ready && !wait_) begin_search();
}

// Comes again when the engine has taken the position.
void XboardDriver::begin_search() {
    if (search_->kind == Kind::Ponder) {
        search_->begun = true; // by the engine itself, or by nobody
        search_->begun_at = desk_.now();
        info_.begin(target_position(), castling());
        if (board_.game && is_next_move_of_opponent())
            if (const auto hint = chess::parse_uci_move(board_.game->position(), target_.moves.back()))
                info_.ponders_on(board_.game->position(), *hint);
        if (search_->stop_wanted) end_search();
        return;
    }
    if (search_->kind == Kind::Analyse && !features_.analyze) search_->kind = Kind::Think; // on a long time
    if (time_.is_depth_limited() && !search_->limits.depth) { // "no limit" has no word that all engines understand
        restart("a limit of depth is to be lifted");
        return;
    }
    const bool answers_by_itself =
        search_->kind == Kind::Think && search_->limits.search_moves.empty() && is_next_move_of_opponent();
    if (!answers_by_itself && !sync()) return;
    search_->begun_at = desk_.now();
    if (!answers_by_itself && board_.game && board_.game->position().legal_move_count() == 0) {
        hold_no_move(board_.game->position());
        if (!search_->limits.infinite || search_->stop_wanted) answer(search_->held);
    } else if ((refuses_ || has_ended_game()) && try_without_game()) {
        begin_search();
    } else if (refuses_) {
        info_.begin(target_position(), castling());
        answer_for_it("it does not take the position");
    } else if (search_->kind == Kind::Think && ends_at_draws() && has_ended_game()) {
        info_.begin(target_position(), castling());
        answer_for_it("it does not play on after a draw");
    } else if (search_->kind == Kind::Analyse) {
        tell_analyze();
    } else {
        tell_go();
    }
}

// For the engine, the game is over.
bool XboardDriver::has_ended_game() const {
    const bool is_draw = board_.game && board_.game->end() != chess::GameEnd::None;
    return claimed_ || (ends_at_draws() && is_draw);
}

// The game is over in this position.
void XboardDriver::hold_no_move(const chess::Position& position) {
    say(position.in_check() ? "info depth 0 score mate 0" : "info depth 0 score cp 0");
    search_->begun = search_->told_line = true;
    search_->kind = Kind::Think;
    search_->held = "(none)";
}

void XboardDriver::tell_go() {
    const bool answers_by_itself = board_.moves.size() < target_.moves.size();
    const chess::Color side = answers_by_itself ? board_.plays : side_to_move();
    const int made = static_cast<int>(target_.moves.size() / 2); // by either side: half of all, the odd one is not ours
    const auto elapsed = std::chrono::duration_cast<milliseconds>(desk_.now() - search_->asked_at);
    for (const std::string& command : time_.commands(search_->limits, side, made, features_, elapsed, search_->watch))
        wire(command);
    if (answers_by_itself) {
        interrupt_if_busy();
        send_move(target_.moves.back());
    } else {
        tell_search_moves();
        if (features_.colors) wire(side == chess::Color::White ? "white" : "black"); // old engines want to be told
        wire("go");
    }
    search_->begun = true;
    board_.mode = Mode::Playing;
    board_.plays = side;
    info_.begin(board_.game ? std::optional(board_.game->position()) : std::nullopt, castling());
    fresh_ = false;
    if (std::exchange(claimed_, false)) search_->move_by = desk_.now() + claim_grace;
    if (search_->stop_wanted) end_search();
}

void XboardDriver::tell_search_moves() {
    if (!features_.exclude || search_->limits.search_moves.empty() || !board_.game) return;
    wire("exclude all");
    for (const std::string& move : search_->limits.search_moves)
        if (const auto spelt = spell(move)) wire("include " + *spelt);
}

void XboardDriver::tell_analyze() {
    tell_search_moves();
    wire("analyze");
    fresh_ = false;
    search_->begun = true;
    board_.mode = Mode::Analysing;
    search_->watch = Watch{.mate = search_->limits.mate};
    search_->begun_at = desk_.now();
    info_.begin(board_.game ? std::optional(board_.game->position()) : std::nullopt, castling());
    if (search_->stop_wanted) end_search();
}

// The opponent has made the move that the front had pondered on.
void XboardDriver::on_ponderhit() {
    if (!search_ || search_->kind != Kind::Ponder) return;
    search_->limits.ponder = false;
    search_->asked_at = desk_.now();
    search_->begun = false;
    search_->kind = !search_->limits.bounded() ? Kind::Analyse : Kind::Think;
    begin_search_if_free(); // else when it is
}

void XboardDriver::on_stop() {
    if (!search_ || search_->stop_wanted) return;
    search_->stop_wanted = true;
    if (search_->begun)
        end_search();
    else
        limit_wait_for_begin();
}

// The search is to end, and the engine is still being brought to the position.
void XboardDriver::limit_wait_for_begin() {
    const bool knows_rules = rules_known() && variant_ == variant_of_game();
    if (knows_rules) search_->begin_by = desk_.now() + begin_grace; // else only the engine can say a legal move
}

// What the engine will have on its board is not known.
void XboardDriver::answer_before_it_begins() {
    const auto position = target_position();
    if (doubt_ != Doubt::None) {
        doubt_ = Doubt::None;
        objected_ = board_.known = false;
    }
    if (!search_->told_line) info_.begin(position, castling());
    search_->begun_at = desk_.now();
    if (position && position->legal_move_count() == 0) {
        hold_no_move(*position);
        answer(search_->held);
    } else {
        const std::string move = best_move_so_far();
        tell_substitute("it has not begun", move);
        answer(move);
    }
}

// By stop, or because a limit has been reached that the engine does not know of.
void XboardDriver::end_search() {
    if (search_->kind != Kind::Ponder && search_->held.empty() && desk_.now() < search_->begun_at + least_search) {
        search_->watch.move_after = least_search; // Sjeng and Phalanx do not see what comes together with `go`
        return;
    }
    switch (search_->kind) {
    case Kind::Ponder:
        force(); // it is not to ponder on
        answer(best_move_so_far());
        return;
    case Kind::Analyse:
        interrupt_if_busy();
        wire("exit");
        if (features_.exclude && !search_->limits.search_moves.empty()) wire("include all");
        if (features_.myname.starts_with("GNU Chess")) { // 6.2 falls back to its prompt, and out of force mode
            wire("xboard");
            wire("force");
        }
        board_.mode = Mode::Force;
        // Sjeng 11.2 has taken the game for drawn then, without a word, and makes no move any more.
        if (board_.game && board_.game->end() != chess::GameEnd::None) game_over_ = claimed_ = true;
        answer(best_move_so_far());
        wait_until_quiet();
        return;
    case Kind::Think: break;
    }
    if (!search_->held.empty()) {
        answer(search_->held);
    } else if (search_->move_by && !search_->hurried) {
        answer_for_it("it claims a result");
    } else if (is_deaf() && (search_->stop_wanted || !search_->limits.bounded_by_time())) {
        answer_for_it("it hears nothing while it thinks", true);
    } else if (!search_->hurried) {
        search_->hurried = true;
        search_->move_by = desk_.now() + move_now_grace;
        hurry();
    }
}

// Once is not enough for engines that look for input with select() and read it with a buffer.
void XboardDriver::hurry() {
    interrupt_if_busy();
    wire("?");
    search_->ask_again = desk_.now() + ask_again_time;
}

// GNU Chess and others say a move twice, `3. ... b1c3` and `My move is : b1c3`. The second line belongs to the search
// that the first has answered, even if it comes after the next `go`, where the move may be legal again. Once the engine
// has answered a ping that was sent after the first line, the second cannot come any more.
bool XboardDriver::is_second_announcement(const protocol::XboardEngineLine& parsed) {
    if (!second_until_ || parsed.form == last_form_ || parsed.arguments != last_move_) return false;
    second_until_.reset();
    return true;
}

void XboardDriver::on_engine_move(std::string_view text, protocol::MoveForm form) {
    if (!is_quiet() || !awaits_move()) {
        if (text == last_move_) return; // in one form only, but twice
        desk_.note("a move that nobody waits for");
        // It has made it on its board. But one that says a move whenever it is set up is not set up for ever.
        if ((!is_quiet() || board_.mode == Mode::Playing) && ++strays_ <= most_strays) board_.known = false;
        return;
    }
    std::string move(text);
    if (board_.game) {
        const chess::Position& position = board_.game->position();
        const auto legal = protocol::parse_xboard_move(position, text);
        if (!legal && text == last_move_) return; // likewise, and the next search was quicker
        if (!legal) {
            on_no_move("its move " + move + " is illegal in " + chess::format_fen(position), true);
            return;
        }
        move = chess::format_uci_move(*legal, castling());
    }
    if (!is_allowed(move)) {
        board_.known = false;
        answer_for_it("its move " + move + " is none of searchmoves");
        return;
    }
    refused_before_ = false;
    strays_ = 0;
    last_move_ = text;
    last_form_ = form;
    second_until_ = last_ping_ + 1;
    push_move(move);
    search_->move_by.reset();
    if (search_->limits.infinite && !search_->stop_wanted)
        search_->held = std::move(move); // UCI: no bestmove before stop
    else
        answer(move);
}

void XboardDriver::on_thinking(std::string_view line) {
    if (!search_ || !search_->begun || !search_->held.empty() || !is_quiet()) return;
    const auto thinking = protocol::parse_xboard_thinking(line);
    if (!thinking) return;
    if (search_->move_by && !search_->hurried) search_->move_by = desk_.now() + claim_grace; // it thinks on
    std::string info = info_.on_thinking(*thinking);
    // What an engine ponders is its own affair: without a line that fits the position its score may be anybody's.
    const bool fits = search_->kind != Kind::Ponder || info.find(" pv ") != std::string::npos;
    if (info.empty() || !fits) return;
    search_->told_line = search_->told_line || !info_.best_line().empty();
    say(std::move(info));
    check_watch();
}

void XboardDriver::on_stat(std::string_view arguments) {
    if (!search_ || !search_->begun || search_->kind == Kind::Ponder || !search_->held.empty() || !is_quiet()) return;
    if (const auto stat = protocol::parse_stat01(arguments))
        if (std::string info = info_.on_stat(*stat); !info.empty()) say(std::move(info));
}

void XboardDriver::check_watch() {
    const Watch& watch = search_->watch;
    const auto mate = info_.moves_to_mate();
    const bool reached = (watch.depth && info_.depth() && *info_.depth() > *watch.depth) ||
                         (watch.nodes && info_.nodes() && *info_.nodes() >= *watch.nodes) ||
                         (watch.mate && mate && *mate > 0 && *mate <= *watch.mate);
    if (reached) end_search();
}

// The one bestmove of the search, which is over with it.
void XboardDriver::answer(std::string_view move) {
    const std::vector<std::string>& line = info_.best_line();
    const bool is_best_line = !line.empty() && line.front() == move;
    // Match runners want an info with depth, score, time and pv before each bestmove; an engine's own book has none.
    if (!search_->told_line && !move.empty() && search_->kind != Kind::Ponder) {
        const auto time = std::chrono::duration_cast<milliseconds>(desk_.now() - search_->begun_at).count();
        say("info depth 1 score cp 0 time " + std::to_string(time) + " nodes 0 pv " + std::string(move));
    }
    std::string text = "bestmove " + std::string(move.empty() ? "0000" : move);
    if (is_best_line && line.size() > 1) text += " ponder " + line[1];
    say(std::move(text));
    search_.reset();
    set_ups_ = 0;
}

void XboardDriver::tell_substitute(std::string_view why, std::string_view move) {
    const std::string text = "the engine gives no move, " + std::string(why) + "; played for it: " + std::string(move);
    desk_.note(text);
    say("info string polyglot: " + text);
}

// The engine gives no move: its own best line's, or any legal one.
void XboardDriver::answer_for_it(std::string_view why, bool is_deaf) {
    const std::string move = best_move_so_far();
    tell_substitute(why, move);
    if (board_.mode == Mode::Playing && !is_deaf) {
        interrupt_if_busy();
        wire("force");
    }
    board_.mode = Mode::Force;
    answer(move);
    if (is_deaf)
        restart("it does not hear us while it thinks"); // it would move in the middle of the next search
    else
        wait_until_quiet();
}

// No move, or none that counts. What the engine has on its board may be the reason, or the game: once it is set up
// anew, once without the moves that led here, because some claim a draw by repetition and nothing else any more.
void XboardDriver::on_no_move(std::string_view why, bool is_board_in_doubt) {
    if (is_board_in_doubt) board_.known = false;
    const bool anew = is_board_in_doubt && !std::exchange(search_->retried, true);
    if (search_->hurried || (!anew && !try_without_game())) {
        answer_for_it(why, search_->hurried && !is_board_in_doubt);
        return;
    }
    desk_.note("the engine gives no move, " + std::string(why) + "; it is set up anew and asked again");
    interrupt_if_busy();
    wire("force");
    board_.mode = Mode::Force;
    search_->begun = false;
    search_->move_by.reset();
    wait_until_quiet();
}

bool XboardDriver::try_without_game() {
    return !std::exchange(search_->retried_alone, true) && cut_game();
}

std::string XboardDriver::best_move_so_far() const {
    const std::vector<std::string>& line = info_.best_line();
    if (!line.empty() && is_allowed(line.front())) return line.front();
    if (const auto position = target_position())
        for (const chess::Move move : position->legal_moves())
            if (std::string text = chess::format_uci_move(move, castling()); is_allowed(text)) return text;
    return {};
}

bool XboardDriver::is_allowed(std::string_view move) const {
    const std::vector<std::string>& allowed = search_->limits.search_moves;
    return allowed.empty() || std::find(allowed.begin(), allowed.end(), move) != allowed.end();
}

} // namespace polyglot::session

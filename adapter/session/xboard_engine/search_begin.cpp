// Begins a search, or answers it if it cannot begin (rule 1).
#include "adapter/session/xboard_engine/options.hpp"
#include "adapter/session/xboard_engine/quirks.hpp"
#include "adapter/session/xboard_engine/search.hpp"
#include "core/text/text.hpp"

#include <string>
#include <vector>

namespace polyglot::session {

using std::chrono::milliseconds;

namespace {

constexpr milliseconds begin_grace{200}; // the time for a stopped search to begin
constexpr std::chrono::seconds begin_grace_for_move{5};

std::optional<chess::Position> position_on(const EngineBoard& board) {
    if (!board.game()) return std::nullopt;
    return board.game()->position();
}

} // namespace

void XboardSearch::forget_process() {
    last_move_.forget();
    is_engine_starting_ = true;
    leaves_analysis_ = false;
    left_warming_.reset();
    if (!waits_for_engine()) return;
    search_->begin_by.reset();
    if (is_stop_wanted()) limit_wait_for_begin();
}

void XboardSearch::begin_after_start() {
    if (!waits_for_start() || connection_.may_start_until()) return;
    search_->begin_at.reset();
    if (!connection_.is_waiting()) begin(); // otherwise on_free() follows
}

void XboardSearch::begin_info() {
    const EngineBoard& board = sync_.board();
    info_.begin(position_on(board), board.castling());
    if (board.variant_game()) info_.begin_variant(board.variant_game()->position());
}

// The engine's board may not have the position yet.
void XboardSearch::begin_info_on_wanted() {
    info_.begin(sync_.wanted_position(), sync_.board().castling());
    if (const auto position = sync_.wanted_variant_position()) info_.begin_variant(*position);
}

void XboardSearch::begin_pondering() {
    const EngineBoard& board = sync_.board();
    search_->phase = Phase::Pondering; // by the engine itself, or not at all
    begin_info_on_wanted();
    if (board.game() && sync_.awaits_wanted_move())
        if (const auto hint =
                chess::parse_uci_move(board.game()->position(), sync_.wanted().moves.back()))
            info_.ponders_on(board.game()->position(), *hint);
    if (is_stop_wanted()) end();
}

bool XboardSearch::can_warm() const {
    const protocol::XboardFeatures& features = connection_.features();
    return features.ping && features.analyze && !is_deaf_while_thinking(features) &&
           !ends_analysis_late(features) && hangs_after_analysis_ == 0 && !warming_fails_ &&
           supervisor_.may_restart();
}

// Returns true if a search to ponder is an analysis (rule 4).
bool XboardSearch::warms() const {
    return can_warm() && !text::equal_ignoring_case(settings_.book_ponder, "off") &&
           !sync_.awaits_wanted_move() && sync_.plays_wanted_variant() && sync_.can_undo() &&
           !sync_.sent_limits().is_depth_limited();
}

// Called again after each wait until the engine has the position.
void XboardSearch::begin() {
    const bool ponders = asked().pondering;
    if (ponders && (is_stop_wanted() || !warms())) {
        begin_pondering();
        return;
    }
    const protocol::Go& limits = search_->go;
    if (!sync_.plays_wanted_variant()) {
        refuse_variant();
        return;
    }
    // No command that all engines know removes the limit.
    if (sync_.sent_limits().is_depth_limited() && !limits.depth) {
        connection_.restart("a limit of depth is to be lifted");
        return;
    }
    if (!connection_.features().analyze) search_->thinks_instead = true;
    const bool analyses = ponders || (!limits.bounded() && !search_->thinks_instead);
    search_->begin_at = analyses ? connection_.may_start_until() : std::nullopt;
    if (search_->begin_at) return;
    const bool answers_by_itself =
        !analyses && limits.search_moves.empty() && sync_.awaits_wanted_move();
    if (!answers_by_itself && !sync_.sync()) return;
    search_->begun_at = connection_.now();
    if (ponders && (has_no_legal_move() || sync_.refuses() || has_ended_game())) {
        begin_pondering();
    } else if (!answers_by_itself && has_no_legal_move()) {
        hold_no_move(sync_.board().game()->position());
        if (!limits.infinite || is_stop_wanted()) answer(search_->held_move);
    } else if ((sync_.refuses() || has_ended_game()) && try_without_game()) {
        begin();
    } else if (sync_.refuses()) {
        begin_info_on_wanted();
        answer_or_fail("it does not take the position");
    } else if (!analyses && ends_at_draws(connection_.features()) && has_ended_game()) {
        begin_info_on_wanted();
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
    search_->has_said_line = true; // the answer needs no line of play
    if (search_->go.infinite) {
        search_->phase = Phase::Held; // UCI: no bestmove before stop
        if (is_stop_wanted()) end();
    } else {
        answer({});
    }
}

bool XboardSearch::has_no_legal_move() const {
    const auto& game = sync_.board().game();
    return game && game->position().legal_move_count() == 0;
}

// The engine regards the game as over.
bool XboardSearch::has_ended_game() const {
    return sync_.board().is_end_claimed() ||
           (ends_at_draws(connection_.features()) && sync_.board().has_ended_by_rule());
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
    // By the engine's side: half of all; an odd one is the opponent's.
    const int made = static_cast<int>(plies / 2);
    const auto elapsed =
        std::chrono::duration_cast<milliseconds>(connection_.now() - asked().begun);
    for (const std::string& command :
         sync_.sent_limits().commands(search_->go, side, made, features, elapsed, search_->watch))
        connection_.send(command);
    if (answers_by_itself) {
        interrupt_if_busy(connection_.move_follows());
        sync_.send_last_move();
    } else {
        send_search_moves();
        // Old engines need the side.
        if (features.colors) connection_.send(side == chess::Color::White ? "white" : "black");
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
    const bool ponders = asked().pondering;
    search_->phase = ponders ? Phase::Warming : Phase::Analysing;
    connection_.on_search();
    sync_.on_analysing();
    if (!ponders) search_->watch.mate = search_->go.mate;
    search_->begun_at = connection_.now();
    begin_info();
    if (is_stop_wanted()) end();
}

// Limits the time of a stopped search while the engine is still being brought to the position.
void XboardSearch::limit_wait_for_begin() {
    if (asked().is_for_a_move() && is_engine_starting_) return; // the start has another time limit
    if (asked().is_for_a_move())
        search_->begin_by = connection_.now() + begin_grace_for_move;
    else if (sync_.knows_wanted_rules()) // otherwise only the engine knows a legal move
        search_->begin_by = connection_.now() + begin_grace;
}

void XboardSearch::answer_if_overdue_to_begin() {
    if (waits_for_engine() && search_->begin_by && connection_.now() >= *search_->begin_by)
        answer_before_it_begins();
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
    if (!search_->has_said_line) begin_info_on_wanted();
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

} // namespace polyglot::session

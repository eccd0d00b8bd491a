#include "adapter/session/xboard_engine/board_sync.hpp"

#include "adapter/session/xboard_engine/options.hpp"
#include "adapter/session/xboard_engine/quirks.hpp"
#include "core/chess/fen.hpp"
#include "core/chess/variant_name.hpp"
#include "core/text/text.hpp"

#include <algorithm>
#include <cassert>
#include <utility>

namespace polyglot::session {

namespace {

// The engine may clear tables and write what it has learnt.
constexpr std::chrono::seconds new_grace{20};

constexpr std::size_t lines_of_new = 4; // new, easy, post, force
constexpr std::size_t most_undos = 20;  // Fairy-Max takes 15 ms for each

std::string_view first_word(std::string_view text) {
    return text::next_word(text);
}

} // namespace

void BoardSync::on_position(GameLine game) {
    wanted_.on_position(std::move(game));
    refuses_ = false;
    if (ends_at_draws(connection_.features()) && board_.knows_rules() &&
        passes_draw(wanted_.line()))
        cut_game();
}

bool BoardSync::on_new_game() {
    greetings_.clear();
    wanted_.on_new_game();
    return begin_game();
}

void BoardSync::set_pondering(bool wanted) {
    if (wanted == pondering_) return;
    // After `easy` alone some engines continue to ponder.
    if (!wanted && board_.mode() == EngineBoard::Mode::Playing) force();
    if (process_ != Process::Unused) connection_.send(wanted ? "hard" : "easy");
    pondering_ = wanted;
}

void BoardSync::greet(std::string_view line) {
    const std::string_view word = first_word(line);
    std::erase_if(greetings_,
                  [word](const std::string& before) { return first_word(before) == word; });
    greetings_.emplace_back(line);
}

bool BoardSync::on_result() {
    if (!sync()) return false;
    set_ups_ = 0;
    board_.set_unknown(); // not every engine can continue a game that is over
    board_.end_game();
    return true;
}

bool BoardSync::cut_game() {
    const auto position = wanted_position();
    if (!position || !wanted_.cut_at(*position)) return false;
    refuses_ = false;
    return true;
}

void BoardSync::interrupt_if_pondering(Connection::Answer answer) {
    if (is_pondering()) connection_.interrupt(answer);
}

bool BoardSync::on_result_claim() {
    if (is_fresh()) return false; // a claim about the previous game
    if (doubt_) {                 // without an objection, so the engine has the position
        // After `undo` alone the claim is about the position before.
        if (!sent_moves_.empty() || doubt_->about != Doubt::About::Undo) board_.claim_end();
        return false;
    }
    board_.end_game(); // Sjeng does nothing more until the next `new`
    board_.set_unknown();
    return connection_.is_quiet() && board_.mode() == EngineBoard::Mode::Playing;
}

bool BoardSync::on_objection() {
    has_objected_ = true;
    if (doubt_) doubt_->has_objected = true;
    return doubt_.has_value();
}

bool BoardSync::is_about_position(std::string_view objection) const {
    const auto names = [objection](std::string_view word) {
        return objection.find(word) != std::string_view::npos;
    };
    return names("usermove") || names("setboard") || names("undo") || names("edit") ||
           std::any_of(sent_moves_.begin(), sent_moves_.end(), names);
}

void BoardSync::on_engine_move(const std::string& uci_move) {
    refused_before_ = false;
    board_.push(uci_move);
}

void BoardSync::on_playing(chess::Color side) {
    board_.set_playing(side);
    process_ = Process::Used;
}

void BoardSync::on_analysing() {
    board_.set_mode(EngineBoard::Mode::Analysing);
    process_ = Process::Used;
}

bool BoardSync::take_claim() {
    const bool is_claimed = board_.is_end_claimed();
    board_.drop_claim();
    return is_claimed;
}

void BoardSync::drop_doubt() {
    if (std::exchange(doubt_, std::nullopt)) board_.set_unknown();
}

void BoardSync::forget_process() {
    board_.forget();
    sent_limits_ = {};
    process_ = Process::Unused;
    doubt_.reset();
    has_objected_ = false;
}

bool BoardSync::awaits_wanted_move() const {
    return board_.awaits_last_move_of(wanted_.line(), wanted_variant());
}

bool BoardSync::knows_wanted_rules() const {
    return board_.knows_rules() && board_.variant() == wanted_variant();
}

std::optional<std::string> BoardSync::spell(const std::string& uci_move) const {
    return board_.spell(uci_move, connection_.features().san);
}

// May return true although later commands have to wait.
bool BoardSync::begin_game() {
    const bool is_first = process_ == Process::Unused;
    if (!is_first && needs_new_process()) {
        connection_.restart(connection_.features().reuse ? "a limit of depth is to be lifted"
                                                         : "it plays one game only (reuse=0)");
        return false;
    }
    if (!force()) return false;
    const std::string variant = wanted_variant();
    connection_.send("new");
    // `new` resets the variant, but not in Fairy-Stockfish 11:
    // xboard_engine/chess_after_variant.txt.
    const bool leaves_variant =
        !is_first && board_.variant() != "normal" &&
        std::ranges::any_of(connection_.features().variants, chess::is_normal_variant);
    const bool is_named =
        variant != "normal" || leaves_variant || !starts_in_normal_chess(connection_.features());
    if (is_named && plays_wanted_variant()) connection_.send("variant " + variant);
    send_init_string();
    for (const std::string& greeting : greetings_)
        connection_.send(greeting);
    connection_.send(pondering_ ? "hard" : "easy");
    connection_.send("post");
    connection_.send("force");
    sent_limits_.on_new();
    board_.on_new(variant);
    // PyChess's engine keeps the start position of chess in racing kings:
    // xboard_engine/variant_start.txt.
    if (const auto fen = board_.start_unlike_chess();
        fen && has_objected_ && connection_.features().setboard)
        connection_.send("setboard " + *fen);
    refuses_ = draw_offered_ = false;
    // A resignation may follow the last move.
    if (!is_first) connection_.wait_until_quiet(new_grace);
    process_ = Process::NewGame;
    return true;
}

// In the ini file, \n is the only way to write a line end.
void BoardSync::send_init_string() {
    std::string_view rest = settings_.init_string;
    while (!rest.empty()) {
        const std::size_t end = rest.find("\\n");
        if (const auto line = text::trim(rest.substr(0, end)); !line.empty())
            connection_.send(line);
        rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 2);
    }
}

// The engine has answered, or the wait has timed out. Returns false if the engine was restarted.
bool BoardSync::resolve_doubt() {
    const auto doubt = std::exchange(doubt_, std::nullopt);
    if (!doubt || !doubt->has_objected) return true;
    if (doubt->about == Doubt::About::Undo) {
        connection_.note("the engine cannot undo: games are set up again instead");
        undo_works_ = false;
        board_.set_unknown();
    } else if (!std::exchange(refused_before_,
                              true)) { // Fairy-Max's board is broken after some analysis
        connection_.restart("it does not take a position");
        return false;
    } else {
        refuses_ = true;
    }
    return true;
}

bool BoardSync::sync() {
    if (!resolve_doubt()) return false;
    if (process_ == Process::Unused || board_.variant() != wanted_variant())
        if (!begin_game() || connection_.is_waiting()) return false;
    const GameLine& wanted = wanted_.line();
    if (board_.knows_rules() && !parse_start(wanted.start)) {
        refuses_ = true; // its legal moves are unknown here too
        return true;
    }
    const bool is_over = board_.is_over() && board_.moves() != wanted.moves;
    if (!board_.is_known() || is_over || board_.start() != wanted.start) return set_up();
    if (!begins_with(wanted.moves, board_.moves())) return takes_back() ? take_back() : set_up();
    if (!force()) return false;
    send_moves();
    return true;
}

// Returns false if the game has to be set up from its start.
bool BoardSync::takes_back() const {
    // Without ping a failure would go unnoticed.
    if (!connection_.features().ping || !undo_works_) return false;
    if (needs_new_process()) return true;
    const std::size_t common = common_moves(board_.moves(), wanted_.line().moves);
    const std::size_t undos = board_.moves().size() - common;
    return undos <= common + lines_of_new && undos <= most_undos;
}

bool BoardSync::take_back() {
    if (!force()) return false;
    while (!begins_with(wanted_.line().moves, board_.moves())) {
        connection_.send("undo");
        board_.pop();
    }
    send_moves();
    return confirm(Doubt::About::Undo);
}

bool BoardSync::confirm(Doubt::About about) {
    if (!connection_.wait_for_position()) return true;
    doubt_ = Doubt{about};
    return false;
}

bool BoardSync::set_up() {
    if (set_ups_ == most_set_ups) {
        connection_.note("the engine has been set up " + std::to_string(set_ups_) +
                         " times without success");
        refuses_ = true;
        return true;
    }
    const std::string& start = wanted_.line().start;
    const bool has_setboard = connection_.features().setboard;
    const bool by_new = start == "startpos" && wanted_variant() != "fischerandom";
    if ((by_new || !has_setboard || board_.is_over()) && !is_fresh()) {
        if (!begin_game() || connection_.is_waiting()) return false;
    } else if (!force()) {
        return false;
    }
    ++set_ups_;
    process_ = Process::Used;
    if (!by_new) {
        board_.place(start);
        if (has_setboard)
            connection_.send("setboard " + (board_.game()
                                                ? chess::format_fen(board_.game()->position())
                                                : start));
        else
            set_up_by_editing();
    }
    send_moves();
    return confirm(Doubt::About::SetUp);
}

// Sets up a position in an engine without setboard. `edit` sets neither castling rights nor clocks,
// and keeps the side to move, so a white move before `edit` makes it Black's turn. For an
// en-passant square the pawn's double step is made after `edit`.
void BoardSync::set_up_by_editing() {
    if (!board_.game()) {
        connection_.note("the engine has no setboard, and its rules are not known: " +
                         board_.start());
        return;
    }
    const protocol::XboardFeatures& features = connection_.features();
    const chess::Position& position = board_.game()->position();
    const chess::Square passed = position.en_passant();
    const chess::Color mover =
        passed == chess::NoSquare ? position.side_to_move() : ~position.side_to_move();
    const int forward = mover == chess::Color::White ? 8 : -8;
    const auto from = static_cast<chess::Square>(passed - forward);
    const auto to = static_cast<chess::Square>(passed + forward);
    const std::string move = features.usermove ? "usermove " : "";
    if (mover == chess::Color::Black) connection_.send(move + (features.san ? "a3" : "a2a3"));
    connection_.send("edit");
    connection_.send("#");
    for (const chess::Color color : {chess::Color::White, chess::Color::Black}) {
        if (color == chess::Color::Black) connection_.send("c");
        for (int i = 0; i < 64; ++i) {
            const auto square = static_cast<chess::Square>(i);
            const chess::Piece piece = position.piece_at(square);
            const bool stepped = passed != chess::NoSquare && square == to;
            if (piece && piece.color == color)
                connection_.send("PNBRQK"[static_cast<std::size_t>(piece.type)] +
                                 chess::format_square(stepped ? from : square));
        }
    }
    connection_.send(".");
    if (passed != chess::NoSquare)
        connection_.send(move + (features.san ? "" : chess::format_square(from)) +
                         chess::format_square(to));
}

bool BoardSync::force() {
    if (board_.mode() == EngineBoard::Mode::Force) return true;
    const bool has_pondered = is_pondering();
    if (has_pondered) connection_.interrupt(connection_.pong_even_if_idle());
    connection_.send("force");
    set_forced();
    if (has_pondered) connection_.wait_until_quiet();
    return !has_pondered;
}

// Sends the moves of the wanted game that the engine's board lacks.
void BoardSync::send_moves() {
    for (std::size_t i = board_.moves().size(); i < wanted_.line().moves.size(); ++i) {
        const std::string& move = wanted_.line().moves[i];
        if (send_move(move)) continue;
        connection_.tell_user("illegal move " + move +
                              " in the position line: left out, with all that follow");
        wanted_.drop_moves_from(i);
    }
}

// Returns false if the move is illegal.
bool BoardSync::send_move(const std::string& uci_move) {
    const auto spelt = spell(uci_move);
    if (!spelt) return false;
    connection_.send(connection_.features().usermove ? "usermove " + *spelt : *spelt);
    sent_moves_.push_back(*spelt);
    process_ = Process::Used;
    board_.push(uci_move);
    return true;
}

void BoardSync::check_invariants() const {
    assert(!doubt_ || connection_.features().ping);
    assert(!board_.is_known() || board_.game().has_value() == board_.knows_rules());
    assert(set_ups_ <= most_set_ups);
}

} // namespace polyglot::session

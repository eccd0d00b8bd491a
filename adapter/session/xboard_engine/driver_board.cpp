// What an xboard engine has on its board, and the least that brings it to where the game is.
#include "adapter/session/xboard_engine/driver.hpp"
#include "adapter/session/xboard_engine/options.hpp"
#include "core/chess/fen.hpp"
#include "core/chess/san.hpp"
#include "core/text/text.hpp"

#include <algorithm>

namespace polyglot::session {

namespace {

constexpr std::chrono::seconds confirm_grace{10};
constexpr std::chrono::seconds new_grace{20}; // it may clear tables and write what it has learnt

constexpr int lines_of_new = 4; // new, easy, post, force
constexpr int most_undos = 20;  // Fairy-Max takes 15 ms for each

Result<chess::Position> position_of(std::string_view start) {
    if (start == "startpos") return chess::Position::start();
    return chess::parse_fen(start);
}

bool begins_with(const std::vector<std::string>& moves, const std::vector<std::string>& beginning) {
    return moves.size() >= beginning.size() && std::equal(beginning.begin(), beginning.end(), moves.begin());
}

} // namespace

void XboardDriver::on_position(std::string_view arguments) {
    Target target;
    std::string_view rest = arguments;
    if (text::next_word(rest) == "fen") {
        std::string_view fen = text::trim_left(rest);
        while (!rest.empty()) {
            std::string_view ahead = rest;
            const std::string_view word = text::next_word(ahead);
            if (word.empty() || word == "moves") break;
            rest = ahead;
        }
        fen = text::trim(fen.substr(0, fen.size() - rest.size()));
        target.start = fen;
    }
    if (text::next_word(rest) == "moves")
        for (std::string_view move = text::next_word(rest); !move.empty(); move = text::next_word(rest))
            target.moves.emplace_back(move);
    target_ = without_cut_game(std::move(target));
    refuses_ = false;
    if (ends_at_draws() && passes_draw()) cut_game();
}

// A move of the game follows a draw by rule.
bool XboardDriver::passes_draw() const {
    const auto start = position_of(target_.start);
    if (!rules_known() || !start) return false;
    chess::Game game(*start);
    for (const std::string& text : target_.moves) {
        const auto move = chess::parse_uci_move(game.position(), text);
        if (!move) return false;
        if (game.end() != chess::GameEnd::None) return true;
        game.push(*move);
    }
    return false;
}

XboardDriver::Target XboardDriver::without_cut_game(Target target) const {
    if (!cut_ || target.start != cut_->game.start || !begins_with(target.moves, cut_->game.moves)) return target;
    target.start = cut_->fen;
    target.moves.erase(target.moves.begin(), target.moves.begin() + std::ssize(cut_->game.moves));
    return target;
}

// From here on the engine gets the present position only: it would claim a draw again and again. False: that is what it
// has got.
bool XboardDriver::cut_game() {
    const auto position = target_position();
    if (!position) return false;
    std::string fen = chess::format_fen(*position);
    const std::size_t full_moves = fen.rfind(' ');
    const std::size_t half_moves = fen.rfind(' ', full_moves - 1);
    fen.replace(half_moves + 1, full_moves - half_moves - 1, "0"); // nor may it count to fifty
    if (target_.moves.empty() && target_.start == fen) return false;
    Target game = std::move(target_);
    if (cut_ && game.start == cut_->fen) { // as the front will tell it
        game.moves.insert(game.moves.begin(), cut_->game.moves.begin(), cut_->game.moves.end());
        game.start = cut_->game.start;
    }
    cut_ = Cut{std::move(game), fen};
    target_ = Target{std::move(fen), {}};
    refuses_ = false;
    return true;
}

// "normal", "fischerandom", or what else the engine has announced.
std::string XboardDriver::variant_of_game() const {
    if (chess960_) return "fischerandom";
    if (wanted_variant_.empty()) return "normal";
    return find_xboard_variant(wanted_variant_, features_).value_or("normal");
}

bool XboardDriver::rules_known() const {
    return variant_ == "normal" || variant_ == "fischerandom";
}

chess::CastlingStyle XboardDriver::castling() const {
    return variant_ == "fischerandom" ? chess::CastlingStyle::KingTakesRook : chess::CastlingStyle::KingTwoSquares;
}

// Of the engine's board.
chess::Color XboardDriver::side_to_move() const {
    if (board_.game) return board_.game->position().side_to_move();
    std::string_view rest = board_.start;
    const bool black_first = text::next_word(rest) != "startpos" && text::next_word(rest) == "b";
    const bool black = black_first != (board_.moves.size() % 2 == 1);
    return black ? chess::Color::Black : chess::Color::White;
}

// The position that the front has told, as far as its moves are legal; nothing where we don't know the rules.
std::optional<chess::Position> XboardDriver::target_position() const {
    if (!rules_known()) return std::nullopt;
    const auto start = position_of(target_.start);
    if (!start) return std::nullopt;
    chess::Position position = *start;
    std::size_t first = 0;
    if (board_.game && board_.start == target_.start && begins_with(target_.moves, board_.moves)) {
        position = board_.game->position();
        first = board_.moves.size();
    }
    for (std::size_t i = first; i < target_.moves.size(); ++i) {
        const auto move = chess::parse_uci_move(position, target_.moves[i]);
        if (!move) break;
        position.make(*move);
    }
    return position;
}

// False: the engine has to be waited for first, or to be started anew. True also when what comes behind has to wait.
bool XboardDriver::begin_game() {
    if (used_ && (!features_.reuse || time_.is_depth_limited())) {
        restart(features_.reuse ? "a limit of depth is to be lifted" : "it plays one game only (reuse=0)");
        return false;
    }
    if (!force()) return false;
    variant_ = variant_of_game();
    wire("new");
    if (variant_ != "normal") wire("variant " + variant_);
    std::string_view rest = desk_.settings.init_string;
    while (!rest.empty()) { // the ini file has no other way to write a line end
        const std::size_t end = rest.find("\\n");
        if (const auto line = text::trim(rest.substr(0, end)); !line.empty()) wire(line);
        rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 2);
    }
    for (const std::string& greeting : greetings_)
        wire(greeting);
    wire(pondering_ ? "hard" : "easy");
    wire("post");
    wire("force");
    time_.on_new();
    place("startpos");
    refuses_ = game_over_ = draw_offered_ = false;
    board_.mode = Mode::Force;
    // Which of the 960 positions is on the board, only a setboard can say.
    board_.known = variant_ != "fischerandom";
    if (used_) wait_until_quiet(new_grace); // a resignation may come behind its last move
    used_ = fresh_ = true;
    return true;
}

void XboardDriver::place(std::string start) {
    board_.start = std::move(start);
    board_.moves.clear();
    board_.game.reset();
    board_.known = true;
    claimed_ = false;
    if (!rules_known()) return;
    if (const auto position = position_of(board_.start)) board_.game.emplace(*position);
    board_.known = board_.game.has_value();
}

// It has made the moves that we know of, it waits for one more, and will answer that by itself.
bool XboardDriver::is_next_move_of_opponent() const {
    const bool is_next = board_.known && !game_over_ && board_.mode == Mode::Playing && board_.start == target_.start &&
                         variant_ == variant_of_game() && target_.moves.size() == board_.moves.size() + 1 &&
                         begins_with(target_.moves, board_.moves) && side_to_move() == ~board_.plays;
    if (!is_next || !board_.game) return is_next;
    chess::Position position = board_.game->position();
    const auto move = chess::parse_uci_move(position, target_.moves.back());
    if (!move) return false;
    position.make(*move);
    return position.legal_move_count() > 0;
}

// Brings the engine's board to target_, in force mode. False: it has to be waited for, then try again.
bool XboardDriver::sync() {
    if (doubt_ != Doubt::None) {
        const bool failed = std::exchange(objected_, false);
        const Doubt doubt = std::exchange(doubt_, Doubt::None);
        if (failed && doubt == Doubt::Undo) {
            desk_.note("the engine cannot undo: games are set up anew instead");
            undo_works_ = board_.known = false;
        } else if (failed && !std::exchange(refused_before_, true)) { // Fairy-Max's board is broken after some analysis
            restart("it does not take a position");
            return false;
        } else if (failed) {
            refuses_ = true;
        }
    }
    if (!used_ || variant_ != variant_of_game())
        if (!begin_game() || wait_) return false;
    if (rules_known() && !position_of(target_.start)) {
        refuses_ = true; // nobody here could say what is legal in it
        return true;
    }
    const bool is_over = game_over_ && board_.moves != target_.moves;
    if (!board_.known || is_over || board_.start != target_.start) return set_up();
    if (begins_with(target_.moves, board_.moves)) {
        if (!force()) return false;
        send_moves();
        return true;
    }
    if (!takes_back()) return set_up();
    if (!force()) return false;
    claimed_ = false;
    while (!begins_with(target_.moves, board_.moves)) {
        wire("undo");
        board_.moves.pop_back();
        if (board_.game) board_.game->pop();
    }
    send_moves();
    return confirm(Doubt::Undo);
}

// False: the game is set up anew instead.
bool XboardDriver::takes_back() const {
    if (!features_.ping || !undo_works_) return false;             // without ping nothing would show that it failed
    if (!features_.reuse || time_.is_depth_limited()) return true; // else a new process
    const auto common =
        std::mismatch(board_.moves.begin(), board_.moves.end(), target_.moves.begin(), target_.moves.end()).first;
    const auto undos = board_.moves.end() - common;
    const bool is_shorter = undos <= (common - board_.moves.begin()) + lines_of_new;
    return is_shorter && undos <= most_undos;
}

// False: what the engine was sent may fail, and whether it did is known behind a pong.
bool XboardDriver::confirm(Doubt doubt) {
    if (!features_.ping) return true;
    doubt_ = doubt;
    wait_ = Wait{For::Position, ping(), desk_.now() + confirm_grace};
    return false;
}

// The game from its start. An engine that leaves, or says what throws doubt on its board, each time that it is set up
// is not set up forever.
bool XboardDriver::set_up() {
    if (set_ups_ == most_set_ups) {
        desk_.note("the engine has been set up " + std::to_string(set_ups_) + " times in vain");
        refuses_ = true;
        return true;
    }
    const bool by_new = target_.start == "startpos" && variant_of_game() != "fischerandom";
    if ((by_new || !features_.setboard || game_over_) && !fresh_) {
        if (!begin_game() || wait_) return false;
    } else if (!force()) {
        return false;
    }
    ++set_ups_;
    fresh_ = false;
    if (!by_new) {
        place(target_.start);
        const std::string fen = board_.game ? chess::format_fen(board_.game->position()) : target_.start;
        if (features_.setboard)
            wire("setboard " + fen);
        else
            set_up_by_editing();
    }
    send_moves();
    return confirm(Doubt::SetUp);
}

// For engines without setboard. It says nothing of castling rights and clocks, and leaves the side to move as it is: a
// move of White's makes it Black's turn. An en-passant square comes from the pawn's double step, made behind it.
void XboardDriver::set_up_by_editing() {
    if (!board_.game) {
        desk_.note("the engine has no setboard, and its rules are not known: " + board_.start);
        return;
    }
    const chess::Position& position = board_.game->position();
    const chess::Square behind = position.en_passant();
    const chess::Color mover = behind == chess::NoSquare ? position.side_to_move() : ~position.side_to_move();
    const int forward = mover == chess::Color::White ? 8 : -8;
    const auto from = static_cast<chess::Square>(behind - forward);
    const auto to = static_cast<chess::Square>(behind + forward);
    const std::string move = features_.usermove ? "usermove " : "";
    if (mover == chess::Color::Black) wire(move + (features_.san ? "a3" : "a2a3"));
    wire("edit");
    wire("#");
    for (const chess::Color color : {chess::Color::White, chess::Color::Black}) {
        if (color == chess::Color::Black) wire("c");
        for (int i = 0; i < 64; ++i) {
            const auto square = static_cast<chess::Square>(i);
            const chess::Piece piece = position.piece_at(square);
            const bool stepped = behind != chess::NoSquare && square == to;
            if (piece && piece.color == color)
                wire("PNBRQK"[static_cast<std::size_t>(piece.type)] + chess::format_square(stepped ? from : square));
        }
    }
    wire(".");
    if (behind != chess::NoSquare)
        wire(move + (features_.san ? "" : chess::format_square(from)) + chess::format_square(to));
}

// False: it has pondered, and is to be waited for.
bool XboardDriver::force() {
    if (board_.mode == Mode::Force) return true;
    interrupt_if_busy();
    const bool pondered = pondering_ && board_.mode == Mode::Playing;
    wire("force");
    board_.mode = Mode::Force;
    if (pondered) wait_until_quiet();
    return !pondered;
}

// What target_ has more than the engine's board.
void XboardDriver::send_moves() {
    for (std::size_t i = board_.moves.size(); i < target_.moves.size(); ++i) {
        if (send_move(target_.moves[i])) continue;
        desk_.note("illegal move " + target_.moves[i] + " in the game of the GUI: left out, with all that follow");
        say("info string polyglot: illegal move " + target_.moves[i] + " in the position line");
        target_.moves.resize(i);
    }
}

bool XboardDriver::send_move(const std::string& text) {
    const auto spelt = spell(text);
    if (!spelt) return false;
    wire(features_.usermove ? "usermove " + *spelt : *spelt);
    sent_moves_.push_back(*spelt);
    fresh_ = false;
    push_move(text);
    return true;
}

// As the engine wants to read it; nothing for an illegal move.
std::optional<std::string> XboardDriver::spell(const std::string& uci_text) const {
    if (!board_.game) return uci_text;
    const chess::Position& position = board_.game->position();
    const auto move = chess::parse_uci_move(position, uci_text);
    if (!move) return std::nullopt;
    if (features_.san) return chess::format_san(position, *move);
    return chess::format_xboard_move(*move, variant_ == "fischerandom");
}

void XboardDriver::push_move(const std::string& text) {
    if (board_.game)
        if (const auto move = chess::parse_uci_move(board_.game->position(), text)) board_.game->push(*move);
    board_.moves.push_back(text);
}

} // namespace polyglot::session

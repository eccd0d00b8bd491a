#include "adapter/session/uci_gui/book_ponder.hpp"

#include "core/text/text.hpp"

#include <algorithm>
#include <chrono>

namespace polyglot::session {
namespace {

using std::chrono::milliseconds;

// A GUI takes its own delay off our clock. The engine plans with more time than it has then, which
// must not cost the game; with more time than it plans with nothing is lost.
bool is_near(std::optional<milliseconds> planned, std::optional<milliseconds> asked,
             bool is_last_move) {
    if (!planned || !asked) return planned.has_value() == asked.has_value();
    const auto most = is_last_move ? milliseconds(0) : std::min(milliseconds(100), *planned / 50);
    return *planned - *asked <= most;
}

// Returns the FEN of the position after both moves; empty if one is not legal, or the game ends.
template <class Game, class MoveOf>
std::string fen_after(Game game, std::string_view move, std::string_view reply, MoveOf move_of) {
    for (const std::string_view text : {move, reply}) {
        const chess::Move made = BookGame(game).parse_uci(text);
        if (!made) return {};
        game.push(move_of(made));
    }
    const BookGame after(game);
    return after.has_legal_move() ? after.format_fen() : std::string();
}

std::string fen_after(const BookGame& game, std::string_view move, std::string_view reply) {
    if (const chess::VariantGame* variant_game = game.variant_game())
        return fen_after(*variant_game, move, reply, variant_move_of);
    return fen_after(*game.chess(), move, reply, [](chess::Move made) { return made; });
}

bool has_moves(std::string_view position) {
    while (!text::trim(position).empty())
        if (text::next_word(position) == "moves") return true;
    return false;
}

} // namespace

bool BookPonder::is_asked_by(const protocol::Go& asked, const BookGame& game) const {
    if (asked.infinite || asked.mate || asked.perft || asked.has_search_moves) return false;
    const bool white = game.side_to_move() == chess::Color::White;
    return game.format_fen() == fen && asked.depth == go.depth && asked.nodes == go.nodes &&
           asked.move_time == go.move_time && asked.moves_to_go == go.moves_to_go &&
           asked.white_increment == go.white_increment &&
           asked.black_increment == go.black_increment &&
           is_near(white ? go.white_time : go.black_time,
                   white ? asked.white_time : asked.black_time, go.moves_to_go == 1);
}

std::optional<BookPonder> plan_book_ponder(std::string_view position, const BookGame& game,
                                           const protocol::Go& go, std::string_view move,
                                           std::string_view reply) {
    // With the last move before the time control, what comes after it is not known.
    if (reply.empty() || !go.bounded() || go.has_search_moves || go.moves_to_go == 1)
        return std::nullopt;
    BookPonder plan;
    plan.fen = fen_after(game, move, reply);
    if (plan.fen.empty()) return std::nullopt;
    position = text::trim(position);
    plan.position = "position " + std::string(position) + (has_moves(position) ? " " : " moves ") +
                    std::string(move) + ' ' + std::string(reply);
    plan.go = go;
    plan.go.ponder = true;
    if (plan.go.moves_to_go) --*plan.go.moves_to_go;
    const bool white = game.side_to_move() == chess::Color::White;
    auto& own = white ? plan.go.white_time : plan.go.black_time;
    if (own) *own += white ? go.white_increment : go.black_increment;
    return plan;
}

} // namespace polyglot::session

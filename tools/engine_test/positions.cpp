#include "tools/engine_test/positions.hpp"

#include "core/chess/game.hpp"
#include "core/chess/uci_move.hpp"
#include "core/random.hpp"

namespace polyglot::tools::engine_test {

namespace {

// Found by a search among random positions. tests/unit/tools checks that each position has only the
// stated move.
constexpr Probe table[] = {
    {"fen", "8/8/8/8/8/p1k5/P7/K7 w - - 0 1", "", "a1b1"},
    {"fen", "k7/p7/P1K5/8/8/8/8/8 b - - 12 34", "", "a8b8"},
    {"castling", "8/7p/8/8/7P/1R6/8/k3K2R w K - 0 1", "e1g1", "a1a2"},
    {"castling", "8/8/8/8/7p/6R1/2N5/R3K2k w Q - 0 1", "e1c1", "h1h2"},
    {"castling", "4k2r/1K6/2p4p/8/2q4p/4q3/8/8 b k - 0 1", "e8g8", "b7c7"},
    {"castling", "r3k3/8/4p3/8/3K2P1/2P5/4q3/8 b q - 0 1", "e8c8", "d4c5"},
    {"castling mate", "8/8/p7/8/8/8/1R6/R3K1k1 w Q - 0 1", "", "e1c1"},
    {"castling mate", "2K1k2r/7q/2P5/8/8/7N/N1n1P2p/8 b k - 0 1", "", "e8g8"},
    {"en passant", "8/8/4p2P/3kB3/4p3/4P3/5PP1/R1R1K3 w - - 0 1", "f2f4", "e4f3"},
    {"en passant", "8/8/4p2P/3kB3/4pP2/4P3/6P1/R1R1K3 b - f3 0 1", "", "e4f3"},
    {"en passant", "8/2Q3p1/k7/7P/8/P6B/8/4K3 b - - 0 1", "g7g5 h5g6", "a6b5"},
    {"promotion", "8/1P2QP2/4P3/3P3k/8/8/6Q1/R3K3 w - - 0 1", "f7f8n", "h5h6"},
    {"promotion", "8/3k1P2/2N5/3P4/5P2/3P3R/8/6K1 w - - 0 1", "f7f8q", "d7c7"},
    {"promotion", "3qk2r/5R2/8/8/4p3/8/2p2P2/4K3 b - - 0 1", "c2c1r", "e1e2"},
    {"promotion", "8/7P/8/3k4/8/1q6/8/K7 w - - 0 1", "", ""}, // to any piece
    {"check", "6k1/5ppp/B7/8/8/8/5PPP/r5K1 w - - 0 1", "", "a6f1"},
    {"check", "R5k1/5ppp/8/8/8/b7/5PPP/6K1 b - - 0 1", "", "a3f8"},
    {"chess960", "8/8/8/8/8/8/4k3/1RK2R2 w Q - 0 1", "c1b1", "e2e3"},
    {"chess960", "4K1kr/2P5/8/4P3/8/8/2n5/3rN3 b k - 0 1", "g8h8", "e8e7"},
    {"chess960", "8/8/8/3R4/4k3/2Q5/8/3K1R2 w K - 0 1", "d1f1", "e4d5"},
    {"chess960 mate", "8/8/8/Q7/8/2N5/R7/RK4k1 w Q - 0 1", "", "b1a1"},
    {"chess960 mate", "8/8/4QQ2/8/8/P7/1r6/k3KR2 w K - 0 1", "", "e1f1"},
};

} // namespace

std::span<const Probe> probes() {
    return table;
}

namespace {

constexpr int long_game_plies = 600;
constexpr int patience_plies = 90; // below the fifty moves

std::string make_long_game() {
    Random random(1);
    chess::Game game;
    std::string text;
    while (game.moves().size() < long_game_plies) {
        const chess::MoveList moves = game.position().legal_moves();
        const chess::Move move = moves[static_cast<std::size_t>(random.below(moves.size()))];
        const auto piece = game.position().piece_at(move.from()).type;
        const bool captures = game.position().piece_at(move.to()).type != chess::PieceType::None;
        const bool pawn_due = game.position().half_move_clock() >= patience_plies;
        if (captures || (piece == chess::PieceType::Pawn) != pawn_due) continue;
        game.push(move);
        // The game must neither end nor allow a draw claim, and it must be able to continue.
        const bool stuck = pawn_due ? false : game.position().in_check();
        if (game.end() != chess::GameEnd::None || stuck) {
            game.pop();
            continue;
        }
        (text += text.empty() ? "" : " ") += chess::format_uci_move(move);
    }
    return text;
}

} // namespace

const std::string& long_game() {
    static const std::string game = make_long_game();
    return game;
}

} // namespace polyglot::tools::engine_test

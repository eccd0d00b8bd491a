#include "adapter/session/books/played_game.hpp"

#include <algorithm>
#include <cstddef>

namespace polyglot::session {
namespace {

using chess::Color;

bool is_first_position(const chess::Position& position) {
    constexpr std::uint64_t first_two_ranks = 0xffff;
    return position.full_move_number() == 1 && position.side_to_move() == Color::White &&
           position.half_move_clock() == 0 && position.pieces(Color::White) == first_two_ranks &&
           position.pieces(Color::Black) == first_two_ranks << 48U;
}

// The squares of the pieces are those of the variant's start.
bool is_first_position(const chess::VariantPosition& position) {
    const chess::VariantBoard& board = position.board();
    const chess::VariantPosition start = chess::VariantPosition::start(position.variant());
    const chess::VariantBoard& first = start.board();
    return board.full_move_number == 1 && board.side_to_move == first.side_to_move &&
           board.half_move_clock == 0 && board.pockets == first.pockets &&
           board.pieces(Color::White) == first.pieces(Color::White) &&
           board.pieces(Color::Black) == first.pieces(Color::Black);
}

} // namespace

void PlayedGame::push(chess::Move move) {
    if (auto* const game = std::get_if<chess::Game>(&game_))
        game->push(move);
    else
        std::get<chess::VariantGame>(game_).push(chess::variant_move_of(move));
}

std::size_t common_plies(const BookGame& a, const BookGame& b) {
    if (a.variant() != b.variant() || a.start_key() != b.start_key()) return 0;
    const auto moves = a.moves();
    const auto others = b.moves();
    const auto end = std::mismatch(moves.begin(), moves.end(), others.begin(), others.end()).first;
    return static_cast<std::size_t>(end - moves.begin());
}

bool begins_at_first_position(const BookGame& game) {
    return game.chess() != nullptr ? is_first_position(game.chess()->start())
                                   : is_first_position(game.variant_game()->start());
}

} // namespace polyglot::session

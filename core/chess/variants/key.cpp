#include "core/chess/variants/key.hpp"

#include "core/chess/attacks.hpp"
#include "core/chess/zobrist_keys.hpp"

#include <bit>

namespace polyglot::chess {
namespace {

using zobrist::random_numbers;

std::uint64_t piece_key(Piece piece, Square s) {
    const std::size_t kind = 2 * index_of(piece.type) + (piece.color == Color::White ? 1 : 0);
    return random_numbers[zobrist::piece_offset + 64 * kind + s];
}

std::uint64_t state_key(const VariantBoard& board) {
    std::uint64_t key =
        board.side_to_move == Color::White ? random_numbers[zobrist::turn_offset] : 0;
    std::size_t right = zobrist::castling_offset;
    for (const Color c : {Color::White, Color::Black})
        for (const CastlingSide side : {CastlingSide::King, CastlingSide::Queen}) {
            if (board.castling_rook(c, side) != NoSquare) key ^= random_numbers[right];
            ++right;
        }
    if (board.en_passant == NoSquare) return key;
    const Bitboard takers = pawn_attacks(~board.side_to_move, board.en_passant) &
                            board.pieces(board.side_to_move, PieceType::Pawn);
    const auto file = static_cast<std::size_t>(file_of(board.en_passant));
    return takers ? key ^ random_numbers[zobrist::en_passant_offset + file] : key;
}

// XBoard keeps pockets on squares after the board's 64, where the numbers of the board are rotated
// by 8 bits: White's pawn to queen from 72 upwards, Black's from 71 downwards. Each piece adds its
// number.
std::uint64_t pockets_key(const VariantBoard& board) {
    std::uint64_t key = 0;
    for (const Color c : {Color::White, Color::Black})
        for (std::size_t type = 0; type < board.pockets[index_of(c)].size(); ++type) {
            const std::size_t square = c == Color::White ? 8 + type : 7 - type;
            const std::uint64_t number =
                piece_key({static_cast<PieceType>(type), c}, static_cast<Square>(square));
            key += board.pockets[index_of(c)][type] * std::rotl(number, 8);
        }
    return key;
}

} // namespace

std::uint64_t variant_key(const VariantPosition& position, VariantKeys keys) {
    const VariantBoard& board = position.board();
    std::uint64_t key = state_key(board);
    for (Bitboard rest = board.occupied(); rest;) {
        const Square s = pop_square(rest);
        const std::uint64_t number = piece_key(board.piece_at(s), s);
        const bool is_rotated = keys == VariantKeys::XBoard && board.promoted & bit(s);
        key ^= is_rotated ? std::rotl(number, 32) : number;
    }
    if (keys == VariantKeys::Plain) return key;
    return (key ^ position.variant().xboard_number) + pockets_key(board);
}

} // namespace polyglot::chess

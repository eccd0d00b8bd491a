// Parses the text of a move in SAN without a board, for the readers of chess and of its variants.
#pragma once
#include "core/chess/types.hpp"

#include <cstddef>
#include <optional>
#include <string_view>

namespace polyglot::chess {

constexpr Bitboard file_named(char c) {
    return Bitboard{0x0101010101010101} << (c - 'a');
}
constexpr Bitboard rank_named(char c) {
    return Bitboard{0xff} << 8 * (c - '1');
}
constexpr bool is_san_mark(char c) {
    // All comparisons are made, without branches, because checks are hard to predict.
    return (c == '+') | (c == '#') | (c == '!') | (c == '?');
}
constexpr PieceType san_piece_named(char c) { // None if it is not a letter of a piece
    const std::size_t type = std::string_view("PNBRQK").find(c);
    return type == std::string_view::npos ? PieceType::None : static_cast<PieceType>(type);
}

struct SanPattern {
    PieceType piece = PieceType::Pawn;
    PieceType promotion = PieceType::None;
    bool en_passant = false; // marked as such
    Bitboard from = ~Bitboard{0};
    Bitboard to = 0; // one square, or a file ("exd", a pawn capture)
};

// Reads every form that parse_san() reads, except castling. Nullopt for any other text. Promotion
// to a king is read because some variants have it.
std::optional<SanPattern> read_san_pattern(std::string_view text);
// Reads O-O and O-O-O with letters or zeros and any dashes. Nullopt for any other text.
std::optional<CastlingSide> read_san_castling(std::string_view text);

} // namespace polyglot::chess

// What the text of a move in SAN says, before any board is asked: for the readers of chess and of
// its variants.
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
    // All at once: checks are hard to predict
    return (c == '+') | (c == '#') | (c == '!') | (c == '?');
}
constexpr PieceType san_piece_named(char c) { // None if it is not a letter of a piece
    const std::size_t type = std::string_view("PNBRQK").find(c);
    return type == std::string_view::npos ? PieceType::None : static_cast<PieceType>(type);
}

struct SanPattern {
    PieceType piece = PieceType::Pawn;
    PieceType promotion = PieceType::None;
    bool en_passant = false; // marked so
    Bitboard from = ~Bitboard{0};
    Bitboard to = 0; // one square, or a file: "exd", a pawn taking
};

// Every form that parse_san() reads, but castling. A promotion to king is read; only some variants
// have it.
std::optional<SanPattern> read_san_pattern(std::string_view text);
// O-O with letters or zeros, any dashes.
std::optional<CastlingSide> read_san_castling(std::string_view text);

} // namespace polyglot::chess

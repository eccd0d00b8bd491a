// Computes what a piece attacks. Sliding pieces use hyperbola quintessence: the slider is
// subtracted from the blockers of its line, once as it is and once with the bytes reversed. The
// constant tables take 43 KB and need no set-up at start.
#pragma once
#include "core/chess/types.hpp"

#include <array>
#include <cstddef>

namespace polyglot::chess {

struct LineMasks { // the lines through a square, without the square itself
    Bitboard file, diagonal, anti_diagonal;
};

struct AttackTables {
    std::array<LineMasks, 64> lines;
    // Indexed by piece type, on an empty board; the array for a pawn is empty.
    std::array<std::array<Bitboard, 64>, 6> reach;
    std::array<std::array<Bitboard, 64>, 2> pawn; // by colour of the pawn
    // Indexed by file, and by the occupancy of files b to g.
    std::array<std::array<std::uint8_t, 64>, 8> rank;
    // Squares strictly between two squares on one line; 0 if they are not on one.
    std::array<std::array<Bitboard, 64>, 64> between;
};
extern const AttackTables attack_tables;

// Mirrors the board top to bottom. Compilers turn this into one instruction; std::byteswap is part
// of C++23 only.
constexpr Bitboard flip_ranks(Bitboard b) {
    b = (b >> 8 & 0x00ff00ff00ff00ff) | (b & 0x00ff00ff00ff00ff) << 8;
    b = (b >> 16 & 0x0000ffff0000ffff) | (b & 0x0000ffff0000ffff) << 16;
    return b >> 32 | b << 32;
}

// Returns the attacks along one line that has at most one square per rank.
inline Bitboard line_attacks(Square s, Bitboard occupied, Bitboard line) {
    const Bitboard blockers = occupied & line;
    const Bitboard up = blockers - bit(s);
    const Bitboard down = flip_ranks(flip_ranks(blockers) - bit(static_cast<Square>(s ^ 56)));
    return (up ^ down) & line;
}

inline Bitboard bishop_attacks(Square s, Bitboard occupied) {
    const LineMasks& lines = attack_tables.lines[s];
    return line_attacks(s, occupied, lines.diagonal) |
           line_attacks(s, occupied, lines.anti_diagonal);
}

inline Bitboard rook_attacks(Square s, Bitboard occupied) {
    const int rank_shift = s & 56;
    const auto inner = static_cast<std::size_t>(occupied >> (rank_shift + 1) & 63);
    const Bitboard along_rank = attack_tables.rank[static_cast<std::size_t>(file_of(s))][inner];
    return along_rank << rank_shift | line_attacks(s, occupied, attack_tables.lines[s].file);
}

// Returns the squares that a piece other than a pawn would attack from s on an empty board.
inline Bitboard reach(PieceType type, Square s) {
    return attack_tables.reach[static_cast<std::size_t>(type)][s];
}
inline Bitboard knight_attacks(Square s) {
    return reach(PieceType::Knight, s);
}
inline Bitboard king_attacks(Square s) {
    return reach(PieceType::King, s);
}
// Returns the squares that a pawn of this colour on s attacks.
inline Bitboard pawn_attacks(Color c, Square s) {
    return attack_tables.pawn[static_cast<std::size_t>(c)][s];
}
inline Bitboard between(Square a, Square b) {
    return attack_tables.between[a][b];
}

} // namespace polyglot::chess

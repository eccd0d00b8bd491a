#include "core/chess/attacks.hpp"

namespace polyglot::chess {
namespace {

constexpr bool on_board(int file, int rank) {
    return file >= 0 && file < 8 && rank >= 0 && rank < 8;
}

constexpr Bitboard step(Square s, int file_step, int rank_step) {
    const int file = file_of(s) + file_step;
    const int rank = rank_of(s) + rank_step;
    return on_board(file, rank) ? bit(make_square(file, rank)) : 0;
}

constexpr Bitboard ray(Square s, int file_step, int rank_step) {
    Bitboard squares = 0;
    for (int n = 1; n < 8; ++n)
        squares |= step(s, n * file_step, n * rank_step);
    return squares;
}

constexpr std::uint8_t rank_attacks(int file, unsigned inner) {
    const unsigned occupied = inner << 1;
    unsigned attacks = 0;
    for (int f = file + 1; f < 8; ++f) {
        attacks |= 1U << f;
        if (occupied >> f & 1) break;
    }
    for (int f = file - 1; f >= 0; --f) {
        attacks |= 1U << f;
        if (occupied >> f & 1) break;
    }
    return static_cast<std::uint8_t>(attacks);
}

constexpr void fill_between(AttackTables& t, Square s) {
    for (int file_step = -1; file_step <= 1; ++file_step) {
        for (int rank_step = -1; rank_step <= 1; ++rank_step) {
            if (file_step == 0 && rank_step == 0) continue;
            Bitboard passed = 0;
            for (int n = 1;; ++n) {
                const Bitboard next = step(s, n * file_step, n * rank_step);
                if (!next) break;
                t.between[s][first_square(next)] = passed;
                passed |= next;
            }
        }
    }
}

constexpr AttackTables make_tables() {
    AttackTables t{};
    for (int i = 0; i < 64; ++i) {
        const auto s = static_cast<Square>(i);
        t.lines[s].file = ray(s, 0, 1) | ray(s, 0, -1);
        t.lines[s].diagonal = ray(s, 1, 1) | ray(s, -1, -1);
        t.lines[s].anti_diagonal = ray(s, -1, 1) | ray(s, 1, -1);
        auto& [no_pawn, knight, bishop, rook, queen, king] = t.reach;
        bishop[s] = t.lines[s].diagonal | t.lines[s].anti_diagonal;
        rook[s] = t.lines[s].file | ray(s, -1, 0) | ray(s, 1, 0);
        queen[s] = bishop[s] | rook[s];
        for (const int a : {-1, 1}) {
            for (const int b : {-2, 2})
                knight[s] |= step(s, a, b) | step(s, b, a);
            t.pawn[0][s] |= step(s, a, 1);
            t.pawn[1][s] |= step(s, a, -1);
            for (const int b : {-1, 0, 1})
                king[s] |= step(s, a, b);
            king[s] |= step(s, 0, a);
        }
        fill_between(t, s);
    }
    for (int file = 0; file < 8; ++file)
        for (unsigned inner = 0; inner < 64; ++inner)
            t.rank[static_cast<std::size_t>(file)][inner] = rank_attacks(file, inner);
    return t;
}

} // namespace

constexpr AttackTables attack_tables = make_tables();

} // namespace polyglot::chess

#include "core/chess/variants/fen.hpp"
#include "core/chess/variants/key.hpp"

#include <string_view>

#include <doctest/doctest.h>

namespace polyglot::chess {
namespace {

void check(const Variant& variant, std::string_view fen, std::uint64_t plain,
           std::uint64_t xboard) {
    CAPTURE(fen);
    const auto position = parse_variant_fen(variant, fen);
    REQUIRE(position.has_value());
    CHECK(variant_key(*position, VariantKeys::Plain) == plain);
    CHECK(variant_key(*position, VariantKeys::XBoard) == xboard);
}

} // namespace

// XBoard's are those that XBoard 4.9.1 prints for these positions.
TEST_CASE("keys of variants: XBoard's have the number of the variant") {
    constexpr std::string_view start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    check(giveaway, start, 0x463b96181691fc9c, 0x463b96181691fc94);
    check(losers, start, 0x463b96181691fc9c, 0x463b96181691fc9b);
    check(suicide, "rnbqk1nr/pppp1ppp/4p3/8/1b6/4P3/P1PP1PPP/RNBQKBNR w KQkq - 0 3",
          0x5db3df8902e208d4, 0x5db3df8902e208dc);
    check(atomic, "r1bqkbnr/pppppppp/8/8/8/P7/1PP1PPPP/RNBQKBNR w KQkq - 0 3", 0xb6e75f5451ce6a55,
          0xb6e75f5451ce6a59);
    check(king_of_the_hill, start, 0x463b96181691fc9c,
          0x463b96181691fc9c); // XBoard does not know it
}

TEST_CASE("keys of variants: without the checks given") {
    constexpr std::uint64_t plain = 0x6d18f83ce0128f03;
    constexpr std::uint64_t xboard = 0x6d18f83ce0128f0e;
    check(three_check, "2b1k1nr/2pN3p/r7/pp3pB1/8/N7/1PP1PPPP/3RKB1R b Kk - 3+3 0 12", plain,
          xboard);
    check(three_check, "2b1k1nr/2pN3p/r7/pp3pB1/8/N7/1PP1PPPP/3RKB1R b Kk - 1+2 0 12", plain,
          xboard);
}

TEST_CASE("keys of variants: XBoard's have pockets and promoted pieces") {
    check(crazyhouse, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1",
          0x463b96181691fc9c, 0x463b96181691fc9a);
    check(crazyhouse, "r1bqkbnr/pppppppp/8/8/p2Q4/P7/1PP1PPPP/RNB1KBNR[N] w KQkq - 1 4",
          0x80113505a56c7a7c, 0x22670d4168e07371);
    check(crazyhouse, "rn1q1b1r/ppp2kpp/4p3/3p1b2/3PB3/4P3/PPP2PPP/RNBQK2R[NPn] b KQ - 0 7",
          0xfb26faa0d6a821a8, 0xac779dc8801e0167);
    check(crazyhouse, "rn1qkb1r/ppp3pp/4p3/3pN3/3Pb3/4P3/PPP2PPP/RNBQK2R[Pbn] w KQ - 2 9",
          0xe7995770298b9546, 0x76ded015df34bd1c);
    check(crazyhouse, "4k2r/8/8/8/8/8/6Q~1/4K2R[] w - - 0 1", 0xe8a6d55c0192ee8d,
          0x778759739eb362a4);
}

TEST_CASE("keys of variants: plain ones are those of chess, en passant and castling too") {
    for (const std::string_view fen :
         {"rnbqkbnr/p1pppppp/8/8/PpP4P/8/1P1PPPP1/RNBQKBNR b KQkq c3 0 3",
          "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPPKPPP/RNBQ1BNR w kq f6 0 3",
          "r3k3/8/8/8/8/8/8/4K2R b Kq - 0 1"}) {
        CAPTURE(fen);
        check(king_of_the_hill, fen, parse_fen(fen)->key(), parse_fen(fen)->key());
    }
}

TEST_CASE("keys of variants: starts that chess does not have") {
    check(horde, horde.start, 0xa8a878183978f15b, 0xa8a878183978f15b);
    check(racing_kings, racing_kings.start, 0xda1cd4141a240380, 0xda1cd4141a240380);
    check(antichess, antichess.start, 0x3d01bbb3c1105375, 0x3d01bbb3c110537d);
    check(crazyhouse, "brkrnnqb/pppppppp/8/8/8/8/PPPPPPPP/BRKRNNQB[] w BDbd - 0 1",
          0xa7097fb305f313f5, 0xa7097fb305f313f3);
}

} // namespace polyglot::chess

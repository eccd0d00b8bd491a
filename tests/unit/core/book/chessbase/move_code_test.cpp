#include "core/book/chessbase/move_code.hpp"
#include "core/chess/fen.hpp"
#include "core/chess/uci_move.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include <doctest/doctest.h>

namespace polyglot::book {
namespace {

std::string decoded(std::string_view fen, unsigned code) {
    const auto position = chess::parse_fen(fen);
    REQUIRE_MESSAGE(position.has_value(), fen);
    const CtgDecodedMove move = decode_ctg_move(static_cast<std::uint8_t>(code), *position);
    CHECK(static_cast<bool>(move.move) == move.refused.empty());
    return move.move ? chess::format_uci_move(move.move) : std::string(move.refused);
}

constexpr std::string_view start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

} // namespace

TEST_CASE("codes of the start position, for either side") {
    constexpr std::string_view black =
        "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1";
    CHECK(decoded(start, 0x5f) == "e2e4");
    CHECK(decoded(start, 0xe6) == "d2d4");
    CHECK(decoded(start, 0xf3) == "g1f3");
    CHECK(decoded(start, 0x9b) == "c2c4");
    CHECK(decoded(start, 0x18) == "g2g3");
    CHECK(decoded(black, 0x5f) == "e7e5");
    CHECK(decoded(black, 0xf3) == "g8f6");
    const auto position = *chess::parse_fen(start);
    std::size_t legal = 0;
    for (unsigned code = 0; code < 256; ++code)
        if (decode_ctg_move(static_cast<std::uint8_t>(code), position).move) ++legal;
    CHECK(legal == 20);
}

TEST_CASE("men are numbered by file, and their steps wrap around the board") {
    constexpr std::string_view rooks = "4k3/8/8/3R4/8/8/8/R5K1 w - - 0 1";
    CHECK(decoded(rooks, 0x81) == "a1a2"); // the first rook, one up
    CHECK(decoded(rooks, 0xe1) == "a1a8"); // seven up
    CHECK(decoded(rooks, 0x7d) == "d5d6");
    CHECK(decoded(rooks, 0xd8) == "d5b5"); // the second rook, six to the right: two to the left
    CHECK(decoded(rooks, 0x69) == "d5d4"); // seven up: one down
    constexpr std::string_view bishop = "4k3/8/8/8/3B4/8/8/6K1 w - - 0 1";
    CHECK(decoded(bishop, 0x6a) == "d4h8"); // four along either diagonal
    CHECK(decoded(bishop, 0x12) == "d4c3");
    CHECK(decoded(bishop, 0x26) == "d4e3");
    CHECK(decoded(bishop, 0xf5) == "of a man that does not stand there");
    // h1 lies beyond the king
    CHECK(decoded("4k3/8/8/8/8/8/8/Q5K1 w - - 0 1", 0x8f) == "not legal here");
}

TEST_CASE("castling, en passant, mirrored positions") {
    constexpr std::string_view castles = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    CHECK(decoded(castles, 0x6b) == "e1g1");
    CHECK(decoded(castles, 0xf6) == "e1c1");
    CHECK(decoded("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", 0xf6) == "e8c8");
    CHECK(decoded("r3k2r/8/8/8/8/8/8/R3K2R b KQq - 0 1", 0x6b) == "not legal here");
    CHECK(decoded("4k3/8/8/8/8/8/8/4K2R w - - 0 1", 0x6b) == "not legal here");
    CHECK(decoded("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", 0x0c) == "e5d6");
    CHECK(decoded("4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1", 0x0c) == "not legal here");
    // White's king on the left: the code is of the image, in which it goes to the right.
    CHECK(decoded("4k3/8/8/8/8/8/8/2K5 w - - 0 1", 0xbe) == "c1b1");
    CHECK(decoded("2k5/8/8/8/8/8/8/4K3 b - - 0 1", 0x13) == "c8c7");
    CHECK(decoded("2k5/8/8/8/8/8/8/4K3 b - - 0 1", 0xbe) == "c8b8");
    // A king beside its rook does not castle by stepping on it (Chess960).
    CHECK(decoded("4k3/8/8/8/8/8/8/5KR1 w G - 0 1", 0xbe) == "not legal here");
    CHECK(decoded("4k3/8/8/8/8/8/8/5KR1 w G - 0 1", 0x6b) == "not legal here");
}

TEST_CASE("what no real file shows is refused by name") {
    CHECK(decoded(start, 0x02) == "a code whose meaning is unknown");
    constexpr std::string_view ambiguous =
        "a code with two readings: the second queen six up, or six to the right";
    constexpr std::string_view queens = "6k1/8/8/8/8/6K1/8/QQ6 w - - 0 1";
    CHECK(decoded(queens, 0x1a) == ambiguous);
    CHECK(decoded(queens, 0xf9) == ambiguous);
    CHECK(decoded("8/P6k/8/8/8/8/8/6K1 w - - 0 1", 0xec) ==
          "a promotion, which no known file shows");
    CHECK(decoded("1n6/P6k/8/8/8/8/8/6K1 w - - 0 1", 0x8b) ==
          "a promotion, which no known file shows");
    CHECK(decoded("1n6/P6k/8/8/8/8/8/6K1 w - - 0 1", 0x0c) == "not legal here");
    // The third knight has no code
    CHECK(decoded("4k3/8/8/8/8/NNN5/8/6K1 w - - 0 1", 0x4c) == "b3c5");
}

TEST_CASE("166 codes have a meaning, 90 have none") {
    std::size_t known = 0, unknown = 0;
    const auto bare = *chess::parse_fen("4k3/8/8/8/8/8/8/4K3 w - - 0 1");
    for (unsigned code = 0; code < 256; ++code) {
        const auto move = decode_ctg_move(static_cast<std::uint8_t>(code), bare);
        ++(move.refused == "a code whose meaning is unknown" ? unknown : known);
    }
    CHECK(unknown == 90);
    CHECK(known == 166);
}

} // namespace polyglot::book

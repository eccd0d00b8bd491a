#include "core/chess/variants/fen.hpp"
#include "core/chess/variants/game.hpp"
#include "core/chess/variants/notation.hpp"
#include "tests/support/harness/variant_walk.hpp"

#include <initializer_list>
#include <string>
#include <string_view>

#include <doctest/doctest.h>

namespace polyglot::chess::test {
namespace {

VariantGame played(const Variant& variant, std::string_view fen,
                   std::initializer_list<std::string_view> sans = {}) {
    const Result<VariantPosition> start = parse_variant_fen(variant, fen);
    REQUIRE_MESSAGE(start.has_value(), fen);
    VariantGame game(*start);
    for (const std::string_view san : sans) {
        const Result<VariantMove> move = parse_variant_san(game.position(), san);
        REQUIRE_MESSAGE(move.has_value(), san);
        game.push(*move);
    }
    return game;
}

// Who has won and why: "white", "draw" … and the reason's number.
std::string end_of(const Variant& variant, std::string_view fen,
                   std::initializer_list<std::string_view> sans = {}) {
    return describe(played(variant, fen, sans).end());
}
std::string fen_after(const Variant& variant, std::string_view fen,
                      std::initializer_list<std::string_view> sans) {
    return format_variant_fen(played(variant, fen, sans).position());
}

const std::string rule = "0";
const std::string mate = "1";
const std::string stalemate = "2";
const std::string material = "3";
const std::string threefold = "6";

} // namespace

TEST_CASE("crazyhouse: what is captured can be dropped") {
    CHECK(fen_after(crazyhouse, "4k3/8/8/8/8/8/2r5/3QK3[] w - - 0 1", {"Qxc2", "Kd8"}) ==
          "3k4/8/8/8/8/8/2Q5/4K3[R] w - - 1 2");
    CHECK(fen_after(crazyhouse, "4k3/P7/8/8/8/8/7r/4K3[] w - - 0 1", {"a8=Q+", "Kd7"}) ==
          "Q~7/3k4/8/8/8/8/7r/4K3[] w - - 1 2");
    CHECK(fen_after(crazyhouse, "Q~7/3k4/8/8/8/8/7r/4K3[] w - - 0 1", {"Qa7+"}) ==
          "8/Q~2k4/8/8/8/8/7r/4K3[] b - - 1 1");
    CHECK(fen_after(crazyhouse, "4k3/8/8/8/8/8/Q~6r/4K3[] b - - 0 1", {"Rxa2"}) ==
          "4k3/8/8/8/8/8/r7/4K3[p] w - - 0 2");
    // A drop does not reset the clock, neither does one of a pawn; and the clock ends nothing.
    CHECK(fen_after(crazyhouse, "4k3/8/8/8/8/8/8/4K3[Pn] w - - 7 1", {"P@e4", "N@a8"}) ==
          "n3k3/8/8/8/4P3/8/8/4K3[] w - - 9 2");
    CHECK(end_of(crazyhouse, "4k3/8/8/8/8/8/8/R3K3[] w - - 400 1") == "-");
    CHECK(end_of(losers, "4k3/7p/8/8/8/8/8/R3K3 w - - 150 1") != "-");
    // A rook that was dropped never castles.
    CHECK(fen_after(crazyhouse, "4k3/8/8/8/8/8/8/4K3[R] w K - 0 1", {"R@h1"}) ==
          "4k3/8/8/8/8/8/8/4K2R[] b - - 1 1");
    // A drop can block, so this is not mate; without a piece in hand it is.
    CHECK(end_of(crazyhouse, "r3k3/8/8/8/8/8/5PPP/6K1[N] b - - 0 1", {"Ra1+"}) == "-");
    CHECK(end_of(crazyhouse, "r3k3/8/8/8/8/8/5PPP/6K1[] b - - 0 1", {"Ra1#"}) == "black " + mate);
    CHECK(end_of(crazyhouse, "4k3/8/8/8/8/8/8/4K3[N] w - - 0 1") == "draw " + material);
    CHECK(end_of(crazyhouse, "4k3/8/8/8/8/8/8/2B1K3[N] w - - 0 1") == "-");
    CHECK(end_of(crazyhouse, "4k3/8/8/8/8/8/8/2B~1K3[] w - - 0 1") == "-");
    CHECK(end_of(crazyhouse, "4k3/8/8/8/8/8/8/4K3[p] w - - 0 1") == "-");
}

TEST_CASE("atomic: captures explode") {
    // The captor and all pieces beside the square, but no pawns.
    CHECK(fen_after(atomic, "4k3/8/2n1p3/3p4/2P1R3/8/8/4K3 w - - 0 1", {"cxd5"}) ==
          "4k3/8/4p3/8/8/8/8/4K3 b - - 0 1");
    CHECK(fen_after(atomic, "4k3/8/8/3pP3/2n5/2n5/8/4K3 w - d6 0 1", {"exd6"}) ==
          "4k3/8/8/8/2n5/2n5/8/4K3 b - - 0 1");
    // The rights of a rook that explodes.
    CHECK(fen_after(atomic, "4k3/8/8/8/4b3/8/6P1/R3K2R b KQ - 0 1", {"Bxg2"}) ==
          "4k3/8/8/8/8/8/8/R3K3 w Q - 0 2");
    CHECK(end_of(atomic, "3k4/3p4/8/8/8/8/8/3R3K w - - 0 1", {"Rxd7#"}) == "white " + rule);
    // Even out of check.
    CHECK(end_of(atomic, "3k4/3p4/8/8/8/8/8/3R3K w - - 0 1", {"Kg1", "Kc8"}) == "-");
    CHECK(end_of(atomic, "3k4/3p4/8/8/8/8/7r/3R3K w - - 0 1", {"Rxd7#"}) == "white " + rule);
    // The own king may not explode, and no king captures.
    const VariantPosition near = played(atomic, "4k3/8/8/8/8/8/3p4/3QK3 w - - 0 1").position();
    CHECK_FALSE(parse_variant_san(near, "Qxd2").has_value());
    CHECK_FALSE(parse_variant_san(near, "Kxd2").has_value());
    CHECK_FALSE(played(atomic, "8/8/8/8/8/k7/1K6/R7 b - - 0 1").position().in_check());
    CHECK(end_of(atomic, "4k3/8/8/8/8/8/8/4K3 w - - 0 1") == "draw " + material);
    CHECK(end_of(atomic, "4k3/8/8/8/8/8/8/R3K3 w - - 0 1") == "draw " + material);
    CHECK(end_of(atomic, "4k3/8/8/8/8/8/8/Q3K3 w - - 0 1") == "-");
    CHECK(end_of(atomic, "4k3/8/8/8/8/8/8/NN2K3 w - - 0 1") == "draw " + material);
    CHECK(end_of(atomic, "4k1b1/8/8/8/8/8/8/2B1K3 w - - 0 1") == "draw " + material);
    CHECK(end_of(atomic, "4kb2/8/8/8/8/8/8/2B1K3 w - - 0 1") == "-");
}

TEST_CASE("antichess, giveaway, suicide: captures are compulsory, and to lose all wins") {
    CHECK(played(antichess, "8/8/8/8/3p4/4P3/8/R7 w - - 0 1").position().legal_moves().size() == 1);
    CHECK(end_of(antichess, "8/8/8/8/3p4/4P3/8/8 b - - 0 1", {"dxe3#"}) == "white " + rule);
    CHECK(end_of(antichess, "8/8/8/p7/P7/8/8/7N b - - 0 1") == "black " + stalemate);
    CHECK(end_of(suicide, "8/8/8/p7/P7/8/8/7N b - - 0 1") == "black " + stalemate);
    CHECK(end_of(suicide, "8/8/8/p7/P7/8/8/8 b - - 0 1") == "draw " + stalemate);
    CHECK(end_of(suicide, "b7/p7/P7/8/8/8/8/7N w - - 0 1") == "-");
    CHECK(end_of(suicide, "8/8/8/pp6/P7/8/8/8 w - - 0 1") == "-");
    CHECK(end_of(antichess, "8/8/8/8/8/8/8/bB6 w - - 0 1") == "draw " + material);
    CHECK(end_of(antichess, "8/8/8/8/8/8/8/b1B5 w - - 0 1") == "-");
}

TEST_CASE("losers: check binds, mate and a bare king win") {
    CHECK(end_of(losers, "4k3/8/8/8/8/8/r6n/4K1N1 b - - 0 1") == "-");
    CHECK(end_of(losers, "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", {"Ra8#"}) == "black " + mate);
    CHECK(end_of(losers, "7k/5Q2/8/8/8/8/7p/7K b - - 0 1") == "black " + stalemate);
    CHECK(end_of(losers, "4k3/8/8/8/8/8/4p3/4K2R w - - 0 1", {"Kxe2#"}) == "black " + rule);
    // Capturing is compulsory only among legal moves.
    CHECK(played(losers, "4k3/8/8/8/8/4r3/2p5/R3KB2 w - - 0 1").position().legal_moves().size() ==
          3);
}

TEST_CASE("three-check, king of the hill, racing kings, horde: their ends") {
    CHECK(end_of(three_check, "7k/8/8/8/8/8/8/R6K w - - 1+3 0 1", {"Ra8#"}) == "white " + rule);
    // A double check is one
    CHECK(fen_after(three_check, "4k3/8/8/4N3/8/8/8/4R2K w - - 3+3 0 1", {"Nd7+"}) ==
          "4k3/3N4/8/8/8/8/8/4R2K b - - 2+3 1 1");
    CHECK(end_of(three_check, "7k/8/8/8/8/8/8/7K w - - 0 1") == "draw " + material);
    CHECK(end_of(three_check, "7k/8/8/8/8/8/8/6NK w - - 0 1") == "-");
    CHECK(end_of(king_of_the_hill, "7k/8/8/8/8/3K4/8/8 w - - 0 1", {"Ke4#"}) == "white " + rule);
    CHECK(end_of(king_of_the_hill, "7k/8/8/8/8/3K4/8/8 w - - 0 1") == "-");
    CHECK(end_of(racing_kings, "8/K7/8/8/7k/8/8/8 w - - 0 1", {"Ka8#"}) == "white " + rule);
    CHECK(end_of(racing_kings, "8/K6k/8/8/8/8/8/8 w - - 0 1", {"Ka8", "Kh8"}) == "draw " + rule);
    CHECK(end_of(racing_kings, "8/K6k/8/8/8/8/8/8 w - - 0 1", {"Ka8", "Kg6#"}) == "white " + rule);
    CHECK(end_of(racing_kings, "8/7k/8/K7/8/8/8/8 b - - 0 1", {"Kh8#"}) == "black " + rule);
    CHECK(end_of(racing_kings, "R7/7k/8/K7/8/8/8/8 w - - 0 1") == "-");
    CHECK(end_of(horde, "4k3/8/8/8/8/8/r7/P7 b - - 0 1", {"Rxa1#"}) == "black " + rule);
    CHECK(end_of(horde, "8/8/8/8/8/k7/p7/P7 w - - 0 1") == "draw " + stalemate);
    CHECK(fen_after(horde, "4k3/8/8/8/8/1p6/8/P7 w - - 0 1", {"a3"}) ==
          "4k3/8/8/8/8/Pp6/8/8 b - - 0 1");
    CHECK(fen_after(horde, "4k3/8/8/8/1p6/8/8/P7 w - - 0 1", {"a2", "Kd8", "a4"}) ==
          "3k4/8/8/8/Pp6/8/8/8 b - a3 0 2");
}

TEST_CASE("repetition counts pockets and checks given") {
    CHECK(end_of(crazyhouse, "4k3/p7/8/8/8/8/P7/4K3[] w - - 0 1",
                 {"Kd1", "Kd8", "Ke1", "Ke8", "Kd1", "Kd8", "Ke1", "Ke8"}) == "draw " + threefold);
    const VariantGame checks = played(three_check, "4k3/8/8/8/8/8/P7/4K2R w - - 3+3 0 1",
                                      {"Rh8+", "Ke7", "Rh1", "Ke8", "Rh8+", "Ke7", "Rh1", "Ke8"});
    CHECK(checks.repetitions() == 0);
    const VariantGame pockets = played(crazyhouse, "4k2n/8/8/8/8/8/8/4K2R[n] w - - 0 1",
                                       {"Rxh8+", "N@g8", "Rh1", "Nf6", "Kd1", "Ng8", "Ke1", "Nf6"});
    CHECK(pockets.repetitions() == 1);
    const VariantGame filled = played(crazyhouse, "r3k3/8/8/8/8/8/8/4K3[N] w - - 0 1",
                                      {"N@a1", "Rxa1+", "Kd2", "Ra5", "Ke1", "Ra8"});
    CHECK(filled.repetitions() == 0); // the board is the same, and the pocket is Black's
}

} // namespace polyglot::chess::test

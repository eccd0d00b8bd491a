#include "core/chess/variants/fen.hpp"
#include "core/chess/variants/notation.hpp"

#include <string>
#include <string_view>

#include <doctest/doctest.h>

namespace polyglot::chess::test {
namespace {

VariantPosition position_in(const Variant& variant, std::string_view fen) {
    const Result<VariantPosition> position = parse_variant_fen(variant, fen);
    REQUIRE_MESSAGE(position.has_value(), fen);
    return *position;
}

// UCI of the move that the SAN means, or the complaint.
std::string read(const VariantPosition& position, std::string_view san) {
    const Result<VariantMove> move = parse_variant_san(position, san);
    return move ? format_variant_uci(*move) : move.error().message;
}

std::string written(const VariantPosition& position, std::string_view uci) {
    const auto move = parse_variant_uci(position, uci);
    return move ? format_variant_san(position, *move) : "illegal";
}

} // namespace

TEST_CASE("drops") {
    const VariantPosition position =
        position_in(crazyhouse, "4k3/8/8/8/8/8/5N2/4K3[NPQ] w - - 0 1");
    CHECK(written(position, "N@f3") == "N@f3");
    CHECK(written(position, "n@f6") == "N@f6+");
    CHECK(written(position, "P@e4") == "P@e4");
    CHECK(written(position, "P@e8") == "illegal");
    CHECK(written(position, "P@a1") == "illegal");
    CHECK(written(position, "R@a4") == "illegal");
    CHECK(written(position, "f2e4") == "Ne4");
    CHECK(read(position, "N@f3") == "N@f3");
    CHECK(read(position, "N@f6+!?") == "N@f6");
    CHECK(read(position, "@e4") == "P@e4");
    CHECK(read(position, "P@e4") == "P@e4");
    CHECK(read(position, "Ne4") == "f2e4");
    CHECK(read(position, "R@e4") == "'R@e4' is not legal here");
    CHECK(read(position, "Q@f2") == "'Q@f2' is not legal here");
    for (const std::string_view text : {"X@e4", "NN@e4", "N@", "N@e", "@", "N@Ne4", "N@e44", "",
                                        "N@a1b2", "N@xe4", "N@axb4", "@exd4", "N@e4=Q", "N@d4e.p."})
        CHECK(read(position, text).ends_with("does not read as a move"));
}

TEST_CASE("promotion to king, and several kings that can reach one square") {
    const VariantPosition promotes = position_in(antichess, "8/P6k/8/8/8/8/8/8 w - - 0 1");
    CHECK(written(promotes, "a7a8k") == "a8=K");
    CHECK(written(promotes, "a7a8=K") == "a8=K");
    CHECK(read(promotes, "a8=K") == "a7a8k");
    CHECK(read(promotes, "a8K") == "a7a8k");
    CHECK(read(promotes, "a8").ends_with("is not legal here"));
    const VariantPosition kings = position_in(antichess, "7k/8/8/8/8/8/8/K1K5 w - - 0 1");
    CHECK(written(kings, "a1b2") == "Kab2");
    CHECK(read(kings, "Kcb2") == "c1b2");
    CHECK(read(kings, "Kb2") == "'Kb2' is ambiguous: a1b2 or c1b2");
    CHECK(written(position_in(atomic, "7k/P7/8/8/8/8/8/K7 w - - 0 1"), "a7a8k") == "illegal");
}

TEST_CASE("a move that wins by the variant's rule has a #, and is read with and without") {
    const VariantPosition hill = position_in(king_of_the_hill, "7k/8/8/8/8/3K4/8/8 w - - 0 1");
    CHECK(written(hill, "d3d4") == "Kd4#");
    CHECK(read(hill, "Kd4") == "d3d4");
    CHECK(read(hill, "Kd4#") == "d3d4");
    CHECK(written(position_in(atomic, "3k4/3p4/8/8/8/8/8/3R3K w - - 0 1"), "d1d7") == "Rxd7#");
    CHECK(written(position_in(racing_kings, "8/K7/8/8/7k/8/8/8 w - - 0 1"), "a7a8") == "Ka8#");
    // Black can follow
    CHECK(written(position_in(racing_kings, "8/K6k/8/8/8/8/8/8 w - - 0 1"), "a7a8") == "Ka8");
    CHECK(written(position_in(three_check, "7k/8/8/8/8/8/8/R6K w - - 1+3 0 1"), "a1a8") == "Ra8#");
    CHECK(written(position_in(three_check, "7k/8/8/8/8/8/8/R6K w - - 2+3 0 1"), "a1a8") == "Ra8+");
    CHECK(written(position_in(antichess, "8/8/8/8/8/8/1p5P/R7 b - - 0 1"), "b2a1n") == "bxa1=N");
    // White has no piece
    CHECK(written(position_in(antichess, "8/8/8/8/8/8/pp6/1R6 b - - 0 1"), "a2b1n") == "axb1=N#");
}

TEST_CASE("castling in both spellings, standard and Chess960") {
    const VariantPosition standard = position_in(crazyhouse, "4k3/8/8/8/8/8/8/R3K2R[] w KQ - 0 1");
    for (const std::string_view text : {"e1g1", "e1h1"})
        CHECK(written(standard, text) == "O-O");
    CHECK(written(standard, "e1c1") == "O-O-O");
    CHECK(read(standard, "O-O") == "e1g1");
    CHECK(read(standard, "0-0-0+") == "e1c1");
    CHECK(format_variant_uci(*parse_variant_san(standard, "O-O"), CastlingStyle::KingTakesRook) ==
          "e1h1");
    const VariantPosition chess960 =
        position_in(three_check, "4k3/8/8/8/8/8/8/1R1K3R w HB - 3+3 0 1");
    CHECK(written(chess960, "d1h1") == "O-O");
    CHECK(written(chess960, "d1g1") == "O-O");
    CHECK(written(chess960, "d1c1") == "Kc1");
    CHECK(read(chess960, "O-O-O") == "d1b1");
    CHECK(read(position_in(suicide, "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1"), "O-O") ==
          "'O-O' is not legal here");
    CHECK(read(position_in(giveaway, "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1"), "O-O") == "e1g1");
}

} // namespace polyglot::chess::test

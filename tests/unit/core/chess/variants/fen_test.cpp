#include "core/chess/variants/fen.hpp"

#include <string>
#include <string_view>

#include <doctest/doctest.h>

namespace polyglot::chess::test {
namespace {

std::string again(const Variant& variant, std::string_view fen, const VariantFenStyle& style = {}) {
    const Result<VariantPosition> position = parse_variant_fen(variant, fen);
    return position ? format_variant_fen(*position, style) : position.error().message;
}

std::string complaint(const Variant& variant, std::string_view fen) {
    const Result<VariantPosition> position = parse_variant_fen(variant, fen);
    return position ? ""
                    : position.error().message + " at " + std::to_string(position.error().offset);
}

} // namespace

TEST_CASE("every variant is found by its names in every protocol") {
    CHECK(all_variants().size() == 10);
    for (const Variant* variant : all_variants()) {
        CHECK(find_variant(variant->uci) == variant);
        CHECK(find_variant(variant->pgn) == variant);
        CHECK(find_variant(variant->xboard) != nullptr);
        CHECK(find_variant(std::string(variant->pgn) + " 960") == variant);
        CHECK(again(*variant, variant->start) ==
              (variant == &crazyhouse ? "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1"
               : variant == &three_check
                   ? "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 3+3 0 1"
                   : std::string(variant->start)));
    }
    CHECK(find_variant("giveaway") == &giveaway);
    CHECK(find_variant("Anti chess") == &antichess);
    CHECK(find_variant("3 Check") == &three_check);
    CHECK(find_variant("3-check") == &three_check);
    CHECK(find_variant("King of the Hill") == &king_of_the_hill);
    CHECK(find_variant("crazyhouse960") == &crazyhouse);
    CHECK(find_variant("RACINGKINGS") == &racing_kings);
    for (const std::string_view other : {"", "chess", "standard", "960", "shogi"})
        CHECK(find_variant(other) == nullptr);
}

TEST_CASE("pockets and promoted pieces, in both notations") {
    const std::string brackets = "r3k2r/1Q~6/8/8/4b3/1K6/2p5/7R~[QRBBNPPqrp] b kq - 12 30";
    const std::string ninth = "r3k2r/1Q~6/8/8/4b3/1K6/2p5/7R~/QRBBNPPqrp b kq - 12 30";
    VariantFenStyle xboard;
    xboard.pocket = VariantFenStyle::Pocket::NinthRank;
    CHECK(again(crazyhouse, brackets) == brackets);
    CHECK(again(crazyhouse, ninth) == brackets);
    CHECK(again(crazyhouse, brackets, xboard) == ninth);
    CHECK(again(crazyhouse, "4k3/8/8/8/8/8/8/4K3[pNq-Q] w - - 0 1")
              .starts_with("'-' cannot be in a pocket"));
    for (const std::string_view empty : {"", "[]", "[-]", "/"})
        CHECK(again(crazyhouse, "4k3/8/8/8/8/8/8/4K3" + std::string(empty) + " w - - 500 1") ==
              "4k3/8/8/8/8/8/8/4K3[] w - - 500 1");
    CHECK(complaint(crazyhouse, "4k3/8/8/8/8/8/8/4K3[Q w - - 0 1") ==
          "the pocket has no closing bracket at 19");
    CHECK(complaint(crazyhouse, "4k3/8/8/8/8/8/8/4K3[QK] w - - 0 1") ==
          "'K' cannot be in a pocket at 21");
    CHECK(complaint(crazyhouse, "4k3/8/P~7/8/8/8/8/4K3[] w - - 0 1") ==
          "~ does not follow a piece that can be promoted at 7");
    CHECK(complaint(crazyhouse, "4k3/8/1~7/8/8/8/8/4K3[] w - - 0 1") ==
          "~ does not follow a piece that can be promoted at 7");
    CHECK(complaint(crazyhouse, "4k3/8/8/8/8/8/8/4K3[QQQQQQQQQQPPPPPPPPP] w - - 0 1") ==
          "both sides have 17 pawns and promoted pieces, more than 16 at 0");
    // A promoted piece is one of the sixteen pawns, so that a capture of it fits into the pocket.
    CHECK(complaint(crazyhouse, "4k3/8/8/8/8/8/7r/2K4Q~[PPPPPPPPPPPPPPPP] b - - 0 1") ==
          "both sides have 17 pawns and promoted pieces, more than 16 at 0");
    CHECK(complaint(crazyhouse, "4k3/8/8/8/8/8/7r/2K4Q~[PPPPPPPPPPPPPPP] b - - 0 1").empty());
    CHECK(complaint(atomic, "4k3/8/8/8/8/8/8/4K3[] w - - 0 1") == "atomic has no pocket at 20");
    CHECK(complaint(horde, "4k3/8/8/8/8/8/8/4P3/ w - - 0 1") == "horde has no pocket at 20");
    CHECK(complaint(atomic, "4k3/8/Q~7/8/8/8/8/4K3 w - - 0 1") ==
          "atomic has no mark for promoted pieces at 7");
}

TEST_CASE("checks, in both notations") {
    VariantFenStyle given;
    given.checks = VariantFenStyle::Checks::Given;
    CHECK(again(three_check, "4k3/8/8/8/8/8/8/4K3 w - - 1+3 4 5") ==
          "4k3/8/8/8/8/8/8/4K3 w - - 1+3 4 5");
    CHECK(again(three_check, "4k3/8/8/8/8/8/8/4K3 w - - 4 5 +2+0") ==
          "4k3/8/8/8/8/8/8/4K3 w - - 1+3 4 5");
    CHECK(again(three_check, "4k3/8/8/8/8/8/8/4K3 w - - 1+3", given) ==
          "4k3/8/8/8/8/8/8/4K3 w - - 0 1 +2+0");
    CHECK(complaint(three_check, "4k3/8/8/8/8/8/8/4K3 w - - 4+3 0 1") ==
          "the checks are '4+3', not as 3+3 or +0+0 at 26");
    CHECK(complaint(three_check, "4k3/8/8/8/8/8/8/4K3 w - - 1+1 0 1 +2+2") ==
          "the checks are '+2+2', not as 3+3 or +0+0 at 34");
    CHECK(complaint(three_check, "4k3/8/8/8/8/8/8/4K3 w - - +3+3") ==
          "both sides have given all checks at 26");
    CHECK(complaint(antichess, "4k3/8/8/8/8/8/8/4K3 w - - 1+1 0 1") ==
          "antichess has no count of checks at 26");
}

TEST_CASE("what a variant cannot have is refused") {
    CHECK(complaint(horde, "4k3/8/8/8/8/8/8/4K2P w - - 0 1") == "white has a king at 0");
    CHECK(complaint(horde, "8/8/8/8/8/8/8/P7 w - - 0 1") == "black has no king at 0");
    CHECK(complaint(horde, "P3k3/8/8/8/8/8/8/P7 w - - 0 1") == "a pawn on a8 at 0");
    CHECK(complaint(atomic, "4k3/8/8/8/8/8/8/P3K3 w - - 0 1") == "a pawn on a1 at 16");
    CHECK(complaint(atomic, "4k3/8/8/8/8/8/8/8 b - - 0 1") == "white has no king at 0");
    CHECK(complaint(atomic, "4k3/8/8/8/8/8/8/8 w - - 0 1").empty()); // exploded
    CHECK(complaint(king_of_the_hill, "4k3/8/8/8/8/8/8/4KK2 w - - 0 1") ==
          "a second white king at 0");
    CHECK(complaint(losers, "8/8/8/8/8/8/8/4K3 w - - 0 1") == "black has no king at 0");
    CHECK(complaint(antichess, "8/8/8/8/8/8/8/8 w - - 0 1") == "the board is empty at 0");
    CHECK(complaint(antichess, "8/kkk5/pppppp2/8/8/8/8/K7 w - - 0 1").empty());
    CHECK(complaint(antichess, "8/kkk5/ppppppp1/8/8/8/8/K7 w - - 0 1") ==
          "black has 9 pawns and promoted pieces, more than 8 at 0");
    CHECK(complaint(racing_kings, "8/8/8/8/8/8/k6P/7K w - - 0 1") ==
          "white has 1 pawns and promoted pieces, more than 0 at 0");
    CHECK(complaint(racing_kings, "8/8/8/8/8/k7/8/R6K w - - 0 1") ==
          "black is in check, but it is white's move at 0");
    CHECK(complaint(racing_kings, "8/8/8/8/8/k7/8/R6K b - - 0 1") ==
          "black is in check, which no move may give in racingkings at 0");
    CHECK(complaint(atomic, "8/8/8/8/8/k7/8/R6K w - - 0 1") ==
          "black is in check, but it is white's move at 0");
    CHECK(complaint(atomic, "8/8/8/8/8/k7/1K6/R7 w - - 0 1").empty()); // kings that touch
    CHECK(complaint(crazyhouse, "4k3/8/8/8/8/8/8 w - - 0 1") ==
          "the board does not have 8 ranks at 0");
    CHECK(complaint(crazyhouse, "4k4/8/8/8/8/8/8/4K3 w - - 0 1") ==
          "rank 8 does not have 8 files at 0");
    CHECK(complaint(crazyhouse, "4krrrr/8/8/8/8/8/8/4K3 w - - 0 1") ==
          "rank 8 does not have 8 files at 0");
    CHECK(complaint(crazyhouse, "4x3/8/8/8/8/8/8/4K3 w - - 0 1") == "'x' is not a piece at 1");
    CHECK(complaint(crazyhouse, "4k3/8/8/8/8/8/8/4K3 x - - 0 1") ==
          "the side to move is 'x', not w or b at 20");
    CHECK(complaint(crazyhouse, "4k3/8/8/8/8/8/8/4K3 w x - 0 1") ==
          "'x' is not a castling right at 22");
    CHECK(complaint(crazyhouse, "4k3/8/8/8/8/8/8/RR2K3 w AB - 0 1") ==
          "castling with two rooks on one side, a1 and b1 at 25");
    CHECK(complaint(crazyhouse, "4k3/8/8/8/8/8/8/4K3 w - e3 0 1") ==
          "the en-passant field is 'e3', neither - nor a square on rank 6 at 24");
    CHECK(complaint(crazyhouse, "4k3/8/8/8/8/8/8/4K3 w - e6 0 1") ==
          "en-passant square e6, but no pawn can have passed it with its last move at 24");
    CHECK(complaint(crazyhouse, "4k3/8/8/8/8/8/8/4K3 w - - x 1") ==
          "the clock is 'x', not a number from 0 to 9999 at 26");
    CHECK(complaint(crazyhouse, "4k3/8/8/8/8/8/8/4K3 w - - 0 1 2") ==
          "'2' after the last field at 30");
    CHECK(complaint(crazyhouse, "") == "the board is missing at 0");
    CHECK(complaint(crazyhouse, "4k3/8/8/8/8/8/8/4K3 w -") ==
          "the en-passant field is missing at 23");
}

TEST_CASE("castling rights of variants") {
    // Of several kings in giveaway one may castle; rights that do not fit it are dropped.
    CHECK(complaint(giveaway, "6k1/8/8/8/8/8/8/RRKRK2R b DB - 1 1").empty());
    const auto rights = [](const Variant& variant, std::string_view fen) {
        const std::string text = again(variant, fen);
        const std::size_t turn = text.find(" w ");
        return turn == std::string::npos
                   ? text
                   : text.substr(turn + 3, text.find(' ', turn + 3) - turn - 3);
    };
    constexpr std::string_view all = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    CHECK(rights(antichess, all) == "-");
    CHECK(rights(giveaway, all) == "KQkq");
    CHECK(rights(suicide, all) == "KQkq");
    CHECK(rights(horde, "r3k2r/8/8/8/8/8/8/RR5R w KQkq - 0 1") == "kq");
    CHECK(rights(crazyhouse, "4k3/8/8/8/8/8/8/RR2K1RR w BG - 0 1") == "GB");
    CHECK(again(crazyhouse, "4k3/8/8/8/8/8/8/RR2K1RR w KQ - 0 1",
                {FenCastling::Shredder, VariantFenStyle::Pocket::Brackets,
                 VariantFenStyle::Checks::Given}) == "4k3/8/8/8/8/8/8/RR2K1RR[] w HA - 0 1");
    // The king on the e-file has it
    CHECK(rights(giveaway, "8/8/8/8/8/8/8/K3K2R w K - 0 1") == "K");
}

} // namespace polyglot::chess::test

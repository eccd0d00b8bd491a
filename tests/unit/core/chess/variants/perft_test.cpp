// Numbers of legal moves by depth, of positions where the variants' rules matter.
#include "core/chess/perft.hpp"
#include "core/chess/variants/fen.hpp"
#include "tests/unit/core/chess/support.hpp"

#include <string_view>
#include <vector>

#include <doctest/doctest.h>

namespace polyglot::chess::test {
namespace {

struct Case {
    const Variant& variant;
    std::string_view fen;
    std::vector<std::uint64_t> leaves; // from depth 1 on
};

const std::vector<Case>& cases() {
    static const std::vector<Case> all{
        {three_check,
         "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 1+1",
         {48, 2039, 97848}},
        {three_check, "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 1+1", {26, 562, 13410}},
        {atomic, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -", {20, 400, 8902}},
        {atomic,
         "rn2kb1r/1pp1p2p/p2q1pp1/3P4/2P3b1/4PN2/PP3PPP/R2QKB1R b KQkq -",
         {40, 1238, 45237}},
        {atomic, "rn1qkb1r/p5pp/2p5/3p4/N3P3/5P2/PPP4P/R1BQK3 w Qkq -", {28, 833, 23353}},
        {atomic, "8/8/8/8/8/8/2k5/rR4KR w KQ -", {18, 180, 4364, 61401}},
        {atomic, "r3k1rR/5K2/8/8/8/8/8/8 b kq -", {25, 282, 6753, 98729}},
        {atomic, "Rr2k1rR/3K4/3p4/8/8/8/7P/8 w kq -", {21, 465, 10631}},
        {crazyhouse, "2k5/8/8/8/8/8/8/4K3[QRBNPqrbnp] w - -", {301, 75353}},
        {crazyhouse, "2k5/8/8/8/8/8/8/4K3[Qn] w - -", {67, 3083, 88634}},
        {crazyhouse,
         "r1bqk2r/pppp1ppp/2n1p3/4P3/1b1Pn3/2NB1N2/PPP2PPP/R1BQK2R[] b KQkq -",
         {42, 1347, 58057}},
        {crazyhouse, "4k3/1Q~6/8/8/4b3/8/Kpp5/8/ b - -", {20, 360, 5445}},
        {crazyhouse,
         "2rn1b1r/1pp2n1p/B1PBk1pP/5p1P/P5p1/2P2RP1/RP1QNP2/1NBK4[QPp] w - -",
         {99, 3932}},
        {antichess, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - -", {20, 400, 8067}},
        {antichess, "8/1p6/8/8/8/8/P7/8 w - -", {2, 4, 4, 3, 1, 0}},
        {antichess, "8/2p5/8/8/8/8/P7/8 w - -", {2, 4, 4, 4, 4, 4, 4, 4, 12, 36, 312, 2557}},
        {suicide,
         "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -",
         {8, 62, 487, 3872}},
        {suicide, "8/1p3P2/8/8/8/k7/p6K/1R6 w - -", {1, 9, 129, 1192, 15891}},
        {giveaway, "r3k2r/8/8/8/8/8/8/R3K2R w KQkq -", {2, 2, 2, 2}},
        {losers, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -", {20, 400, 8067}},
        {losers,
         "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -",
         {8, 62, 487, 3498}},
        {losers, "3k4/1p3P2/8/8/8/8/p6K/1R6 w - -", {1, 5, 96, 650, 9962}},
        {losers, "3k4/2p2P2/8/3p4/4P3/8/p6K/1R3N2 b - -", {5, 27, 146, 1503, 8999}},
        {king_of_the_hill,
         "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -",
         {48, 2039, 97862}},
        {king_of_the_hill, "8/8/2k5/8/8/3K4/2p5/8 w - -", {8, 65, 401, 4312, 24875}},
        {horde,
         "rnbqkbnr/pppppppp/8/1PP2PP1/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP w kq -",
         {8, 128, 1274, 23310}},
        {horde, "4k3/pp4q1/3P2p1/8/P3PP2/PPP2r2/PPP5/PPPP4 b - -", {30, 241, 6633, 56539}},
        {horde, "k7/5p2/4p2P/3p2P1/2p2P2/1p2P2P/p2P2P1/2P2P2 w - -", {13, 172, 2205, 33781}},
        {racing_kings, "8/8/8/8/8/8/krbnNBRK/qrbnNBRQ w - -", {21, 421, 11264}},
        {racing_kings, "4brn1/2K2k2/8/8/8/8/8/8 w - -", {6, 33, 178, 3151, 12981}},
        {racing_kings, "8/8/1rk4K/8/8/8/2bnNBR1/qrbnNBRQ b - -", {36, 697, 26592}},
    };
    return all;
}

} // namespace

TEST_CASE("perft of variants") {
    for (const Case& known : cases()) {
        const Result<VariantPosition> position = parse_variant_fen(known.variant, known.fen);
        REQUIRE_MESSAGE(position.has_value(), known.fen);
        for (std::size_t i = 0; i < known.leaves.size(); ++i) {
            CAPTURE(known.variant.uci);
            CAPTURE(known.fen);
            CAPTURE(i + 1);
            CHECK(perft(*position, static_cast<int>(i + 1)) == known.leaves[i]);
        }
    }
}

TEST_CASE("a variant that differs in nothing is chess") {
    const Variant plain{.uci = "chess", .xboard = "normal", .pgn = "Standard"};
    for (const std::string_view fen :
         {"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
          "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
          "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
          "1rqbkrbn/1ppppp1p/1n6/p1N3p1/8/2P4P/PP1PPPP1/1RQBKRBN w FBfb - 0 9",
          "rnbqkb1r/pp1pp1pp/5p2/2pP2n1/8/8/PPP1PPPP/RNBQKBNR w KQkq c6 0 4"}) {
        Position chess = position_of(fen);
        const Result<VariantPosition> position = parse_variant_fen(plain, fen);
        REQUIRE(position.has_value());
        CHECK(perft(*position, 3) == perft(chess, 3));
        CHECK(format_variant_fen(*position) == format_fen(chess));
    }
}

} // namespace polyglot::chess::test

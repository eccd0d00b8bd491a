// Random games of all variants: what they are known to be, and that every text reads back.
#include "tests/support/harness/variant_walk.hpp"

#include <fstream>
#include <string>

#include <doctest/doctest.h>

namespace polyglot::chess::test {

TEST_CASE("3,000 positions of each variant have the known moves and ends") {
    std::ifstream file(POLYGLOT_TEST_DATA "/variants.tsv"); // written by variant_probe -table
    std::string known;
    std::getline(file, known); // the names of the columns
    for (const Variant* variant : all_variants()) {
        VariantWalk walk(*variant, table_seed);
        for (int line = 0; line < table_lines; ++line) {
            REQUIRE(std::getline(file, known));
            CHECK(summarise(walk, positions_per_line) == known);
        }
    }
}

TEST_CASE("FEN, SAN and UCI of variants read back") {
    for (const Variant* variant : all_variants()) {
        VariantWalk walk(*variant, 2);
        for (int i = 0; i < 400; ++i) {
            const VariantPosition position = walk.game().position();
            const VariantMoves moves = position.legal_moves();
            for (const FenCastling castling : {FenCastling::Standard, FenCastling::Shredder})
                for (const auto& [pocket, checks] : {std::pair(VariantFenStyle::Pocket::Brackets,
                                                               VariantFenStyle::Checks::LeftToGive),
                                                     std::pair(VariantFenStyle::Pocket::NinthRank,
                                                               VariantFenStyle::Checks::Given)}) {
                    const std::string fen =
                        format_variant_fen(position, {castling, pocket, checks});
                    INFO(fen);
                    const Result<VariantPosition> again = parse_variant_fen(*variant, fen);
                    REQUIRE(again.has_value());
                    CHECK(*again == position);
                }
            for (std::size_t m = 0; m < moves.size(); m += 3) {
                const std::string san = format_variant_san(position, moves[m]);
                INFO(format_variant_fen(position) << ' ' << san);
                const Result<VariantMove> read = parse_variant_san(position, san);
                REQUIRE(read.has_value());
                CHECK(*read == moves[m]);
                for (const CastlingStyle style :
                     {CastlingStyle::KingTakesRook, CastlingStyle::KingTwoSquares})
                    CHECK(parse_variant_uci(position, format_variant_uci(moves[m], style)) ==
                          moves[m]);
            }
            walk.go_on(moves);
        }
    }
}

} // namespace polyglot::chess::test

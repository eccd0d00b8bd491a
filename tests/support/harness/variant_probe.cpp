// Prints what our rules yield for a variant. `variant_probe VARIANT POSITIONS SEED` writes one line
// for each position of random games: the FEN, its key as in plain books, the end of the game,
// "move=SAN" of every legal move, and the SAN of the played move, separated by tabs.
// `variant_probe -table` writes tests/data/variants.tsv again.
#include "core/chess/variants/key.hpp"
#include "core/chess/variants/notation.hpp"
#include "tests/support/harness/variant_walk.hpp"

#include <iostream>
#include <string_view>

using namespace polyglot;

namespace {

int write_table() {
    std::cout << "# variant, legal moves, hash of their SANs, games won by White, by Black and "
                 "drawn: of 100 positions\n";
    for (const chess::Variant* variant : chess::all_variants()) {
        chess::test::VariantWalk walk(*variant, chess::test::table_seed);
        for (int line = 0; line < chess::test::table_lines; ++line)
            std::cout << chess::test::summarise(walk, chess::test::positions_per_line) << '\n';
    }
    return 0;
}

} // namespace

int main(int argc, char** argv) {
    if (argc == 2 && std::string_view(argv[1]) == "-table") return write_table();
    const chess::Variant* variant = argc == 4 ? chess::find_variant(argv[1]) : nullptr;
    const auto positions = argc == 4 ? text::parse_int<int>(argv[2]) : std::nullopt;
    const auto seed = argc == 4 ? text::parse_int<std::uint64_t>(argv[3]) : std::nullopt;
    if (!variant || !positions || !seed) {
        std::cerr << "usage: variant_probe VARIANT POSITIONS SEED | -table\n";
        return 2;
    }
    chess::test::VariantWalk walk(*variant, *seed);
    for (int i = 0; i < *positions; ++i) {
        const chess::VariantPosition position = walk.game().position();
        const chess::VariantMoves moves = position.legal_moves();
        std::cout << chess::format_variant_fen(position) << '\t'
                  << text::hexadecimal(chess::variant_key(position, chess::VariantKeys::Plain))
                  << '\t' << chess::test::describe(walk.game().end()) << '\t';
        for (const chess::VariantMove& move : moves)
            std::cout << chess::format_variant_uci(move, chess::CastlingStyle::KingTakesRook) << '='
                      << chess::format_variant_san(position, move) << ' ';
        walk.go_on(moves);
        const auto& played = walk.game().moves();
        std::cout << '\t'
                  << (played.empty() ? ""
                                     : chess::format_variant_uci(
                                           played.back(), chess::CastlingStyle::KingTakesRook))
                  << '\n';
    }
}

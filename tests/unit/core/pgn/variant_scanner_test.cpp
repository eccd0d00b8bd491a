// What scan_variant_games() reports of the games of a variant, and of the others.
#include "core/chess/variants/fen.hpp"
#include "core/chess/variants/notation.hpp"
#include "core/pgn/variant_scanner.hpp"

#include <string>
#include <string_view>
#include <vector>

#include <doctest/doctest.h>

namespace polyglot::pgn {
namespace {

// Each game as one text: its moves, those in variations as DEPTH.PLY:move, plies, kind of problem.
class VariantRecorder : public VariantVisitor {
  public:
    explicit VariantRecorder(const chess::Variant& variant) : variant_(variant) {}
    std::size_t begin_game(const Tags& tags, const chess::VariantPosition& start,
                           std::uint64_t /*line*/) override {
        CHECK(&start.variant() == &variant_);
        fens.push_back(format_variant_fen(start));
        const bool wanted = is_game_of(variant_, tags);
        games.emplace_back(wanted ? "" : "other ");
        return wanted ? all_plies : 0;
    }
    void on_move(const chess::VariantPosition& before, chess::VariantMove move, std::size_t ply,
                 std::size_t variation) override {
        CHECK(chess::parse_variant_uci(before, format_variant_uci(move)) == move);
        if (variation > 0)
            games.back() += std::to_string(variation) + '.' + std::to_string(ply) + ':';
        games.back() += format_variant_uci(move) + ' ';
    }
    void end_game(Outcome /*outcome*/, std::size_t plies, const Problem& problem) override {
        games.back() += std::to_string(plies);
        if (problem) games.back() += " ! " + problem.message;
    }
    std::vector<std::string> games, fens;

  private:
    const chess::Variant& variant_;
};

using Games = std::vector<std::string>;

VariantRecorder scan(std::string_view text, const chess::Variant& variant = chess::crazyhouse,
                     const ScanOptions& options = {}) {
    VariantRecorder recorder(variant);
    const ScanCounts counts = scan_variant_games(text, options, variant, recorder);
    CHECK(counts.games == recorder.games.size());
    return recorder;
}

TEST_CASE("games of a variant are those whose tag names it, in the spelling of any host") {
    for (const std::string name : {"Crazyhouse", "crazyhouse", "crazyhouse960", "zh"})
        CHECK(scan("[Variant \"" + name + "\"]\n\n1. e4 d5 2. exd5 Qxd5 3. P@e6 *\n").games ==
              Games{"e2e4 d7d5 e4d5 d8d5 P@e6 5"});
    for (const std::string name : {"3check", "Three-check", "3 Check", "Three-Check"})
        CHECK(scan("[Variant \"" + name + "\"]\n\n1. e4 *\n", chess::three_check).games ==
              Games{"e2e4 1"});
}

TEST_CASE("games of other variants and of chess are passed on without moves and problems") {
    CHECK(scan("[Variant \"Atomic\"]\n[FEN \"nonsense\"]\n\n1. e4 e5 1-0\n\n"
               "[Event \"chess\"]\n\n1. e4 *\n\n[Variant \"Crazyhouse\"]\n\n1. d4 *\n\n"
               "[Variant \"unknown\"]\n\n1. d4 *\n\n1. e4 e5 *\n")
              .games == Games{"other 0", "other 0", "d2d4 1", "other 0", "other 0"});
}

TEST_CASE("a variant's games: drops, variations, pockets in the FEN, coordinates") {
    const std::string tag = "[Variant \"Crazyhouse\"]\n";
    const std::string text = tag + "\n1. e4 d5 2. exd5 Qxd5 3. @e6 (3. P@d6 cxd6) {x} fxe6 *\n";
    CHECK(scan(text).games == Games{"e2e4 d7d5 e4d5 d8d5 P@e6 f7e6 6"});
    CHECK(scan(text, chess::crazyhouse, {.variations = true}).games ==
          Games{"e2e4 d7d5 e4d5 d8d5 P@e6 1.4:P@d6 1.5:c7d6 f7e6 6"});
    const std::string fen = "4k3/8/8/8/8/8/8/4K3[Qn] w - - 0 1";
    const VariantRecorder read = scan(tag + "[FEN \"" + fen + "\"]\n\n1. Q@e7+ *\n\n" + tag +
                                      "\n1. e2e4 e7-e5 2. g1xf3 *\n");
    CHECK(read.fens.front() == fen);
    CHECK(read.games.front() == "Q@e7 1");
    CHECK(read.games.back() == "e2e4 e7e5 g1f3 3");
}

TEST_CASE("a variant's broken games end at the fault, with its reason") {
    const std::string tag = "[Variant \"Antichess\"]\n";
    const auto fault = [&](const std::string& rest) {
        return scan(tag + rest, chess::antichess).games.front();
    };
    CHECK(fault("\n1. e3 b5 2. d3 *\n") == "e2e3 b7b5 2 ! White's move 2: 'd3' is not legal here");
    CHECK(fault("\n1. e3 -- *\n") == "e2e3 1 ! Black's move 1 is a null move");
    CHECK(fault("[FEN \"x\"]\n\n1. e3 *\n").substr(0, 17) == "0 ! the FEN tag: ");
    CHECK(fault("\n1. e3 b5 2. Bxb5 c6 3. Bxc6 dxc6 4. a8=K *\n").substr(0, 35) ==
          "e2e3 b7b5 f1b5 c7c6 b5c6 d7c6 6 ! W");
}

} // namespace
} // namespace polyglot::pgn

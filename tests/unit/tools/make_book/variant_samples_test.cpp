// The samples of a variant's games, and what a book of one variant is called.
#include "core/chess/variants/fen.hpp"
#include "core/chess/variants/key.hpp"
#include "core/chess/variants/notation.hpp"
#include "core/text/path_text.hpp"
#include "tools/make_book/by_variant.hpp"
#include "tools/make_book/game_samples.hpp"
#include "tools/make_book/header.hpp"

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include <doctest/doctest.h>

namespace polyglot::tools {
namespace {

using chess::VariantKeys;

class Collect final : public SampleSink {
  public:
    Result<void> take(std::span<const book::Sample> game) override {
        samples.insert(samples.end(), game.begin(), game.end());
        return {};
    }
    std::vector<book::Sample> samples;
};

struct Sampled {
    std::vector<book::Sample> samples;
    GameTally tally;
};

Sampled sample(std::string_view pgn, const GameRules& rules,
               const SampleCollector::IsNew& is_new = nullptr) {
    Collect sink;
    const auto sampler = make_sampler(rules, is_new, sink);
    PieceReport report;
    REQUIRE(sampler->scan(pgn, {}, report).has_value());
    return {std::move(sink.samples), sampler->tally()};
}

GameRules rules_of(const chess::Variant& variant, VariantKeys keys = VariantKeys::Plain) {
    GameRules rules;
    rules.variant = &variant;
    rules.keys = keys;
    return rules;
}

constexpr std::string_view crazyhouse_game =
    "[Variant \"Crazyhouse\"]\n[Result \"1-0\"]\n[WhiteElo \"2500\"]\n[Date \"2016.11.27\"]\n\n"
    "1. e4 d5 2. exd5 Qxd5 3. P@e6 Bxe6 1-0\n";
constexpr std::string_view before_drop =
    "rnb1kbnr/ppp1pppp/8/3q4/8/8/PPPP1PPP/RNBQKBNR[Pp] w KQkq - 0 3";

TEST_CASE("a variant's samples have its keys, and drops as in the convention") {
    const auto position = parse_variant_fen(chess::crazyhouse, before_drop).value();
    for (const VariantKeys keys : {VariantKeys::Plain, VariantKeys::XBoard}) {
        const Sampled result = sample(crazyhouse_game, rules_of(chess::crazyhouse, keys));
        REQUIRE(result.samples.size() == 6);
        const book::Sample& drop = result.samples[4];
        CHECK(drop.key == variant_key(position, keys));
        const std::uint16_t expected = keys == VariantKeys::Plain ? 0x0b2c : 0x942c;
        CHECK(drop.move == expected);
        CHECK(drop.mover == chess::Color::White);
        CHECK(drop.half_points == 2);
        CHECK(drop.elo == 2500);
        CHECK(drop.year == 2016);
        CHECK(result.tally.counted == 1);
    }
}

TEST_CASE("a variant's book has no games of others, and that of chess none of variants") {
    const std::string games = std::string(crazyhouse_game) +
                              "\n[Variant \"Atomic\"]\n\n1. e4 1-0\n\n[Result \"1-0\"]\n\n"
                              "1. e4 1-0\n";
    const Sampled crazyhouse = sample(games, rules_of(chess::crazyhouse));
    CHECK(crazyhouse.tally.counted == 1);
    CHECK(crazyhouse.tally.other_variants == 2);
    CHECK(crazyhouse.samples.size() == 6);
    const Sampled of_chess = sample(games, {});
    CHECK(of_chess.tally.counted == 1);
    CHECK(of_chess.tally.other_variants == 0);
    CHECK(of_chess.samples.size() == 1);
}

TEST_CASE("a variant's move counts once in a game for each key") {
    const std::string_view game =
        "[Variant \"Crazyhouse\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K2r[] w - - 0 1\"]\n\n"
        "1. Kf2 Rh2+ 2. Ke1 Rh1+ 3. Kf2 Rh2+ 1-0\n";
    CHECK(sample(game, rules_of(chess::crazyhouse)).samples.size() == 4);
}

TEST_CASE("a variant's moves that the book cannot store are counted and left out") {
    const std::string game = "[Variant \"Giveaway\"]\n[FEN \"8/P7/8/8/8/8/8/7k w - - 0 1\"]\n\n"
                             "1. a8=K Kg1 1-0\n";
    const Sampled plain = sample(game, rules_of(chess::giveaway));
    REQUIRE(plain.samples.size() == 2);
    const int promotion = plain.samples[0].move >> 12;
    CHECK(promotion == 5);
    const Sampled xboard = sample(game, rules_of(chess::giveaway, VariantKeys::XBoard));
    CHECK(xboard.samples.size() == 1);
    CHECK(xboard.tally.king_promotions == 1);
    CHECK(xboard.tally.inner_rooks == 0);
}

TEST_CASE("plies, filters and variations go for games of variants, too") {
    GameRules rules = rules_of(chess::crazyhouse);
    rules.min_ply = 1;
    rules.max_ply = 3;
    CHECK(sample(crazyhouse_game, rules).samples.size() == 2);
    rules = rules_of(chess::crazyhouse);
    rules.filters.push_back(pgn::Filter::parse("WhiteElo > 2500 || PlyCount < 6").value());
    CHECK(sample(crazyhouse_game, rules).tally.filtered == 1);
    rules = rules_of(chess::crazyhouse);
    rules.variations = true;
    CHECK(sample("[Variant \"zh\"]\n\n1. e4 (1. d4 d5) e5 1-0\n", rules).samples.size() == 6);
}

TEST_CASE("-unique: games that begin with other pockets or checks are different") {
    const std::string game = "\n1. Kd1 1-0\n\n";
    const auto both = [&](const chess::Variant& variant, const std::string& a,
                          const std::string& b) {
        std::vector<std::uint64_t> seen;
        const auto is_new = [&seen](std::uint64_t fingerprint) -> Result<bool> {
            const bool fresh = std::find(seen.begin(), seen.end(), fingerprint) == seen.end();
            seen.push_back(fingerprint);
            return fresh;
        };
        const auto of = [&](const std::string& fen) {
            return "[Variant \"" + std::string(variant.uci) + "\"]\n[FEN \"" + fen + "\"]\n" + game;
        };
        return sample(of(a) + of(b) + of(a), rules_of(variant), is_new).tally;
    };
    const GameTally pockets = both(chess::crazyhouse, "4k3/8/8/8/8/8/8/4K3[Q] w - - 0 1",
                                   "4k3/8/8/8/8/8/8/4K3[R] w - - 0 1");
    CHECK(pockets.counted == 2);
    CHECK(pockets.duplicates == 1);
    CHECK(both(chess::three_check, "4k3/8/8/8/8/8/P7/4K3 w - - 3+3 0 1",
               "4k3/8/8/8/8/8/P7/4K3 w - - 2+3 0 1")
              .counted == 2);
}

TEST_CASE("the header of a variant's book names it, and the book's name derives from -bin") {
    CHECK(make_header({"a.pgn"}, {}, rules_of(chess::antichess)).variants ==
          std::vector<std::string>{"antichess"});
    const auto of_chess = make_header({"a.pgn"}, {}, {});
    CHECK(of_chess.variants == std::vector<std::string>{"normal"});
    CHECK(make_header({"a.pgn"}, {}, rules_of(chess::losers, VariantKeys::XBoard)).comment ==
          of_chess.comment + "\nkeys of XBoard");
    CHECK(to_text(name_for(to_path("my.books/a.b.bin"), &chess::three_check)) ==
          to_text(to_path("my.books") / to_path("a.b-3check.bin")));
    CHECK(to_text(name_for(to_path("book"), nullptr)) == "book-chess");
}

} // namespace
} // namespace polyglot::tools

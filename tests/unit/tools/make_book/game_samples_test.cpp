#include "core/book/polyglot/book.hpp"
#include "core/chess/san.hpp"
#include "tools/make_book/game_samples.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

namespace polyglot::tools {
namespace {

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
    WorstMistakes worst;
    PieceReport report;
};

Sampled sample(std::string_view pgn, const GameRules& rules = {}) {
    Collect sink;
    GameSampler sampler(rules, nullptr, sink);
    Sampled result;
    REQUIRE(sampler.scan(pgn, {}, result.report).has_value());
    result.samples = std::move(sink.samples);
    result.tally = sampler.tally();
    result.worst = sampler.worst_mistakes();
    return result;
}

constexpr std::string_view short_game =
    "[White \"A\"]\n[Black \"B\"]\n[Result \"1-0\"]\n[Date \"2015.03.01\"]\n"
    "[WhiteElo \"2500\"]\n[BlackElo \"2400\"]\n\n1. e4 e5 2. Nf3 1-0\n";

// Which of two equal games counts depends on the threads, and must not matter.
TEST_CASE("-unique: games that differ in a counted property are both counted, in either order") {
    const std::string plain(short_game), chess960 = "[Variant \"Chess960\"]\n" + plain;
    for (const std::string& games : {plain + '\n' + chess960, chess960 + '\n' + plain}) {
        std::vector<std::uint64_t> seen;
        Collect sink;
        const auto is_new = [&seen](std::uint64_t fingerprint) -> Result<bool> {
            const bool fresh = std::find(seen.begin(), seen.end(), fingerprint) == seen.end();
            seen.push_back(fingerprint);
            return fresh;
        };
        const GameRules rules;
        GameSampler sampler(rules, is_new, sink);
        PieceReport report;
        REQUIRE(sampler.scan(games + '\n' + games, {}, report).has_value());
        CHECK(sampler.tally().counted == 2);
        CHECK(sampler.tally().chess960 == 1);
        CHECK(sampler.tally().duplicates == 2);
    }
}

TEST_CASE("a game's moves, each for its mover") {
    const Sampled result = sample(short_game);
    REQUIRE(result.samples.size() == 3);
    CHECK(result.samples[0].key == chess::Position::start().key());
    const chess::Move e4 = chess::parse_san(chess::Position::start(), "e4").value();
    CHECK(result.samples[0].move == book::encode_move(e4));
    CHECK(result.samples[0].half_points == 2);
    CHECK(result.samples[0].elo == 2500);
    CHECK(result.samples[0].year == 2015);
    CHECK(result.samples[1].mover == chess::Color::Black);
    CHECK(result.samples[1].half_points == 0);
    CHECK(result.samples[1].elo == 2400);
    CHECK(result.tally.counted == 1);
    CHECK(result.tally.samples == 3);
    CHECK(result.tally.last_year == 2015);
}

TEST_CASE("which games count") {
    GameRules rules;
    CHECK(sample("1. e4 e5 *\n").tally.unknown == 1);
    rules.unknown_is_draw = true;
    CHECK(sample("1. e4 e5 *\n", rules).samples[1].half_points == 1);
    CHECK(sample("[Result \"1-0\"]\n\n1-0\n").tally.empty == 1);
    // The marker counts if there is no tag.
    CHECK(sample("1. e4 e5 0-1\n").samples[1].half_points == 2);

    GameRules strong;
    strong.filters.push_back(pgn::Filter::parse("WhiteElo >= 2500").value());
    CHECK(sample(short_game, strong).tally.counted == 1);
    GameRules long_games;
    long_games.filters.push_back(pgn::Filter::parse("PlyCount > 3").value());
    const Sampled filtered = sample(short_game, long_games);
    CHECK(filtered.tally.filtered == 1);
    CHECK(filtered.samples.empty());
    long_games.filters[0] = pgn::Filter::parse("PlyCount == 3").value();
    long_games.max_ply = 1; // the game is longer than what is taken of it
    CHECK(sample(short_game, long_games).samples.size() == 1);
    GameRules white_wins; // without the tag, only the marker knows
    white_wins.filters.push_back(pgn::Filter::parse("Result == \"1-0\"").value());
    CHECK(sample("1. e4 e5 1-0\n", white_wins).tally.counted == 1);
    CHECK(sample("1. e4 e5 0-1\n", white_wins).tally.filtered == 1);
}

TEST_CASE("tags that filters ask for, and which of them any game has") {
    GameRules rules;
    rules.filters.push_back(pgn::Filter::parse("WhiteElo >= 2500 && Elo > 5").value());
    rules.filters.push_back(pgn::Filter::parse("elo > 6 || Wite ~ x || !Empty").value());
    CHECK(filter_tags(rules) == std::vector<std::string>{"WhiteElo", "Elo", "Wite", "Empty"});
    CHECK(sample(short_game, rules).tally.tags_seen == 1);
    CHECK(sample(std::string(short_game) + "\n[empty \"\"]\n\n1. d4 *\n", rules).tally.tags_seen ==
          9);
    CHECK(sample(short_game).tally.tags_seen == 0);
    GameTally sum = sample(short_game, rules).tally;
    sum += sample("[Wite \"x\"]\n\n1. e4 *\n", rules).tally;
    CHECK(sum.tags_seen == 5);
}

TEST_CASE("filters by the opening's own name ask the main line's last position that has one") {
    constexpr std::string_view najdorf = "[Result \"1-0\"]\n[Opening \"French\"]\n\n1. e4 (1. e3 "
                                         "e6) c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 a6 "
                                         "6. h3 Nbd7 1-0\n";
    const auto counted = [](std::string_view expression, std::string_view pgn,
                            std::size_t max_ply = 1024) {
        GameRules rules;
        rules.max_ply = max_ply;
        rules.variations = true;
        rules.filters.push_back(pgn::Filter::parse(expression).value());
        const Sampled result = sample(pgn, rules);
        CHECK(result.tally.counted + result.tally.filtered == 1);
        return result.tally.counted == 1;
    };
    CHECK(counted("OpeningName ~ Najdorf && OpeningECO in B90..B99", najdorf));
    // Of the whole game, whatever is counted of it
    CHECK(counted("OpeningName ~ Najdorf", najdorf, 2));
    CHECK_FALSE(counted("OpeningName ~ French", najdorf));
    CHECK_FALSE(
        counted("OpeningName",
                "[Result \"1-0\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n1. e4 1-0\n"));
    // From game to game.
    GameRules rules;
    rules.filters.push_back(pgn::Filter::parse("OpeningName ~ Najdorf").value());
    CHECK(
        sample(std::string(najdorf) + "\n[Result \"1-0\"]\n\n1. Nh3 1-0\n", rules).tally.counted ==
        1);
}

TEST_CASE("from ply to ply") {
    GameRules rules;
    rules.min_ply = 1;
    rules.max_ply = 2;
    const Sampled result = sample(short_game, rules);
    REQUIRE(result.samples.size() == 1);
    CHECK(result.samples[0].mover == chess::Color::Black);
}

TEST_CASE("a move counts once for each game, unless PolyGlot is asked for") {
    constexpr std::string_view shuffle =
        "[Result \"1-0\"]\n\n1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 5. Nf3 1-0\n";
    CHECK(sample(shuffle).samples.size() == 4);
    GameRules rules;
    rules.as_polyglot = true;
    CHECK(sample(shuffle, rules).samples.size() == 9);
}

TEST_CASE("a broken game's legal beginning counts") {
    const Sampled result = sample("[Result \"1-0\"]\n\n1. e4 e5 2. Qxe5 Nc6 1-0\n");
    CHECK(result.samples.size() == 2);
    REQUIRE(result.report.first.size() == 1);
    CHECK(result.report.first[0].line == 3);
    CHECK(result.report.first[0].kind == pgn::ProblemKind::IllegalMove);
}

TEST_CASE("variations are lines as well") {
    constexpr std::string_view pgn = "[Result \"0-1\"]\n\n1. e4 (1. d4 d5 (1... Nf6)) e5 0-1\n";
    CHECK(sample(pgn).samples.size() == 2);
    GameRules rules;
    rules.variations = true;
    const Sampled result = sample(pgn, rules);
    CHECK(result.tally.samples == 5);
    REQUIRE(result.samples.size() == 7); // e4 e5 twice, d4 d5 and Nf6
    const std::uint64_t start = chess::Position::start().key();
    const auto from_start = [start](const book::Sample& move) { return move.key == start; };
    CHECK(std::count_if(result.samples.begin(), result.samples.end(), from_start) == 3);
    const auto lost = [](const book::Sample& move) { return move.half_points == 0; };
    CHECK(std::count_if(result.samples.begin(), result.samples.end(), lost) == 3); // by White
    // The same line twice is the same game, and what is in the game's own line counts as that.
    CHECK(sample("[Result \"0-1\"]\n\n1. e4 e5 (1... c5 2. Nf3) (1... c5 2. Nc3) 0-1\n", rules)
              .samples.size() == 7);
    CHECK(sample("[Result \"0-1\"]\n\n1. e4 (1. e4 c5) e5 (1... e5 2. Nf3) 0-1\n", rules)
              .samples.size() == 6);
}

TEST_CASE("moves marked as mistakes, and what follows them, are left out if wanted") {
    const auto moves = [](std::string_view line, bool variations, bool skip = true,
                          std::size_t min_ply = 0) {
        GameRules rules;
        rules.variations = variations;
        rules.skip_marks = skip;
        rules.min_ply = min_ply;
        return sample("[Result \"1-0\"]\n\n" + std::string(line) + " 1-0\n", rules).tally.samples;
    };
    CHECK(moves("1. e4 e5 2. Qh5? Nc6 3. Bc4", false, false) == 5);
    for (const std::string mark :
         {"?", "??", " $2", " $4", " ?", " ??", " {so} $4", " {so} ; or so\n ??", "+?", "\u2047"})
        CHECK(moves("1. e4 e5 2. Qh5" + mark + " Nc6 3. Bc4", false) == 2);
    for (const std::string mark :
         {"", "!", "?!", "!?", " $1", " $3", " $5", " $6", " $22", " (2. Nf3) $2", " (2. Nf3?\?)"})
        CHECK(moves("1. e4 e5 2. Qh5" + mark + " Nc6 3. Bc4", false) == 5);
    CHECK(moves("1. e4 e5 2. Qh5?", false, true, 3) == 0); // a move that does not count anyway
    CHECK(moves("1. e4 e5 2. Qh5? Nc6", false, true, 1) == 1);
    // In variations: those of the mistake are kept, those of the moves after it are not.
    CHECK(moves("1. e4 (1. a3?? e5) (1. d4 d5 2. c4) e5", true) == 5);
    CHECK(moves("1. e4 e5 2. Qh5? (2. Nf3 Nc6 (2... d6 3. d4)) Nc6 (2... g6?? 3. Qxe5) 3. Bc4",
                true) == 6);
    CHECK(moves("1. e4 e5 2. Qh5 (2. Nf3? Nc6 (2... d6)) 2... Nc6", true) == 4);
    GameRules rules; // the last move that is wanted may be marked, too
    rules.skip_marks = true;
    rules.max_ply = 3;
    CHECK(sample("[Result \"1-0\"]\n\n1. e4 e5 2. Qh5 $2 Nc6 1-0\n", rules).tally.samples == 2);
    // The next game begins again, and how long a game was does not change.
    rules.filters.push_back(pgn::Filter::parse("PlyCount == 4").value());
    CHECK(sample("[Result \"1-0\"]\n\n1. a3?? e5 2. Nf3 d6 1-0\n\n[Result \"1-0\"]\n\n1. d4 d5 2. "
                 "c4 c6 1-0\n",
                 rules)
              .tally.samples == 3);
}

TEST_CASE("PolyGlot's results") {
    GameRules rules;
    rules.as_polyglot = true;
    const auto first = [&](std::string_view tags) {
        return int{sample(std::string(tags) + "\n1. e4 e5 1-0\n", rules).samples.at(0).half_points};
    };
    CHECK(first("[Result \"1-0\"]\n") == 2);
    CHECK(first("[Result \"0-1\"]\n") == 0);
    CHECK(first("[Event \"no result\"]\n") == 1); // the marker does not count
    CHECK(first("[Result \"1-0 \"]\n") == 1);
    CHECK(first("[Result \"1-0\"]\n[Result \"0-1\"]\n") == 0);
}

TEST_CASE("games of Chess960 are recognised by how they castle, or by their tag") {
    const auto chess960 = [](std::string tags) {
        tags += "[Result \"1-0\"]\n\n1. e4 1-0\n";
        const GameTally tally = sample(tags).tally;
        CHECK(tally.counted == 1);
        return tally.chess960 == 1;
    };
    constexpr std::string_view array960 =
        "[FEN \"bnnrkrqb/pppppppp/8/8/8/8/PPPPPPPP/BNNRKRQB w KQkq - 0 1\"]\n";
    CHECK_FALSE(chess960(""));
    CHECK_FALSE(
        chess960("[Variant \"From Position\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n"));
    CHECK_FALSE(chess960("[FEN \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1\"]\n"));
    CHECK(chess960(std::string(array960)));
    CHECK(chess960("[Variant \"Standard\"]\n" + std::string(array960))); // whatever the tag says
    // From the array, which is one of the 960
    CHECK(chess960("[Variant \"Chess960\"]\n"));
    CHECK(chess960("[Variant \"fischerandom\"]\n"));
    GameRules rules;
    rules.as_polyglot = true; // every game is from the array
    CHECK(sample("[Variant \"Chess960\"]\n[Result \"1-0\"]\n\n1. e4 1-0\n", rules).tally.chess960 ==
          0);
}

TEST_CASE("positions with an inner rook's castling right are left out and counted") {
    // The f1 rook castles; until 4. Rg3 the one on g1 stands beyond it.
    const Sampled line = sample("[FEN \"4k3/8/8/8/8/8/8/R3KRR1 w F - 0 1\"]\n[Result \"1-0\"]\n\n"
                                "1. Ra2 Ke7 2. Ra1 Ke8 3. Ra2 Ke7 4. Rg3 Ke8 5. O-O Kd7 1-0\n");
    CHECK(line.tally.counted == 1);
    CHECK(line.tally.chess960 == 1);
    CHECK(line.tally.inner_rooks == 5); // each move once
    CHECK(line.tally.samples == 3);
    REQUIRE(line.samples.size() == 3);
    CHECK(line.samples[1].move == (4U << 6U | 5U)); // 5. O-O as e1f1

    GameRules rules;
    rules.variations = true;
    const Sampled variations =
        sample("[FEN \"4k3/8/8/8/8/8/8/4KRR1 w F - 0 1\"]\n[Result \"1-0\"]\n\n"
               "1. Rg2 (1. Rh1 Ke7) 1... Ke7 1-0\n",
               rules);
    CHECK(variations.samples.size() == 2);
    CHECK(variations.tally.inner_rooks == 3); // all but 1... Ke7 of the game
    CHECK(variations.tally.samples == 1);
}

constexpr std::string_view judged_game =
    "[Result \"1-0\"]\n\n1. e4 { [%eval 0.3] } e5 { [%eval 0.25] } 2. Qh5 { [%eval -0.9] } "
    "2... Ke7 { [%eval #1] } (2... Nc6 { [%eval -9.9] }) 3. Qxe5# 1-0\n";

TEST_CASE("-max-loss: costly moves are left out, and what follows from them counts") {
    GameRules rules;
    rules.judge.max_loss = {100, 1000};
    Sampled result = sample(judged_game, rules);
    CHECK(result.tally.samples == 3); // e4 e5 Qxe5#
    CHECK(result.tally.values.read == 4);
    CHECK(result.tally.values.mistakes == std::array<std::uint64_t, 2>{1, 1});
    REQUIRE(result.worst.of[0].size() == 1);
    REQUIRE(result.worst.of[1].size() == 1);
    CHECK(result.worst.of[0][0].text == " - : 2. d1h5 costs 1.15");
    CHECK(result.worst.of[1][0].text == " - : 2... e8e7 costs 10.90");
    rules.judge.max_loss = {100, std::nullopt};
    CHECK(sample(judged_game, rules).tally.samples == 4);
    // The value after the last wanted move is read, too.
    rules.max_ply = 3;
    CHECK(sample(judged_game, rules).tally.samples == 2);
    constexpr std::string_view searched = "[Result \"1-0\"]\n\n1. e4 {+0.30/9 1s} e5 {0.00/9 1s} "
                                          "2. Qh5 {+0.40/9 1s} Nc6 {+1.00/9 1s} 1-0\n";
    CHECK(sample(searched, rules).tally.samples == 2);
    rules.min_ply = 2;
    CHECK(sample(searched, rules).tally.samples == 0);
}

TEST_CASE("-max-eval ends a line before the first move in a decided position") {
    GameRules rules;
    rules.judge.min_eval = -80;
    const Sampled result = sample(judged_game, rules);
    CHECK(result.tally.samples == 3);
    CHECK(result.tally.values.decided == 1);
}

TEST_CASE("games without values count with -keep-unjudged only") {
    GameRules rules;
    rules.judge.max_loss = {100, 100};
    CHECK(sample(short_game, rules).tally.unjudged == 1);
    CHECK(sample(short_game, rules).tally.samples == 0);
    rules.judge.keep_unjudged = true;
    CHECK(sample(short_game, rules).tally.samples == 3);
}

TEST_CASE("-skip-marks dubious: doubtful moves, too") {
    GameRules rules;
    rules.skip_marks = true;
    constexpr std::string_view game = "[Result \"1-0\"]\n\n1. e4 e5 2. Qh5?! Nc6 1-0\n";
    CHECK(sample(game, rules).tally.samples == 4);
    rules.skip_doubtful = true;
    CHECK(sample(game, rules).tally.samples == 2);
    CHECK(sample("[Result \"1-0\"]\n\n1. e4 e5 $6 2. Qh5 1-0\n", rules).tally.samples == 1);
    CHECK(sample("[Result \"1-0\"]\n\n1. e4 e5!? 2. Qh5 1-0\n", rules).tally.samples == 3);
}

} // namespace
} // namespace polyglot::tools

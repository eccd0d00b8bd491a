// What explore shows of an engine's info lines.
#include "core/chess/fen.hpp"
#include "core/chess/variants/fen.hpp"
#include "tools/explore/engine/analysis.hpp"

#include <string>
#include <vector>

#include <boost/json.hpp>
#include <doctest/doctest.h>

namespace polyglot::tools {
namespace {

namespace json = boost::json;

AnalysedPosition position_of(const std::string& fen, const chess::Variant* variant = nullptr) {
    const Result<EpdTask> task = read_epd_task(fen, 1, variant);
    REQUIRE_MESSAGE(task.has_value(), task.error().message);
    return {*task};
}

Analysis start() {
    return Analysis(position_of("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"));
}

json::object shown(const Analysis& analysis) {
    json::object answer;
    analysis.describe(answer);
    return answer;
}

// "e4 +0.35 d20: 1. e4 e5" for each line, or "e4 +0.35 -0" with the loss for each move.
std::string lines_of(const Analysis& analysis) {
    std::string text;
    const json::object answer = shown(analysis);
    for (const json::value& line : answer.at("lines").as_array())
        text += std::string(line.at("san").as_string()) + ' ' +
                std::string(line.at("value").at("text").as_string()) + " d" +
                json::serialize(line.at("depth")) + ": " +
                std::string(line.at("text").as_string()) + "; ";
    return text;
}
std::string losses_of(const Analysis& analysis) {
    std::string text;
    const json::object answer = shown(analysis);
    for (const json::value& move : answer.at("moves").as_array())
        text += std::string(move.at("san").as_string()) + ' ' +
                std::string(move.at("value").at("text").as_string()) + " -" +
                json::serialize(move.at("loss")) + "; ";
    return text;
}

EpdMove move_of(const Analysis& analysis, std::string_view uci) {
    return analysis.position().task.parse_uci(uci).value_or(EpdMove());
}

} // namespace

TEST_CASE("lines by rank, with their moves up to the first that is not legal") {
    Analysis analysis = start();
    CHECK(lines_of(analysis).empty());
    CHECK_FALSE(shown(analysis).contains("value"));
    analysis.on_info("depth 9 seldepth 12 multipv 1 score cp 35 nodes 900 nps 9000 time 100 pv "
                     "e2e4 e7e5 e1e8 g1f3");
    analysis.on_info("depth 9 multipv 2 score cp 30 pv d2d4 d7d5");
    CHECK(lines_of(analysis) == "e4 +0.35 d9: 1. e4 e5; d4 +0.30 d9: 1. d4 d5; ");
    const json::object answer = shown(analysis);
    CHECK(answer.at("seldepth") == json::value(12));
    CHECK(answer.at("nps") == json::value(9000));
    CHECK(answer.at("value").at("cp") == json::value(35));
    CHECK(answer.at("value").at("bar").as_double() > 0.5);
    const json::value& reply = answer.at("lines").at(0).at("pv").at(1);
    CHECK(json::serialize(reply) == R"({"uci":"e7e5","san":"e5","number":"1...","white":false})");
}

TEST_CASE("a move that gets another rank is not shown twice") {
    Analysis analysis = start();
    analysis.on_info("depth 9 multipv 1 score cp 35 pv e2e4");
    analysis.on_info("depth 9 multipv 2 score cp 30 pv d2d4");
    analysis.on_info("depth 10 multipv 1 score cp 40 pv d2d4");
    CHECK(lines_of(analysis) == "d4 +0.40 d10: 1. d4; ");
    analysis.on_info("depth 10 multipv 2 score cp 20 pv c2c4");
    CHECK(lines_of(analysis) == "d4 +0.40 d10: 1. d4; c4 +0.20 d10: 1. c4; ");
}

TEST_CASE("a bound counts only while nothing better is known; nonsense is ignored") {
    Analysis analysis = start();
    analysis.on_info("depth 5 score cp 10 lowerbound pv e2e4");
    CHECK(shown(analysis).at("value").at("bound") == json::value("lower"));
    analysis.on_info("depth 5 score cp 20 pv e2e4");
    analysis.on_info("depth 6 score cp 90 lowerbound pv e2e4");
    analysis.on_info("depth 7 score cp 90 pv e2e5");
    analysis.on_info("depth 7 multipv 0 score cp 90 pv e2e4");
    analysis.on_info("depth 7 multipv 0 score cp 90");
    analysis.on_info("string depth 7 score cp 90 pv e2e4");
    CHECK(lines_of(analysis) == "e4 +0.20 d5: 1. e4; ");
}

TEST_CASE("values are White's") {
    Analysis analysis(position_of("4k3/8/8/8/8/8/4P3/4K3 b - - 0 1"));
    analysis.on_info("depth 9 multipv 1 score cp -50 upperbound pv e8e7");
    CHECK(shown(analysis).at("value").at("text") == json::value("+0.50"));
    CHECK(shown(analysis).at("value").at("bound") == json::value("lower"));
    analysis.on_info("depth 9 multipv 2 score mate -4 pv e8d8");
    analysis.on_info("depth 9 multipv 3 score mate 3 pv e8f8");
    CHECK(lines_of(analysis) ==
          "Ke7 +0.50 d9: 1... Ke7; Kd8 #4 d9: 1... Kd8; Kf8 #-3 d9: 1... Kf8; ");
    CHECK(shown(analysis).at("lines").at(1).at("value").at("bar") == json::value(1.0));
    CHECK(shown(analysis).at("lines").at(2).at("value").at("mate") == json::value(-3));
}

TEST_CASE("the loss of moves, also of those that were searched alone") {
    Analysis analysis = start();
    analysis.on_info("depth 12 multipv 1 score cp 35 pv e2e4");
    const EpdMove bad = move_of(analysis, "g2g4"), good = move_of(analysis, "e2e4");
    CHECK(analysis.without_value({bad, good}) == std::vector{bad});
    analysis.on_info_of(bad, "depth 3 score cp 10 pv e2e4"); // of another search
    CHECK(analysis.without_value({bad, good}) == std::vector{bad});
    analysis.on_info_of(bad, "depth 12 score cp -95 pv g2g4 d7d5");
    CHECK(analysis.without_value({bad, good}).empty());
    CHECK(losses_of(analysis) == "e4 +0.35 -0; g4 -0.95 -130; ");
    analysis.on_info_of(bad, "depth 12 score mate -7 pv g2g4");
    CHECK(losses_of(analysis) == "e4 +0.35 -0; g4 #-7 -10028; ");
    // The search of all moves begins again, with lines that are less deep.
    analysis.on_search_again();
    analysis.on_info("depth 1 multipv 1 score cp 5 pv a2a3");
    CHECK(losses_of(analysis) == "e4 +0.35 -0; g4 #-7 -10028; ");
    analysis.on_info("depth 13 multipv 1 score cp 25 pv g2g4");
    CHECK(losses_of(analysis) == "g4 +0.25 -0; ");
    analysis.on_info("depth 14 multipv 1 score cp 30 pv d2d4"); // g4 is no line any more
    CHECK(losses_of(analysis) == "d4 +0.30 -0; g4 #-7 -10023; ");
}

TEST_CASE("a position of a variant") {
    Analysis analysis(position_of("rnb1kbnr/ppp1pppp/8/3q4/8/8/PPPP1PPP/RNBQKBNR[Pp] w KQkq - 0 3",
                                  &chess::crazyhouse));
    analysis.on_info("depth 9 score cp 55 pv P@h3 P@h6");
    CHECK(lines_of(analysis) == "P@h3 +0.55 d9: 3. P@h3 P@h6; ");
}

TEST_CASE("nodes a second: what the engine says, or else nodes and time") {
    Analysis analysis = start();
    CHECK(shown(analysis).at("nps") == json::value(0));
    analysis.on_info("nodes 3000 time 500");
    CHECK(shown(analysis).at("nps") == json::value(6000));
    CHECK(shown(analysis).at("nodes") == json::value(3000));
    CHECK(shown(analysis).at("time_ms") == json::value(500));
    analysis.on_info("nps 7000");
    CHECK(shown(analysis).at("nps") == json::value(7000));
    CHECK(shown(analysis).at("nodes") == json::value(3000));
    Analysis timeless = start();
    timeless.on_info("nodes 3000");
    CHECK(shown(timeless).at("nps") == json::value(0));
}

TEST_CASE("the depth that is reached is that of the best line") {
    Analysis analysis = start();
    CHECK(analysis.depth() == 0);
    analysis.on_info("depth 9 seldepth 12 multipv 1 score cp 35 pv e2e4");
    analysis.on_info("depth 8 seldepth 20 multipv 2 score cp 30 pv d2d4");
    CHECK(analysis.depth() == 9);
    CHECK(shown(analysis).at("depth") == json::value(9));
    CHECK(shown(analysis).at("seldepth") == json::value(12));
    CHECK(shown(analysis).at("fen") ==
          json::value("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"));
    analysis.on_info("score cp 35 pv e2e4"); // an engine that says no depth
    CHECK(analysis.depth() == 0);
    CHECK(shown(analysis).at("seldepth") == json::value(0));
}

TEST_CASE("of a move that is searched alone, a bound counts only while nothing better is known") {
    Analysis analysis = start();
    analysis.on_info("depth 9 score cp 35 pv e2e4");
    const EpdMove bad = move_of(analysis, "g2g4");
    analysis.on_info_of(bad, "depth 9 score cp -80");
    analysis.on_info_of(bad, "depth 9 pv g2g4");
    CHECK(losses_of(analysis) == "e4 +0.35 -0; ");
    analysis.on_info_of(bad, "depth 9 score cp -80 upperbound pv g2g4");
    CHECK(losses_of(analysis) == "e4 +0.35 -0; g4 -0.80 -115; ");
    analysis.on_info_of(bad, "depth 9 score cp -90 pv g2g4");
    analysis.on_info_of(bad, "depth 10 score cp -70 upperbound pv g2g4");
    CHECK(losses_of(analysis) == "e4 +0.35 -0; g4 -0.90 -125; ");
    CHECK(shown(analysis).at("moves").at(1).at("depth") == json::value(9));
}

TEST_CASE("a mate that has been given is lost for the side to move") {
    Analysis black(position_of("4k3/8/8/8/8/8/4P3/4K3 b - - 0 1"));
    black.on_info("depth 1 score mate 0 pv e8e7");
    CHECK(shown(black).at("value").at("text") == json::value("#0"));
    CHECK(shown(black).at("value").at("bar") == json::value(1.0));
    Analysis white = start();
    white.on_info("depth 1 score mate 0 pv e2e4");
    CHECK(shown(white).at("value").at("text") == json::value("#-0"));
    CHECK(shown(white).at("value").at("bar") == json::value(0.0));
}

TEST_CASE("positions with and without moves, of chess and of a variant") {
    const AnalysedPosition mated = AnalysedPosition::of(
        *chess::parse_fen("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1"), chess::CastlingStyle::KingTwoSquares);
    CHECK_FALSE(mated.has_moves());
    CHECK_FALSE(mated.is_white_to_move());
    const AnalysedPosition usual =
        AnalysedPosition::of(chess::Position::start(), chess::CastlingStyle::KingTwoSquares);
    CHECK(usual.has_moves());
    CHECK(usual.is_white_to_move());
    const auto variant = AnalysedPosition::of(chess::VariantPosition::start(chess::atomic),
                                              chess::CastlingStyle::KingTwoSquares);
    CHECK(variant.has_moves());
    CHECK(variant.is_white_to_move());
    CHECK_FALSE(variant == usual);
    const AnalysedPosition hill = AnalysedPosition::of(
        *chess::parse_variant_fen(chess::king_of_the_hill, "4k3/8/8/8/3K4/8/8/8 b - - 0 1"),
        chess::CastlingStyle::KingTwoSquares);
    CHECK_FALSE(hill.has_moves());
    CHECK_FALSE(hill.is_white_to_move());
}

TEST_CASE("expected scores") {
    CHECK(centipawns_of({.value = 12'000}) == 10'000);
    CHECK(centipawns_of({.value = -12'000}) == -10'000);
    CHECK(centipawns_of({.value = 35}) == 35);
    CHECK(centipawns_of({.is_mate = true, .value = -5}) == -9'995);
    CHECK(expected_score({.is_mate = true, .value = 1}) == 1);
    CHECK(expected_score({.value = -400}) == doctest::Approx(1.0 / 11));
    CHECK(expected_score({.value = 0}) == doctest::Approx(0.5));
    CHECK(expected_score({.value = 400}) == doctest::Approx(10.0 / 11));
    CHECK(expected_score({.is_mate = true, .value = 0}) == 0);
    CHECK(centipawns_of({.is_mate = true, .value = 0}) == -10'000);
    CHECK(centipawns_of({.is_mate = true, .value = 5}) == 9'995);
    CHECK(centipawns_of({.is_mate = true, .value = 6'000}) == 5'000); // however far it says
}

} // namespace polyglot::tools

// What the page is told of games in memory.
#include "tests/support/harness/test_folder.hpp"
#include "tools/explore/games/games_question.hpp"

#include <atomic>
#include <string>
#include <string_view>
#include <thread>

#include <boost/json.hpp>
#include <doctest/doctest.h>

namespace polyglot::tools {
namespace {

namespace json = boost::json;

std::string game(std::string_view result, std::string_view moves, std::string_view tags = {}) {
    return "[White \"W\"]\n[Black \"B\"]\n[Result \"" + std::string(result) + "\"]\n" +
           std::string(tags) + '\n' + std::string(moves) + ' ' + std::string(result) + "\n\n";
}

// A collection that has read this text.
struct Games {
    explicit Games(const std::string& text)
        : collection("the games", {folder.write("a.pgn", text)}) {
        while (!collection.is_ready())
            std::this_thread::yield();
    }
    json::object played(const std::string& question) {
        const json::object parsed = json::parse(question).as_object();
        const auto answer = played_in(collection, *place_of(parsed), parsed);
        REQUIRE_MESSAGE(answer.has_value(), (answer ? "" : answer.error().message));
        return *answer;
    }
    json::object list(const std::string& question) {
        const json::object parsed = json::parse(question).as_object();
        const auto answer = games_in(collection, *place_of(parsed), parsed);
        REQUIRE_MESSAGE(answer.has_value(), (answer ? "" : answer.error().message));
        return *answer;
    }
    json::object open(const json::value& name) {
        const auto number = game_named(collection, {{"game", name}});
        REQUIRE(number.has_value());
        const std::atomic<bool> never = false;
        const auto answer = describe_game(collection, *number, never);
        REQUIRE_MESSAGE(answer.has_value(), (answer ? "" : answer.error().message));
        return *answer;
    }
    test::Folder folder;
    Collection collection;
};

} // namespace

TEST_CASE("played moves: results for the side to move, ratings of the mover, the last year") {
    Games games(game("1-0", "1. e4 e5",
                     "[WhiteElo \"2400\"]\n[BlackElo \"2000\"]\n[Date \"2001.01.01\"]\n") +
                game("1-0", "1. e4 c5", "[WhiteElo \"2500\"]\n[BlackElo \"2100\"]\n") +
                game("1/2-1/2", "1. e4 c5", "[Date \"1999.??.??\"]\n") + game("0-1", "1. e4 c5") +
                game("*", "1. e4") + game("*", "1. d4 d5"));
    const json::object first = games.played("{}");
    CHECK(first.at("games") == 6);
    CHECK(first.at("ended") == 0);
    CHECK(json::value(first.at("moves").at(0)) == json::value({{"uci", "e2e4"},
                                                               {"san", "e4"},
                                                               {"games", 5},
                                                               {"share", 5.0 / 6},
                                                               {"wins", 2},
                                                               {"draws", 1},
                                                               {"losses", 1},
                                                               {"score", 0.625},
                                                               {"elo", 2450.0},
                                                               {"last_year", 2001}}));
    CHECK(json::value(first.at("moves").at(1)) == json::value({{"uci", "d2d4"},
                                                               {"san", "d4"},
                                                               {"games", 1},
                                                               {"share", 1.0 / 6},
                                                               {"wins", 0},
                                                               {"draws", 0},
                                                               {"losses", 0}}));
    const json::object reply = games.played(R"({"line": ["e2e4"]})");
    CHECK(reply.at("ended") == 1);
    const json::value& sicilian = reply.at("moves").at(0);
    CHECK(sicilian.at("san") == "c5");
    CHECK(sicilian.at("wins") == 1);
    CHECK(sicilian.at("losses") == 1);
    CHECK(sicilian.at("score") == 0.5);
    CHECK(sicilian.at("elo") == 2100.0);
    CHECK(sicilian.at("last_year") == 1999);
    CHECK(games.played(R"({"filter": {"min_rating": 2050}})").at("games") == 1);
}

TEST_CASE("played moves: a filter's bounds count, and an unknown number is within none") {
    Games games(
        game("1-0", "1. e4", "[WhiteElo \"2400\"]\n[BlackElo \"2300\"]\n[Date \"2001.01.01\"]\n") +
        game("0-1", "1. d4", "[WhiteElo \"2400\"]\n"));
    const auto count = [&](const std::string& filter) {
        return games.played(R"({"filter": {)" + filter + "}}").at("games").to_number<int>();
    };
    CHECK(count("") == 2);
    CHECK(count(R"("min_rating": 2300)") == 1);
    CHECK(count(R"("min_rating": 2301)") == 0);
    CHECK(count(R"("max_rating": 2400)") == 1);
    CHECK(count(R"("max_rating": 2399)") == 0);
    CHECK(count(R"("min_rating": 99999)") == 0);
    CHECK(count(R"("min_rating": 0)") == 2);
    CHECK(count(R"("first_year": 2001, "last_year": 2001)") == 1);
    CHECK(count(R"("first_year": 2002)") == 0);
    CHECK(count(R"("last_year": 2000)") == 0);
    CHECK(count(R"("result": "1-0")") == 1);
    CHECK(count(R"("result": "*")") == 0);
    CHECK(count(R"("player": "w", "side": "white")") == 2);
    CHECK(count(R"("player": "w", "side": "black")") == 0);
    CHECK(count(R"("player": "b", "side": "either")") == 2);
    const json::object question{{"filter", {{"max_rating", 100'000}}}};
    const auto wrong = played_in(games.collection, Place(), question);
    REQUIRE(wrong.has_error());
    CHECK(wrong.error().message == "filter: max_rating is 0 to 99999");
}

TEST_CASE("a listed game and the same one opened: tags, opening, start, and why it ends early") {
    Games games(game("1-0", "1. e4 c5 2. Nf3 Ke4",
                     "[Event \"An \\\"open\\\"\"]\n[WhiteElo \"2400\"]\n[Date \"2001.05.??\"]\n") +
                game("0-1", "1. e4 {[%emt 0:00:01][%eval #-3]} Kd7 {-1.20/9} 2. e5 {[%eval -0.4]}",
                     "[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n[SetUp \"1\"]\n"));
    const json::object first = games.list("{}").at("games").at(0).as_object();
    CHECK(first.at("event") == "An \"open\"");
    CHECK(first.at("white") == "W");
    CHECK(first.at("black") == "B");
    CHECK(first.at("date") == "2001.05.??");
    CHECK(first.at("result") == "1-0");
    CHECK(first.at("plies") == 3);
    CHECK(first.at("ply") == 0);
    CHECK(first.at("white_elo") == 2400);
    CHECK_FALSE(first.contains("black_elo"));
    CHECK(first.at("opening").at("code") == "B27");
    const json::object opened = games.open(first.at("game"));
    CHECK(opened.at("tags").at(0) == json::value(json::array{"White", "W"}));
    CHECK(opened.at("problem").as_string().find("Ke4") != json::string::npos);
    CHECK_FALSE(opened.contains("start"));
    CHECK(opened.at("moves").as_array().size() == 3);
    CHECK_FALSE(opened.at("moves").at(0).as_object().contains("comment"));

    const json::object second =
        games.list(R"({"start": "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"})").at("games").at(0).as_object();
    CHECK(second.at("date") == "");
    CHECK_FALSE(second.contains("opening"));
    const json::object ending = games.open(second.at("game"));
    CHECK(ending.at("start") == "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
    CHECK_FALSE(ending.contains("problem"));
    const json::value& moves = ending.at("moves");
    CHECK(moves.at(0).at("used_ms") == 1'000);
    CHECK(moves.at(0).at("value") == "#-3");
    CHECK_FALSE(moves.at(0).as_object().contains("comment"));
    CHECK(moves.at(1).at("value") == "+1.20"); // of Black's search
    CHECK(moves.at(2).at("value") == "-0.40");
    CHECK(games.list(R"({"move": "e2e4"})").at("count") == 1);
    CHECK(games.list(R"({"move": "d2d4"})").at("count") == 0);
}

TEST_CASE("the state of the reading: what there was, and what was wrong") {
    Games games(game("1-0", "1. e4 e5") + game("0-1", "") + game("1-0", "1. e4 Ke5"));
    const json::object state = describe(games.collection);
    CHECK(state.at("name") == "the games");
    CHECK(state.at("ready") == true);
    CHECK(state.at("games") == 2);
    CHECK(state.at("plies") == 3);
    CHECK(state.at("empty") == 1);
    CHECK(state.at("files") == 1);
    CHECK(state.at("read") == state.at("text_bytes"));
    CHECK(state.at("total") == state.at("text_bytes"));
    CHECK(state.at("memory").to_number<std::uint64_t>() > 0);
    std::string problems;
    for (const json::value& problem : state.at("problems").as_array())
        problems += std::string(problem.as_string()) + '\n';
    CHECK(problems.starts_with("1 game: "));
    CHECK(problems.find("a.pgn:") != std::string::npos);
    Games none(game("1-0", "1. e4 e5"));
    CHECK(describe(none.collection).at("problems").as_array().empty());
}

TEST_CASE("a list has the first 50 games, and counts all") {
    std::string text;
    for (int i = 0; i < 51; ++i)
        text += game("1-0", "1. e4");
    Games games(text);
    const json::object listed = games.list("{}");
    CHECK(listed.at("count") == 51);
    CHECK(listed.at("games").as_array().size() == 50);
}

} // namespace polyglot::tools

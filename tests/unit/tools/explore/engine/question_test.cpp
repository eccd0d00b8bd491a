// The page's questions about the engine: what they may say, and what is done then.
#include "tests/unit/tools/engines/engine_client_support.hpp"
#include "tools/explore/engine/question.hpp"

#include <cstdint>
#include <initializer_list>
#include <string>

#include <boost/json.hpp>
#include <doctest/doctest.h>

namespace polyglot::tools {
namespace {

namespace json = boost::json;

const AnalysedPosition start =
    AnalysedPosition::of(chess::Position::start(), chess::CastlingStyle::KingTwoSquares);

// An analyst whose engine is not started before its context runs.
struct Asked {
    boost::asio::io_context context;
    Analyst analyst{context, engine_client_test::fake()};

    json::object ask(const json::object& question) {
        const auto answer = ask_analyst(analyst, start, question);
        REQUIRE_MESSAGE(answer.has_value(), (answer ? "" : answer.error().message));
        return *answer;
    }
    std::string error(const json::object& question) {
        const auto answer = ask_analyst(analyst, start, question);
        return answer ? "" : answer.error().message;
    }
    ~Asked() { analyst.end(); }
};

json::array moves(std::size_t count, const char* move) {
    json::array list;
    for (std::size_t i = 0; i < count; ++i)
        list.push_back(json::string(move));
    return list;
}

} // namespace

TEST_CASE("a question without `run` only looks") {
    Asked asked;
    const json::object answer = asked.ask({});
    CHECK(answer.at("state") == "off");
    CHECK_FALSE(answer.contains("elsewhere"));
    CHECK(asked.ask({{"lines", 99}, {"check", 1}}) == answer); // they belong to `run`
    CHECK(asked.ask({{"revision", answer.at("revision")}}).size() == 1);
    CHECK(asked.ask({{"revision", "1"}}) == answer);
    CHECK(asked.ask({{"revision", -1}}) == answer);
}

TEST_CASE("`run` starts the engine, `run` false ends its search, for one page at a time") {
    Asked asked;
    CHECK(asked.ask({{"run", 1}}).at("state") == "off");
    CHECK(asked.ask({{"run", true}, {"tab", "a"}}).at("state") == "starting");
    const json::object elsewhere = asked.ask({{"run", true}, {"tab", "b"}});
    CHECK(elsewhere.at("elsewhere") == true);
    CHECK_FALSE(asked.ask({{"run", true}, {"tab", "b"}, {"take", true}}).contains("elsewhere"));
    CHECK(asked.ask({{"run", true}, {"tab", "a"}}).contains("elsewhere"));
    asked.ask({{"run", false}, {"tab", "a"}}); // it has the engine no more
    CHECK(asked.ask({{"run", true}, {"tab", "a"}}).contains("elsewhere"));
    asked.ask({{"run", false}, {"tab", "b"}});
    CHECK_FALSE(asked.ask({{"run", true}, {"tab", "a"}}).contains("elsewhere"));
}

TEST_CASE("how many lines and which moves a question may want") {
    Asked asked;
    for (const json::value& lines : {json::value(1), json::value(10)})
        CHECK(asked.error({{"run", true}, {"lines", lines}}).empty());
    for (const json::value& lines : {json::value(0), json::value(11), json::value("3")})
        CHECK(asked.error({{"run", true}, {"lines", lines}}) == "lines is 1 to 10");
    CHECK(asked.error({{"run", true}, {"check", moves(60, "e2e4")}}).empty());
    for (const json::value& check : {json::value(moves(61, "e2e4")), json::value("e2e4")})
        CHECK(asked.error({{"run", true}, {"check", check}}) ==
              "check: a list of at most 60 moves is expected");
    for (const json::value& check : {json::value(moves(1, "e2e5")), json::value(json::array{1})})
        CHECK(asked.error({{"run", true}, {"check", check}}) == "check: a move is not legal");
}

} // namespace polyglot::tools

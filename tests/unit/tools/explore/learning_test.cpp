// What the explorer shows of a store of results.
#include "tests/unit/tools/books/book_tools_support.hpp"
#include "tools/explore/answers.hpp"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace polyglot::tools {
namespace {

namespace json = boost::json;
using test::raw_move;

constexpr std::int32_t first_day = 20'000; // 2024-10-04

// A book with 1. e4 and 1. d4, and a store with results.
class StoreFolder {
  public:
    StoreFolder() {
        const std::uint64_t start = chess::Position::start().key();
        book = folder.write(
            "book.bin", {{start, raw_move("e2e4"), 50, 0, 0}, {start, raw_move("d2d4"), 50, 0, 0}});
    }

    // Our moves are those of the side that begins at `from` in the line.
    void play(std::string_view line, std::size_t from, int half_points,
              std::int32_t day = first_day, std::string engine = "Fruit",
              std::string opponent = "Toga") const {
        const auto at = [day] { return std::chrono::sys_days(std::chrono::days(day)); };
        const auto db = io::LearnDb::open(store, io::LearnDb::Access::Create, at);
        REQUIRE(db.has_value());
        book::LearntGame game{{}, half_points, std::move(engine), std::move(opponent)};
        chess::Position position = chess::Position::start();
        std::istringstream words{std::string(line)};
        std::size_t ply = 0;
        for (std::string word; words >> word; ++ply) {
            const chess::Move move = *chess::parse_uci_move(position, word);
            if (ply % 2 == from) game.moves.push_back({position, move});
            position.make(move);
        }
        REQUIRE((*db)->record(game).has_value());
    }

    json::object ask(const json::object& question, bool position = false) const {
        Shelf shelf(5, nullptr);
        REQUIRE(shelf.add(book).has_value());
        const Learning learning(store);
        const Answers answers(shelf, nullptr, &learning);
        auto answer = position ? answers.position(question) : answers.learning(question);
        REQUIRE_MESSAGE(answer.has_value(), (answer ? "" : answer.error().message));
        return *std::move(answer);
    }

    std::string error(const json::object& question) const {
        Shelf shelf(5, nullptr);
        REQUIRE(shelf.add(book).has_value());
        const Learning learning(store);
        const auto answer = Answers(shelf, nullptr, &learning).learning(question);
        return answer ? "" : answer.error().message;
    }

    BookFolder folder;
    std::string book;
    std::string store = folder / "learn.db";
};

// "1. e4 3/4" (games, half-points) …
std::string lines_of(const json::value& lines) {
    std::string text;
    for (const json::value& line : lines.as_array())
        text += (text.empty() ? "" : ", ") + std::string(line.at("san").as_string()) + ' ' +
                std::to_string(line.at("games").to_number<int>()) + '/' +
                std::to_string(line.at("half_points").to_number<int>());
    return text;
}

TEST_CASE("explore: results over time, by line, and what gained and lost most") {
    const StoreFolder store;
    store.play("e2e4 e7e5 g1f3", 0, 2);
    store.play("e2e4 e7e5 g1f3", 0, 1, first_day + 1);
    store.play("d2d4 d7d5 c2c4", 0, 0, first_day + 1);
    store.play("e2e4 c7c5", 1, 2, first_day + 3, "Fruit", "<img src=x>");
    const json::object all = store.ask({});
    CHECK(json::serialize(all.at("days")) ==
          "{\"step\":1,\"rows\":[[20000,1,0,0],[20001,0,1,1],[20003,1,0,0]]}");
    CHECK(json::serialize(all.at("games")) ==
          "{\"games\":4,\"half_points\":5,\"won\":2,\"drawn\":1,\"lost\":1,\"first\":\"2024-10-"
          "04\",\"last\":\"2024-10-"
          "07\"}");
    CHECK(lines_of(all.at("lines")) ==
          "1. e4 2/3, 1. e4 e5 2. Nf3 2/3, 1. d4 1/0, 1. e4 c5 1/2, 1. d4 d5 2. c4 1/0");
    CHECK(lines_of(all.at("lost")) == "1. d4 1/0, 1. d4 d5 2. c4 1/0");
    CHECK(lines_of(all.at("gained")) == "1. e4 2/3, 1. e4 e5 2. Nf3 2/3, 1. e4 c5 1/2");
    CHECK(all.at("undated") == 0);
    CHECK(all.at("opponents").as_array()[1].at("name") == "<img src=x>"); // text for the page

    const json::object named = store.ask({{"opponent", "<img src=x>"}});
    CHECK(lines_of(named.at("lines")) == "1. e4 c5 1/2");
    CHECK(named.at("opponents").as_array().size() == 2); // what else may be chosen
    CHECK(store.ask({{"engine", "nobody"}}).at("results") == 0);
    CHECK(lines_of(store.ask({{"min_games", 2}}).at("lines")) == "1. e4 2/3, 1. e4 e5 2. Nf3 2/3");
    CHECK(lines_of(store.ask({{"order", "recent"}}).at("lines")).starts_with("1. e4 c5 1/2"));
    CHECK(lines_of(store.ask({{"order", "loss"}}).at("lines")).starts_with("1. d4 1/0"));

    const json::object here = store.ask({{"line", {"e2e4"}}});
    CHECK(lines_of(here.at("lines")) == "1... e5 2. Nf3 2/3, 1... c5 1/2");
    CHECK(here.at("elsewhere") == 3);
    CHECK(json::serialize(here.at("days_here")) == "{\"step\":1,\"rows\":[[20003,1,0,0]]}");
    CHECK(json::serialize(here.at("lines").as_array()[0].at("moves")) == "[\"e7e5\",\"g1f3\"]");

    CHECK(store.error({{"order", "x"}}) == "order is games, gain, loss or recent");
    CHECK(store.error({{"min_games", 0}}) == "min_games is 1 to 1000000000");
    CHECK(store.error({{"policy", "best"}}) == "policy is polyglot, thompson or ucb");
    Shelf shelf(5, nullptr);
    CHECK(Answers(shelf).learning({}).error().message.find("-store") != std::string::npos);
    const Learning learning(store.store);
    // -watch
    CHECK(Answers(shelf, nullptr, &learning)
              .learning({})
              .error()
              .message.starts_with("no book is shown"));
}

TEST_CASE("explore: a move's results per engine and opponent") {
    const StoreFolder store;
    store.play("e2e4", 0, 2);
    store.play("e2e4", 0, 1, first_day + 9);
    store.play("e2e4", 0, 0, first_day, "Fruit", "\xff<b>");
    for (int i = 0; i < 30; ++i)
        store.play("d2d4", 0, 1, first_day, "Fruit", std::to_string(i));
    const json::object moves = store.ask({}, true).at("learnt").at("moves").as_object();
    const json::array& by = moves.at("e2e4").at("by").as_array();
    REQUIRE(by.size() == 2);
    CHECK(json::serialize(by[0]) == "{\"games\":2,\"half_points\":3,\"won\":1,\"drawn\":1,\"lost\":"
                                    "0,\"first\":\"2024-10-04\",\"last\":\"2024-10-"
                                    "13\",\"engine\":\"Fruit\",\"opponent\":\"Toga\"}");
    CHECK(by[1].at("opponent").as_string().ends_with("<b>"));
    CHECK(moves.at("d2d4").at("by").as_array().size() == 20); // bounded
    CHECK(moves.at("d2d4").at("others").at("pairs") == 10);
    CHECK(json::serialize(moves.at("d2d4").at("others")) ==
          "{\"games\":10,\"half_points\":10,\"won\":0,\"drawn\":10,\"lost\":0,\"first\":\"2024-10-"
          "04\","
          "\"last\":\"2024-10-04\",\"pairs\":10}");
}

TEST_CASE("explore: results of which no day is kept, and how results change the choice") {
    const StoreFolder store;
    const std::uint64_t start = chess::Position::start().key();
    {
        const auto db = io::LearnDb::open(store.store, io::LearnDb::Access::Create);
        REQUIRE((*db)
                    ->add([start](const io::LearnDb::RowSink& sink) {
                        return sink({start, raw_move("e2e4"), "Fruit", "", 100, 180, first_day,
                                     first_day + 50});
                    })
                    .has_value());
    }
    const json::object answer = store.ask({});
    CHECK(answer.at("undated") == 100);
    CHECK(answer.at("days").at("rows").as_array().empty());
    CHECK(lines_of(answer.at("lines")) == "1. e4 100/180");
    const json::array& choice = answer.at("choice").at("moves").as_array();
    REQUIRE(choice.size() == 2);
    CHECK(choice[0].at("san") == "e4");
    CHECK(choice[0].at("own") == 0.5);
    CHECK(choice[0].at("now").as_double() > 0.9);
    const double by_polyglot = store.ask({{"policy", "polyglot"}})
                                   .at("choice")
                                   .at("moves")
                                   .as_array()[0]
                                   .at("now")
                                   .as_double();
    CHECK(by_polyglot > 0.5);
    CHECK(by_polyglot < choice[0].at("now").as_double());
}

TEST_CASE("explore: a store with more lines and days than a page has room for") {
    const StoreFolder store;
    {
        const auto db = io::LearnDb::open(store.store, io::LearnDb::Access::Create);
        const auto added = (*db)->add([](const io::LearnDb::RowSink& sink) -> Result<void> {
            chess::Position position = chess::Position::start();
            for (const chess::Move first : position.legal_moves()) {
                chess::Position after = position;
                after.make(first);
                for (const chess::Move reply : after.legal_moves()) {
                    const std::int32_t day =
                        first_day + 10 * static_cast<std::int32_t>(reply.from());
                    if (auto taken = sink({after.key(), book::encode_move(reply), "Fruit", "Toga",
                                           1, 1, day, day, io::LearnRow::Dated{1, true}});
                        !taken)
                        return taken;
                }
            }
            return {};
        });
        REQUIRE(added.has_value());
    }
    const json::object answer = store.ask({});
    CHECK(answer.at("line_count") == 400);
    CHECK(answer.at("lines").as_array().size() == 100);
    CHECK(answer.at("days").at("step") == 7);
    CHECK(answer.at("days").at("rows").as_array().size() <= 60);
    CHECK(answer.at("games").at("games") == 400);
}

// Results of the first moves, each with a day.
struct Row {
    std::string_view move;
    std::uint32_t games = 1, half_points = 1;
    std::int32_t day = first_day;
    std::string opponent = "Toga";
};
void add_rows(const StoreFolder& store, const std::vector<Row>& rows) {
    const auto db = io::LearnDb::open(store.store, io::LearnDb::Access::Create);
    const auto added = (*db)->add([&rows](const io::LearnDb::RowSink& sink) -> Result<void> {
        for (const Row& row : rows)
            if (auto taken = sink({chess::Position::start().key(), raw_move(row.move), "Fruit",
                                   row.opponent, row.games, row.half_points, row.day, row.day,
                                   io::LearnRow::Dated{row.half_points % 2, true}});
                !taken)
                return taken;
        return {};
    });
    REQUIRE(added.has_value());
}

TEST_CASE("explore: days, weeks, four weeks or years: at most 60 periods") {
    const auto step = [](std::int32_t range) {
        const StoreFolder store;
        add_rows(store, {{"e2e4", 1, 2, first_day}, {"d2d4", 1, 0, first_day + range}});
        const json::object days = store.ask({}).at("days").as_object();
        const json::array& rows = days.at("rows").as_array();
        const json::value& last = rows.back().at(0);
        // The last period begins a multiple of the step after the first day.
        return json::serialize(days.at("step")) + ' ' + std::to_string(rows.size()) + ' ' +
               std::to_string(last.to_number<std::int32_t>() - first_day);
    };
    CHECK(step(0) == "1 1 0");
    CHECK(step(59) == "1 2 59");
    CHECK(step(60) == "7 2 56");
    CHECK(step(419) == "7 2 413");
    CHECK(step(420) == "28 2 420");
    CHECK(step(1'679) == "28 2 1652");
    CHECK(step(1'680) == "364 2 1456");
    CHECK(step(21'839) == "364 2 21476");
    CHECK(step(21'840) == "365 2 21535");
}

TEST_CASE("explore: lines by gain, loss and day, of equal ones the one with more games") {
    const StoreFolder store;
    add_rows(store, {{"e2e4", 4, 6, first_day},
                     {"d2d4", 2, 4, first_day + 1},
                     {"c2c4", 3, 1, first_day + 2},
                     {"g1f3", 6, 4, first_day + 2},
                     {"b2b3", 1, 1, first_day}});
    const auto lines = [&](const char* order) {
        return lines_of(store.ask({{"order", order}}).at("lines"));
    };
    CHECK(lines("games") == "1. Nf3 6/4, 1. e4 4/6, 1. c4 3/1, 1. d4 2/4, 1. b3 1/1");
    CHECK(lines("gain") == "1. e4 4/6, 1. d4 2/4, 1. b3 1/1, 1. Nf3 6/4, 1. c4 3/1");
    CHECK(lines("loss") == "1. Nf3 6/4, 1. c4 3/1, 1. b3 1/1, 1. e4 4/6, 1. d4 2/4");
    CHECK(lines("recent") == "1. Nf3 6/4, 1. c4 3/1, 1. d4 2/4, 1. e4 4/6, 1. b3 1/1");
    const json::object all = store.ask({});
    CHECK(lines_of(all.at("gained")) == "1. e4 4/6, 1. d4 2/4");
    CHECK(lines_of(all.at("lost")) == "1. Nf3 6/4, 1. c4 3/1");
    CHECK(all.at("gained").at(0).at("gain") == 1.0);
    CHECK(all.at("lost").at(1).at("gain") == -1.0);
    CHECK(all.at("elsewhere") == 0);
    CHECK(all.at("stopped") == false);
    CHECK(all.at("results") == 16);
    CHECK(store.error({{"min_games", 1'000'000'000}}).empty());
    for (const json::value& wrong :
         {json::value(1'000'000'001), json::value("2"), json::value(0.5)})
        CHECK(store.error({{"min_games", wrong}}) == "min_games is 1 to 1000000000");
    CHECK(lines_of(store.ask({{"min_games", 4}}).at("lines")) == "1. Nf3 6/4, 1. e4 4/6");
}

TEST_CASE("explore: the eight lines that gained most, and the 200 opponents with most results") {
    const StoreFolder store;
    std::vector<Row> rows;
    std::uint32_t games = 10;
    for (const char* const move :
         {"a2a3", "b2b3", "c2c3", "d2d3", "e2e3", "f2f3", "g2g3", "h2h3", "a2a4"})
        rows.push_back({move, ++games, 2 * games});
    for (int i = 0; i < 201; ++i)
        rows.push_back(
            {"e2e4", i == 200 ? 2U : 1U, i == 200 ? 2U : 1U, first_day, "x" + std::to_string(i)});
    add_rows(store, rows);
    const json::object all = store.ask({});
    CHECK(all.at("gained").as_array().size() == 8);
    CHECK(all.at("gained").at(0).at("san") == "1. a4");
    const json::array& opponents = all.at("opponents").as_array();
    REQUIRE(opponents.size() == 200);
    CHECK(opponents[0].at("name") == "Toga");
    CHECK(opponents[1].at("name") == "x200");
    CHECK(opponents[1].at("results") == 2);
    CHECK(opponents[2].at("name") == "x0"); // of equal ones by name
    CHECK(opponents[3].at("name") == "x1");
    CHECK(opponents[4].at("name") == "x10");
    // Who has played one opponent: the results of that one alone.
    const json::object one = store.ask({{"opponent", "x200"}});
    CHECK(one.at("engines").at(0).at("results") == 2);
    CHECK(one.at("opponents").as_array().size() == 200);
    const json::object nobody = store.ask({{"engine", "none"}});
    CHECK(nobody.at("opponents").at(0).at("results") == 0);
    CHECK(nobody.at("engines").at(0).at("name") == "Fruit");
}

TEST_CASE("explore: the choice is that of the book as it is now") {
    const StoreFolder store;
    store.play("e2e4", 0, 2);
    Shelf shelf(5, nullptr);
    REQUIRE(shelf.add(store.book).has_value());
    const Learning learning(store.store);
    const Answers answers(shelf, nullptr, &learning);
    const auto moves = [&] {
        return answers.learning({})->at("choice").at("moves").as_array().size();
    };
    CHECK(moves() == 2);
    store.folder.write("book.bin", {{chess::Position::start().key(), raw_move("e2e4"), 50, 0, 0}});
    CHECK(moves() == 1);
}

TEST_CASE("explore: the choice of a policy, and the results beside it") {
    const StoreFolder store;
    add_rows(store, {{"e2e4", 40, 36}, {"d2d4", 40, 44}});
    const auto choice = [&](const json::object& question) {
        return store.ask(question).at("choice").as_object();
    };
    const json::object usual = choice({});
    CHECK(usual.at("book") == json::value(store.book));
    CHECK(usual.at("moves").at(0).at("san") == "d4");
    CHECK(usual.at("moves").at(0).at("uci") == "d2d4");
    CHECK(usual.at("moves").at(0).at("games") == 40);
    CHECK(usual.at("moves").at(0).at("half_points") == 44);
    const auto share = [&](const char* policy) {
        return choice({{"policy", policy}}).at("moves").at(0).at("now").as_double();
    };
    CHECK(share("thompson") == usual.at("moves").at(0).at("now").as_double());
    CHECK(share("ucb") > 0.9);
    CHECK(share("ucb") != share("thompson"));
    CHECK(share("polyglot") < share("thompson"));
    CHECK(store.error({{"policy", ""}}) == "policy is polyglot, thompson or ucb");
    CHECK(store.error({{"line", {"e2e5"}}}) == "line: move 1 is not legal");
    CHECK(store.ask({}).at("store") == json::value(store.store));
    CHECK(choice({{"line", {"e2e4"}}}).at("moves").as_array().empty());
}

} // namespace
} // namespace polyglot::tools

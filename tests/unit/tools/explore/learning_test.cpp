// What the explorer shows of a store of results.
#include "tests/unit/tools/books/book_tools_support.hpp"
#include "tools/explore/answers.hpp"

#include <algorithm>
#include <chrono>
#include <optional>

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
    CHECK(moves.at("d2d4").at("others").at("games") == 10);
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

} // namespace
} // namespace polyglot::tools

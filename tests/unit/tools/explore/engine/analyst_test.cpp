// The engine beside the explorer: when its process runs, and what it is asked.
#include "core/chess/fen.hpp"
#include "core/chess/variants/fen.hpp"
#include "core/chess/variants/position.hpp"
#include "core/chess/variants/variant.hpp"
#include "tests/support/harness/processes.hpp"
#include "tests/unit/tools/engines/engine_client_support.hpp"
#include "tools/explore/engine/analyst.hpp"

#include <filesystem>
#include <fstream>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <boost/json.hpp>
#include <doctest/doctest.h>

namespace polyglot::tools {
namespace {

using namespace std::chrono_literals;
using engine_client_test::fake;

AnalysisWish wish_of(const std::string& fen, const std::vector<std::string>& check = {},
                     std::string tab = "a") {
    const auto position = chess::parse_fen(fen);
    REQUIRE(position.has_value());
    AnalysisWish wish{.position =
                          AnalysedPosition::of(*position, chess::CastlingStyle::KingTwoSquares),
                      .tab = std::move(tab)};
    for (const std::string& move : check)
        wish.check.push_back(wish.position.task.parse_uci(move).value());
    return wish;
}
// No wait ends on a busy machine.
constexpr AnalystTimes patient{.lease = 1000s, .before_checks = 0ms, .patience = 1000s};
const std::string start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const std::string other = "rnbqkbnr/pppppppp/8/8/8/7P/PPPPPPP1/RNBQKBNR b KQkq - 0 1";

// An analyst, and the file of what its engine has read.
class Room {
  public:
    explicit Room(const std::vector<std::string>& flags, AnalystTimes times = patient)
        : analyst(context, settings_of(flags), times) {}
    ~Room() {
        std::error_code ignored;
        std::filesystem::remove(record_, ignored);
    }
    Room(const Room&) = delete;
    Room& operator=(const Room&) = delete;

    // Whatever an event changes for the page changes the revision, too.
    void until(const std::function<bool()>& test) {
        boost::json::object seen = analyst.answer(0);
        while (!test()) {
            REQUIRE(context.run_one_for(120s) > 0);
            const boost::json::object now = analyst.answer(0);
            if (now.at("revision") == seen.at("revision")) CHECK(now == seen);
            seen = now;
        }
    }
    // The page learns of what its question has changed.
    bool analyse(AnalysisWish wish) {
        const boost::json::object seen = analyst.answer(0);
        const bool is_taken = analyst.analyse(std::move(wish));
        const boost::json::object now = analyst.answer(0);
        if (now.at("revision") == seen.at("revision")) CHECK(now == seen);
        return is_taken;
    }
    void until_state(std::string_view state) {
        until([&] { return this->state() == state; });
    }
    std::string state() const { return text_of("state"); }
    std::string text_of(std::string_view member) const {
        const boost::json::object answer = analyst.answer(0);
        const auto* const value = answer.if_contains(member);
        return value == nullptr ? "" : std::string(value->as_string());
    }
    bool has_values(std::size_t number) const {
        const boost::json::object answer = analyst.answer(0);
        return answer.contains("moves") && answer.at("moves").as_array().size() == number;
    }
    // The searches and stops that the engine has read.
    std::string asked() const {
        return read([](std::string_view line) {
            return line.starts_with("go ") || line == "stop" || line == "quit";
        });
    }
    std::string read(const std::function<bool(std::string_view)>& is_wanted) const {
        std::ifstream in(record_);
        std::string all;
        for (std::string line; std::getline(in, line);)
            if (is_wanted(line)) all += line + "; ";
        return all;
    }
    void end() {
        const boost::json::object seen = analyst.answer(0);
        analyst.end();
        const boost::json::object now = analyst.answer(0);
        if (now.at("revision") == seen.at("revision")) CHECK(now == seen);
        context.run_for(120s);
        CHECK(context.stopped());
    }

  private:
    std::filesystem::path record_; // before the analyst, which gets its name

  public:
    boost::asio::io_context context;
    Analyst analyst;

  private:
    config::Settings settings_of(std::vector<std::string> flags) {
        record_ = std::filesystem::temp_directory_path() /
                  ("analyst_" + std::to_string(test::process_id()) + '_' +
                   std::to_string(reinterpret_cast<std::uintptr_t>(this)));
        flags.insert(flags.end(), {"--record", record_.string()});
        return fake(std::move(flags));
    }
};

} // namespace

TEST_CASE("the engine starts at the first wish, values the moves of the book, and ends") {
    Room room({"--random-legal"});
    CHECK(room.state() == "off");
    CHECK(room.asked().empty());
    room.analyse(wish_of(start, {"d2d4", "e2e4"}));
    room.until([&] { return room.has_values(2) && room.state() == "searching"; });
    CHECK(room.text_of("name") == "Fake Engine");
    const std::uint64_t revision = room.analyst.answer(0).at("revision").to_number<std::uint64_t>();
    CHECK(room.analyst.answer(revision).size() == 1);
    room.end();
    CHECK(room.state() == "off");
    CHECK(room.asked() == "go infinite; stop; go depth 1 movetime 700 searchmoves d2d4; "
                          "go infinite; quit; ");
    CHECK_FALSE(room.analyse(wish_of(start)));
}

TEST_CASE("a move of which the engine says nothing is searched once") {
    Room room({}); // it answers e2e4 whatever it is asked
    room.analyse(wish_of(start, {"d2d4", "a2a3"}));
    const std::string checks = "go infinite; stop; go depth 1 movetime 700 searchmoves d2d4; "
                               "go depth 1 movetime 700 searchmoves a2a3; go infinite; ";
    room.until([&] { return room.state() == "searching" && room.asked() == checks; });
    room.analyse(wish_of(start, {"d2d4", "a2a3"}));
    CHECK(room.state() == "searching");
    room.end();
    CHECK(room.asked() == checks + "quit; ");
}

TEST_CASE("a move that had no value is searched again when its position comes back") {
    Room room({});
    const std::string check = "go depth 1 movetime 700 searchmoves d2d4; ";
    room.analyse(wish_of(start, {"d2d4"}));
    std::string asked = "go infinite; stop; " + check + "go infinite; ";
    room.until([&] { return room.asked() == asked; });
    room.analyse(wish_of(other));
    asked += "stop; go infinite; ";
    room.until([&] { return room.asked() == asked; });
    room.analyse(wish_of(start, {"d2d4"}));
    asked += "stop; go infinite; stop; " + check + "go infinite; ";
    room.until([&] { return room.asked() == asked; });
    room.end();
}

TEST_CASE("another position ends the search; a position without moves is not searched") {
    Room room({"--random-legal"});
    room.analyse(wish_of(start));
    room.until_state("searching");
    room.until([&] { return room.has_values(1); });
    room.analyse(wish_of(other));
    room.until([&] { return room.text_of("fen") == other && room.state() == "searching"; });
    room.analyse(wish_of("7k/5KQ1/8/8/8/8/8/8 b - - 0 1"));
    CHECK(room.state() == "over");
    room.analyst.stop("a");
    room.until_state("stopped");
    room.end();
}

TEST_CASE("the engine is told how many lines are wanted") {
    Room room({"--random-legal"});
    AnalysisWish wish = wish_of(start);
    wish.lines = 3;
    room.analyse(wish);
    room.until([&] { return room.has_values(1); });
    room.end();
    CHECK(room.read([](std::string_view line) {
        return line.find("MultiPV") != std::string_view::npos;
    }) == "setoption name MultiPV value 3; ");
}

TEST_CASE("a page keeps the engine until another one takes it") {
    Room room({"--random-legal"});
    CHECK(room.analyse(wish_of(start)));
    room.until_state("searching");
    CHECK_FALSE(room.analyse(wish_of(other, {}, "b")));
    room.analyst.stop("b");
    CHECK(room.text_of("fen") == start);
    CHECK(room.state() == "searching");
    AnalysisWish wish = wish_of(other, {}, "b");
    wish.takes_over = true;
    CHECK(room.analyse(wish));
    CHECK_FALSE(room.analyse(wish_of(start)));
    room.until([&] { return room.text_of("fen") == other; });
    room.analyst.stop("b");
    CHECK(room.analyse(wish_of(start)));
    room.end();
}

TEST_CASE("without questions the search ends, and later the process") {
    Room room({"--random-legal"}, {.lease = 1ms, .keep = 1ms, .patience = 1000s});
    room.analyse(wish_of(start));
    room.until_state("off");
    room.end();
    CHECK(room.asked().ends_with("quit; "));
}

TEST_CASE("a crash: started again once, then the error is shown, until another position") {
    Room room({"--crash-on", "go"});
    room.analyse(wish_of(start));
    room.until_state("failed");
    CHECK(room.asked() == "go infinite; go infinite; ");
    CHECK_FALSE(room.text_of("error").empty());
    room.analyse(wish_of(start));
    CHECK(room.state() == "failed");
    AnalysisWish again = wish_of(start);
    again.again = true;
    room.analyse(again);
    CHECK(room.state() == "starting");
    room.until_state("failed");
    room.analyse(wish_of(other));
    CHECK(room.state() == "starting");
    room.end();
}

TEST_CASE("a variant that the engine does not announce is reported, even while it prepares") {
    Room room({});
    room.analyse(wish_of(start));
    room.until_state("searching"); // `readyok` and `go` are still to come
    AnalysisWish variant = wish_of(start);
    variant.position = AnalysedPosition::of(chess::VariantPosition::start(chess::atomic),
                                            variant.position.castling);
    room.analyse(variant);
    const std::uint64_t seen = room.analyst.answer(0).at("revision").to_number<std::uint64_t>();
    room.until_state("failed");
    CHECK(room.text_of("error") == "the engine does not announce the variant atomic");
    CHECK(room.analyst.answer(seen).size() > 1);
    room.end();
}

TEST_CASE("the variant of the position is set when it changes") {
    Room room({"--random-legal", "--variants"});
    const auto analyse = [&](const chess::Variant* variant, const std::string& fen) {
        AnalysisWish wish = wish_of(fen);
        if (variant != nullptr)
            wish.position = AnalysedPosition::of(*chess::parse_variant_fen(*variant, fen),
                                                 wish.position.castling);
        room.analyse(wish);
        room.until([&] { return room.text_of("fen") == fen && room.state() == "searching"; });
    };
    analyse(&chess::atomic, start);
    analyse(&chess::atomic, other);
    analyse(nullptr, start);
    room.end();
    CHECK(room.read([](std::string_view line) {
        return line.find("UCI_Variant") != std::string_view::npos;
    }) == "setoption name UCI_Variant value atomic; setoption name UCI_Variant value chess; ");
}

TEST_CASE("Chess960 is set where a position needs it") {
    Room room({"--random-legal"});
    const std::string shuffled = "1rk4r/8/8/8/8/8/8/1RK4R w KQkq - 0 1";
    for (const std::string& fen : {start, shuffled}) {
        room.analyse(wish_of(fen));
        room.until([&] {
            const boost::json::object answer = room.analyst.answer(0);
            return room.text_of("fen") == fen && answer.contains("nodes") &&
                   answer.at("nodes") != 0;
        });
    }
    room.end();
    const std::string read = room.read([](std::string_view line) {
        return line.find("UCI_Chess960") != std::string_view::npos || line.starts_with("position");
    });
    CHECK(read == "position fen " + start + "; setoption name UCI_Chess960 value true; " +
                      "position fen 1rk4r/8/8/8/8/8/8/1RK4R w HBhb - 0 1; ");
}

TEST_CASE("a page that no longer asks sees that the engine has started") {
    Room room({"--random-legal"});
    room.analyse(wish_of(start));
    room.analyst.stop("a");
    const std::uint64_t seen = room.analyst.answer(0).at("revision").to_number<std::uint64_t>();
    CHECK(room.state() == "starting");
    room.until_state("stopped");
    CHECK(room.analyst.answer(seen).size() > 1);
    room.end();
    CHECK(room.asked() == "quit; ");
}

TEST_CASE("a page that no longer asks sees that the engine does not search") {
    Room room({"--random-legal"});
    room.analyse(wish_of(start));
    room.until_state("searching"); // `readyok` is still to come
    room.analyst.stop("a");
    room.until_state("stopped");
    room.end();
    CHECK(room.asked() == "quit; ");
}

TEST_CASE("an engine that does not answer `stop` is killed and started again") {
    Room room({"--random-legal", "--ignore-stop", "--ignore-quit"},
              {.lease = 1000s, .before_checks = 0ms, .patience = 1s});
    room.analyse(wish_of(start, {"d2d4"}));
    room.until_state("failed");
    CHECK(room.text_of("error") == "the engine has not answered and was ended");
    AnalysisWish again = wish_of(start);
    again.again = true;
    CHECK(room.analyse(again));
    CHECK(room.state() == "starting");
    CHECK(room.text_of("error").empty());
    room.end();
}

TEST_CASE("an engine that cannot be started") {
    boost::asio::io_context context;
    Analyst analyst(context, engine_client_test::settings_of({"/no/such/engine"}));
    analyst.analyse(wish_of(start));
    while (analyst.answer(0).at("state") != boost::json::value("failed"))
        REQUIRE(context.run_one_for(120s) > 0);
    analyst.analyse(wish_of(other));
    CHECK(analyst.answer(0).at("state") == boost::json::value("failed"));
    analyst.end();
}

} // namespace polyglot::tools

#include "storage/files/overwrite_guard.hpp"
#include "tools/common/command_line.hpp"
#include "tools/grow_book/options.hpp"

#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include <doctest/doctest.h>

using namespace polyglot;
using namespace polyglot::tools;
using book::GrowSide;

namespace {

GrowOptions read(const std::vector<std::string_view>& words) {
    std::istringstream in;
    std::ostringstream out, err;
    auto options = read_grow_options(words, in, out, err);
    io::end_command();
    REQUIRE_MESSAGE(std::holds_alternative<GrowOptions>(options), err.str());
    return std::get<GrowOptions>(std::move(options));
}

std::string problem(const std::vector<std::string_view>& words) {
    std::istringstream in;
    std::ostringstream out, err;
    const auto options = read_grow_options(words, in, out, err);
    io::end_command();
    REQUIRE(std::holds_alternative<int>(options));
    CHECK(std::get<int>(options) == exit_bad_usage);
    CHECK(err.str().find("usage: polyglot grow-book -store FILE.db") != std::string::npos);
    return err.str().substr(0, err.str().find('\n'));
}

} // namespace

TEST_CASE("grow-book: what is not said has its usual value") {
    const GrowOptions options = read({"-store", "s.db", "-ec", "engine"});
    CHECK(options.store == "s.db");
    CHECK(options.books.empty());
    CHECK(options.run.engines.at(0).limits.nodes == 1'000'000);
    CHECK(options.run.engines.at(0).engines.count == 1);
    CHECK(options.run.engines.size() == 1);
    CHECK(options.run.engines.at(0).command == "engine");
    CHECK(options.run.retry_time == std::chrono::hours(1));
    CHECK_FALSE(options.run.time.has_value());
    CHECK_FALSE(options.run.positions.has_value());
    CHECK(options.rules.side == GrowSide::Both);
    CHECK(options.rules.width_cp == 50);
    CHECK(options.rules.alpha_millis == 100);
    CHECK(options.temperature == 20);
    CHECK(options.roots.empty());
    CHECK(options.learn.empty());
}

TEST_CASE("grow-book: options") {
    const GrowOptions options = read({"-store",       "s.db",
                                      "-ec",          "engine -x",
                                      "-movetime",    "0.5",
                                      "-time",        "60",
                                      "-positions",   "7",
                                      "-concurrency", "3",
                                      "-side",        "black",
                                      "-width",       "30",
                                      "-alpha",       "2.5",
                                      "-temperature", "5",
                                      "-bin",         "a.abk",
                                      "-bin",         "b.db",
                                      "-from",        "seed.bin",
                                      "-merge",       "o.db",
                                      "-hash",        "16",
                                      "-threads",     "2",
                                      "-hang-time",   "3",
                                      "-learn",       "l.db",
                                      "-fen",         "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"});
    CHECK(options.run.engines.at(0).limits.movetime == milliseconds(500));
    CHECK_FALSE(options.run.engines.at(0).limits.nodes.has_value());
    CHECK(options.run.engines.at(0).limits.hang_time == milliseconds(3000));
    CHECK(options.run.time == milliseconds(60'000));
    CHECK(options.run.positions == 7);
    CHECK(options.run.engines.at(0).engines.count == 3);
    CHECK(options.run.engines.at(0).engines.hash_mb == 16);
    CHECK(options.run.engines.at(0).engines.threads == 2);
    CHECK(options.rules.side == GrowSide::Black);
    CHECK(options.rules.width_cp == 30);
    CHECK(options.rules.alpha_millis == 25);
    CHECK(options.grown().temperature == 5);
    CHECK(options.grown().width_cp == 30);
    CHECK(options.grown().side == GrowSide::Black);
    REQUIRE(options.books.size() == 2);
    CHECK(options.books[0].second == arena_target);
    CHECK(options.books[1].second == polyglot_target);
    CHECK(options.seeds == std::vector<std::string>{"seed.bin"});
    CHECK(options.merges == std::vector<std::string>{"o.db"});
    CHECK(options.roots.size() == 1);
    CHECK(options.learn == "l.db");
}

TEST_CASE("grow-book: the options of one engine may stand anywhere") {
    const GrowOptions options =
        read({"-hash", "8", "-uci", "A=1", "-store", "s.db", "-ec", "engine", "-uci", "B=2"});
    REQUIRE(options.run.engines.size() == 1);
    CHECK(options.run.engines[0].engines.hash_mb == 8);
    CHECK(options.run.engines[0].engines.settings.engine_options.size() == 2);
    CHECK(problem({"-store", "s", "-hash", "8", "-ec", "engine", "-hash", "9"}) ==
          "option -hash can be given once only");
}

TEST_CASE("grow-book: several engines, each with the options that follow it; those before the "
          "first are for all") {
    const GrowOptions options =
        read({"-nodes",       "1000", "-uci",   "All=1",   "-hash",  "8",    "-ec",  "a",
              "-concurrency", "4",    "-ec",    "ssh b b", "-store", "s.db", "-uci", "Own=2",
              "-hash",        "64",   "-nodes", "5",       "-width", "20",   "-ec",  "a"});
    REQUIRE(options.run.engines.size() == 3);
    CHECK(options.rules.width_cp == 20);
    const GrowEngine& first = options.run.engines[0];
    CHECK(first.command == "a");
    CHECK(first.engines.count == 4);
    CHECK(first.engines.hash_mb == 8);
    CHECK(first.limits.nodes == 1000);
    CHECK(first.engines.settings.engine_options.size() == 1);
    const GrowEngine& second = options.run.engines[1];
    CHECK(second.command == "ssh b b");
    CHECK(second.engines.count == 1);
    CHECK(second.engines.hash_mb == 64);
    CHECK(second.limits.nodes == 5);
    REQUIRE(second.engines.settings.engine_options.size() == 2);
    CHECK(second.engines.settings.engine_options[1].first == "Own");
    CHECK(options.run.engines[2].engines.count == 1);
    CHECK(options.run.engines[2].limits.nodes == 1000);
}

TEST_CASE("grow-book: a limit of one engine says nothing of the others") {
    CHECK(problem({"-store", "s", "-ec", "a", "-ec", "b", "-nodes", "5"}) ==
          "-ec a has no limit (-nodes, -depth, -movetime); what is given before the "
          "first -ec counts for "
          "all engines");
    CHECK(read({"-store", "s", "-ec", "a", "-ec", "b"}).run.engines[1].limits.nodes == 1'000'000);
    const GrowOptions options =
        read({"-store", "s", "-ec", "a", "-movetime", "1", "-ec", "b", "-depth", "9"});
    CHECK(options.run.engines[0].limits.hang_time == milliseconds(10'000));
    CHECK(options.run.engines[1].limits.depth == 9);
    CHECK(problem({"-store", "s", "-ec", "a", "-hash", "1", "-hash", "2", "-ec", "b"}) ==
          "option -hash can be given once only");
}

TEST_CASE("grow-book: options that are wrong or make no sense") {
    CHECK(problem({"-bin", "x.bin"}) == "no store is given (-store)");
    CHECK(problem({"-store", "s"}) ==
          "nothing to do: an engine (-ec) searches positions, -bin writes the book");
    CHECK(problem({"-store", "s", "-bin", "x.bin", "-nodes", "5"}) ==
          "-nodes is for an engine, and none is given (-ec)");
    CHECK(problem({"-store", "s", "-bin", "x.bin", "-learn", "l"}) ==
          "-learn is for an engine, and none is given (-ec)");
    CHECK(problem({"-store", "s", "-bin", "x.pgn"}) == "-bin x.pgn: convert-book writes PGN");
    CHECK(problem({"-store", "s", "-bin", "x", "-side", "w"}) == "-side is white, black or both");
    CHECK(problem({"-store", "s", "-bin", "x", "-width", "-1"}) ==
          "-width -1 is outside 0 to 10000");
    CHECK(problem({"-store", "s", "-bin", "x", "-alpha", "-1"}) ==
          "-alpha -1 is outside 0 to 1000");
    CHECK(problem({"-store", "s", "-bin", "x", "-temperature", "0"}) ==
          "-temperature 0 is outside 0.01 to 10000");
    CHECK(problem({"-store", "s", "-ec", "e", "-concurrency", "0"}) ==
          "-concurrency 0 is outside 1 to 256");
}

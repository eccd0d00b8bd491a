// epd-test's rules: when a position is solved, since when, and when the search is stopped.
#include "adapter/protocol/uci/uci.hpp"
#include "core/chess/uci_move.hpp"
#include "core/text/text.hpp"
#include "tools/engines/search.hpp"

#include <string>
#include <vector>

#include <doctest/doctest.h>

namespace polyglot::tools {
namespace {

constexpr session::TimePoint start{};

EpdTask task_of(const std::string& operations) {
    const Result<EpdTask> task = read_epd_task("4k3/8/8/8/8/8/4P3/4K3 w - - " + operations, 1);
    REQUIRE_MESSAGE(task.has_value(), task.error().message);
    return *task;
}

std::string shown(const EpdOutcome& outcome) {
    static const std::vector<std::string> words{"solved",  "unsolved", "unjudged",
                                                "crashed", "hung",     "not run"};
    const auto found = [](const EpdOutcome::Found& f) {
        return " d" + std::to_string(f.depth) + ' ' + std::to_string(f.time.count()) + "ms " +
               std::to_string(f.nodes);
    };
    return words[static_cast<std::size_t>(outcome.verdict)] + ' ' +
           chess::format_uci_move(outcome.move) + found(outcome.found) +
           (outcome.note.empty() ? "" : ": " + outcome.note);
}

// Each line is "MS info …", "MS bestmove …", "MS deadline" or "MS exit". Returns what the engine
// was sent ("stop 400", "give up 500"), and the outcome.
std::string play(const EpdTask& task, const SearchLimits& limits,
                 const std::vector<std::string>& script) {
    EpdSearch search(task, limits, start);
    std::string result;
    const auto add = [&result](const std::string& what) {
        result += (result.empty() ? "" : ", ") + what;
    };
    for (std::string_view line : script) {
        const auto ms = text::parse_int<int>(text::next_word(line));
        REQUIRE(ms.has_value());
        const auto now = start + milliseconds(*ms);
        const std::string_view word = text::next_word(line);
        if (word == "info" && search.on_info(text::trim(line), now))
            add("stop " + std::to_string(*ms));
        if (word == "bestmove")
            add(shown(search.on_bestmove(protocol::parse_bestmove(line).move, now)));
        if (word == "exit") add(shown(search.on_failure(EpdVerdict::Crashed, "gone")));
        if (word != "deadline") continue;
        CHECK(search.deadline() == now);
        add((search.on_deadline(now) == EpdSearch::Late::Stop ? "stop " : "give up ") +
            std::to_string(*ms));
    }
    return result;
}

void check(const std::string& operations, const std::vector<std::string>& script,
           const std::string& result, const SearchLimits& limits = {}) {
    INFO(operations);
    CHECK(play(task_of(operations), limits, script) == result);
}

// "MS info depth D …" with time and nodes that follow from the depth.
std::string info(int depth, const std::string& move) {
    const std::string d = std::to_string(depth);
    return d + "00 info depth " + d + " score cp 1 time " + d + "00 nodes " + d + "000 pv " + move +
           " e8e7";
}

SearchLimits early(int min_depth, int min_time_ms, int delta) {
    SearchLimits limits;
    limits.min_depth = min_depth;
    limits.min_time = milliseconds(min_time_ms);
    limits.depth_delta = delta;
    return limits;
}

std::vector<std::string> depths(int last, const std::string& move) {
    std::vector<std::string> lines;
    for (int depth = 1; depth <= last; ++depth)
        lines.push_back(info(depth, move));
    return lines;
}

} // namespace

TEST_CASE("epd-test: solved since when") {
    check("bm e4;", {info(1, "e2e3"), info(2, "e2e4"), info(3, "e2e4"), "400 bestmove e2e4"},
          "solved e2e4 d2 200ms 2000");
    check("bm e4;", {info(1, "e2e4"), info(2, "e2e3"), "300 bestmove e2e3"},
          "unsolved e2e3 d2 200ms 2000");
    check("bm e4;", {info(1, "e2e4"), info(2, "e2e3"), info(3, "e2e4"), "400 bestmove e2e4"},
          "solved e2e4 d3 300ms 3000");
    check("bm e4 e3;",
          {info(1, "e1d1"), info(2, "e2e4"), info(3, "e2e3"), info(4, "e2e4"), "500 bestmove e2e4"},
          "solved e2e4 d2 200ms 2000");
    check("am e4;", {info(1, "e2e4"), info(2, "e2e3"), info(3, "e1d1"), "400 bestmove e1d1"},
          "solved e1d1 d2 200ms 2000");
    check("am e4;", {info(1, "e2e3"), info(2, "e2e4"), "300 bestmove e2e4"},
          "unsolved e2e4 d2 200ms 2000");
    check("bm e4 e3; am Kd1;", {info(1, "e1d1"), "200 bestmove e1d1"},
          "unsolved e1d1 d1 100ms 1000");
    // An unsolved position shows since when the engine kept to its move.
    check("bm e4;", {info(1, "e2e3"), info(2, "e1d1"), info(3, "e1d1"), "400 bestmove e1d1"},
          "unsolved e1d1 d2 200ms 2000");
}

TEST_CASE("epd-test: the bestmove is the answer") {
    check("bm e4;", {info(1, "e2e4"), "250 bestmove e2e3"}, "unsolved e2e3 d1 250ms 1000");
    check("bm e4;", {info(1, "e2e3"), "250 bestmove e2e4 ponder e8e7"},
          "solved e2e4 d1 250ms 1000");
    check("bm e4;", {"250 bestmove e2e4"}, "solved e2e4 d0 250ms 0");
    check("bm e4;", {info(1, "e2e4"), "250 bestmove e2e5"},
          "unsolved 0000 d1 100ms 1000: no legal move: 'e2e5'");
    check("am e4;", {"250 bestmove (none)"}, "unsolved 0000 d0 0ms 0: no legal move: '(none)'");
    check("bm e4;", {info(1, "e2e4"), "250 exit"}, "crashed e2e4 d1 100ms 1000: gone");
}

TEST_CASE("epd-test: an engine that searches moves which were left out is noticed") {
    struct {
        std::vector<std::string> lines;
        std::string move;
        bool is_off;
    } const table[] = {
        {{"depth 1 score cp 13 pv e1d1", "depth 2 score cp 15 pv e1d1"}, "e1d1", false},
        // The first: a late line
        {{"depth 1 score cp 15 pv e1f1", "depth 2 score cp 13 pv e1d1"}, "e1d1", false},
        {{"depth 1 score cp 13 pv e1d1", "depth 2 score cp 15 pv e1f1"}, "e1f1", true},
        // The adapter's move for an xboard engine that chose e1f1: no line is of it.
        {{"depth 1 score cp 13 pv e1d1", "depth 2 score cp 15 pv e1f1"}, "e1d2", true},
        {{"depth 1 score cp 15 pv e1f1"}, "e1d2", true},
    };
    for (const auto& row : table) {
        EpdTask task = task_of("");
        for (const char* const move : {"e1d1", "e1d2"})
            task.allowed.push_back(*chess::parse_uci_move(task.position, move));
        EpdSearch search(task, {}, start);
        for (const std::string& line : row.lines)
            search.on_info(line, start);
        const EpdOutcome outcome = search.on_bestmove(row.move, start);
        INFO(row.lines.back(), ", then ", row.move);
        CHECK(outcome.is_off == row.is_off);
        if (!row.is_off) CHECK(outcome.score->value == std::stoi(row.lines.back().substr(17)));
    }
}

TEST_CASE("epd-test: lines that say nothing of the move") {
    check("bm e4;",
          {"100 info depth 1 time 90 nodes 5 pv e2e3",
           "200 info depth 2 time 190 nodes 6 currmove e2e4", "300 info string pv e2e4",
           "400 info depth 3 multipv 2 time 390 nodes 7 pv e2e4",
           "500 info depth 3 time 490 nodes 8 pv e7e5", "600 bestmove e2e3"},
          "unsolved e2e3 d1 90ms 5");
    // Without the engine's time it is ours; what a line lacks is as before.
    check("bm e4;", {"100 info depth 1 nodes 5", "240 info pv e2e4", "300 bestmove e2e4"},
          "solved e2e4 d1 240ms 5");
    check("bm e4;",
          {"100 info depth 7 score cp 3 lowerbound time 90 nodes 5 pv e2e4", "200 bestmove e2e4"},
          "solved e2e4 d7 90ms 5");
}

TEST_CASE("epd-test: dm is a mate that is seen, whatever the move") {
    const auto mate = [](int depth, const std::string& score) {
        return std::to_string(depth) + "00 info depth " + std::to_string(depth) + " score " +
               score + " pv e2e4";
    };
    check("dm 3;",
          {mate(1, "cp 900"), mate(2, "mate 4"), mate(3, "mate 3"), mate(4, "mate 2"),
           "500 bestmove e2e4"},
          "solved e2e4 d3 300ms 0");
    check("dm 3;", {mate(1, "mate 3"), mate(2, "mate 4"), "500 bestmove e2e4"},
          "unsolved e2e4 d2 200ms 0");
    check("dm 3;", {mate(1, "mate -2"), "500 bestmove e2e4"}, "unsolved e2e4 d1 100ms 0");
    check("dm 3;", {mate(1, "mate 2 upperbound"), "500 bestmove e2e4"}, "unsolved e2e4 d1 100ms 0");
    check("dm 3;", {mate(1, "mate 2 lowerbound"), "500 bestmove e2e4"}, "solved e2e4 d1 100ms 0");
    check("dm 3;", {mate(1, "mate 2"), "200 info depth 2 nodes 9", "500 bestmove e2e4"},
          "solved e2e4 d1 100ms 0");
    check("bm e3; dm 3;", {mate(1, "mate 2"), "500 bestmove e2e4"}, "unsolved e2e4 d1 100ms 0");
}

// The depths at which PolyGlot 2.0.4 stops were taken from its runs with an engine that prints
// these lines.
TEST_CASE("epd-test: an early stop, as PolyGlot's") {
    check("bm e4;", depths(9, "e2e4"), "stop 400", early(1, 0, 3));
    check("bm e4;", depths(9, "e2e4"), "stop 200", early(1, 0, 0));
    check("bm e4;", depths(9, "e2e4"), "stop 700", early(6, 0, 3));
    check("bm e4;", depths(9, "e2e4"), "stop 800", early(1, 800, 3));
    check("bm e4;", depths(9, "e2e4"), "", early(1, 901, 3));
    check("bm e4;", depths(9, "e2e3"), "", early(1, 0, 3));
    check("am e4;", depths(9, "e2e3"), "stop 400", early(1, 0, 3));
    check("", depths(9, "e2e4"), "", early(1, 0, 3)); // nothing to solve: nothing to stop for
    // A new move starts the count again, even if it is right as well.
    check("bm e4;",
          {info(1, "e2e4"), info(2, "e2e3"), info(3, "e2e4"), info(5, "e2e4"), info(6, "e2e4")},
          "stop 600", early(1, 0, 3));
    check("bm e4 e3;", {info(1, "e2e4"), info(3, "e2e3"), info(5, "e2e3"), info(6, "e2e3")},
          "stop 600", early(1, 0, 3));
    // The depth counts also where a line has no pv.
    check("bm e4;", {info(1, "e2e4"), "300 info depth 3", "400 info depth 4 currmove e2e4"},
          "stop 400", early(1, 0, 3));
    SearchLimits shallow;
    shallow.max_depth = 5;
    check("bm e4;", depths(9, "e2e3"), "stop 600", shallow);
    check("", depths(9, "e2e3"), "stop 600", shallow);
}

TEST_CASE("epd-test: the commands sent to the engine") {
    SearchLimits limits;
    CHECK(limits.go() == "go movetime 5000");
    limits.max_depth = 20;
    CHECK(limits.go() == "go movetime 5000 depth 20");
    limits.depth = 12;
    CHECK(limits.go() == "go depth 12");
    limits.nodes = 1'000'000;
    CHECK(limits.go() == "go depth 12 nodes 1000000");
    limits.depth.reset();
    limits.movetime = milliseconds(250);
    CHECK(limits.go() == "go movetime 250 nodes 1000000");
}

TEST_CASE("epd-test: fixed limits are not cut short") {
    SearchLimits limits = early(1, 0, 3);
    limits.max_depth = 5;
    limits.depth = 12;
    check("bm e4;", depths(12, "e2e4"), "", limits);
}

TEST_CASE("epd-test: an engine that searches on after its limit is stopped once") {
    SearchLimits few;
    few.nodes = 2'000;
    few.hang_time = milliseconds(500);
    check("bm e4;",
          {"100 info depth 9 nodes 1004000 pv e2e4", "200 info depth 9 nodes 1004001 pv e2e4",
           "300 info depth 9 nodes 1100000 pv e2e4", "700 deadline"},
          "stop 200, give up 700", few);
    SearchLimits deep;
    deep.depth = 5;
    deep.hang_time = milliseconds(500);
    check("bm e4;",
          {"100 info depth 6 pv e2e4", "200 info depth 7 pv e2e4", "300 info depth 8 pv e2e4",
           "700 deadline"},
          "stop 200, give up 700", deep);
}

TEST_CASE("epd-test: engines that are late") {
    SearchLimits timed;
    timed.max_time = milliseconds(1'000);
    timed.hang_time = milliseconds(500);
    check("bm e4;", {info(1, "e2e4"), "1100 deadline", "1200 bestmove e2e4"},
          "stop 1100, solved e2e4 d1 100ms 1000", timed);
    check("bm e4;", {info(1, "e2e4"), "1100 deadline", "1300 info depth 2", "1600 deadline"},
          "stop 1100, give up 1600", timed);
    // One stop is enough, and from then on there is hang_time.
    SearchLimits shallow = timed;
    shallow.max_depth = 1;
    check("bm e4;", {info(2, "e2e4"), info(3, "e2e4"), "700 deadline"}, "stop 200, give up 700",
          shallow);
    // Where the engine has no time, every line is a sign of life.
    SearchLimits deep;
    deep.depth = 30;
    deep.hang_time = milliseconds(500);
    check("bm e4;",
          {"400 info depth 1", "800 info string thinking", "1300 deadline", "1800 deadline"},
          "stop 1300, give up 1800", deep);
    SearchLimits fixed;
    fixed.movetime = milliseconds(1'000);
    fixed.hang_time = milliseconds(500);
    check("bm e4;", {"900 info depth 1", "1100 deadline", "1600 deadline"},
          "stop 1100, give up 1600", fixed);
}

TEST_CASE("epd-test: points and pv") {
    const EpdTask task = task_of("bm e4; c0 \"e4=10, e3=4\";");
    EpdSearch search(task, SearchLimits{}, start);
    search.on_info("depth 1 score mate -3 pv e2e3 e8d8 e1f1 e2e4", start);
    const EpdOutcome outcome = search.on_bestmove("e2e3", start);
    CHECK(outcome.points == 4);
    CHECK(outcome.pv == "e3 Kd8 Kf1"); // cut at the first illegal move
    REQUIRE(outcome.score.has_value());
    CHECK(*outcome.score == protocol::UciScore{true, -3, protocol::ScoreBound::None});
    EpdSearch other(task, SearchLimits{}, start);
    CHECK(other.on_bestmove("e1d1", start).points == 0);
    CHECK(other.on_failure(EpdVerdict::Hung, "").points == 0);
}

} // namespace polyglot::tools

// The positions of a test suite: what is to be found in each, and invalid lines.
#include "core/chess/uci_move.hpp"
#include "tools/engines/suite.hpp"

#include <fstream>
#include <sstream>
#include <string>

#include <doctest/doctest.h>

namespace polyglot::tools {
namespace {

constexpr std::string_view kings = "4k3/8/8/8/8/8/4P3/4K3 w - -";

// "bm e2e4; am …; dm N; points e2e4=10 …"
std::string shown(const EpdTask& task) {
    std::string text;
    const auto add = [&text](const std::string& part) {
        text += (text.empty() ? "" : "; ") + part;
    };
    const auto list = [](const std::vector<EpdMove>& moves) {
        std::string out;
        for (const chess::Move move : moves)
            out += ' ' + chess::format_uci_move(move);
        return out;
    };
    if (!task.best.empty()) add("bm" + list(task.best));
    if (!task.avoid.empty()) add("am" + list(task.avoid));
    if (task.mate_in > 0) add("dm " + std::to_string(task.mate_in));
    if (task.points.empty()) return text;
    add("points");
    for (const PointedMove& pointed : task.points)
        text += ' ' + chess::format_uci_move(pointed.move) + '=' + std::to_string(pointed.points);
    return text;
}

void check(const std::string& operations, std::string_view wanted) {
    INFO(operations);
    const Result<EpdTask> task = read_epd_task(std::string(kings) + ' ' + operations, 1);
    REQUIRE_MESSAGE(task.has_value(), task.error().message);
    CHECK(shown(*task) == wanted);
    CHECK(task->is_judged() ==
          (wanted.starts_with("bm") || wanted.starts_with("am") || wanted.starts_with("dm")));
}

void check_bad(const std::string& line, std::string_view message) {
    INFO(line);
    const Result<EpdTask> task = read_epd_task(line, 1);
    REQUIRE_FALSE(task.has_value());
    CHECK(task.error().message == message);
}

} // namespace

TEST_CASE("epd-test suite: the moves to be found") {
    check("bm e4;", "bm e2e4");
    check("0 1 bm e4 e2e3;", "bm e2e4 e2e3");
    check("am Kd1 Kf1; id \"x\";", "am e1d1 e1f1");
    check("bm e4; am Kd1;", "bm e2e4; am e1d1");
    check("dm 5;", "dm 5");
    check("bm e4; dm 5;", "bm e2e4");
    check("am e4; dm x;", "am e2e4");
    check("BM e4; AM Kd1;", "bm e2e4; am e1d1"); // opcodes in capitals, as some suites have them
    check("DM 5;", "dm 5");
    check("dm -1;", ""); // the side to move is mated, as some suites have it: searched, not judged
    CHECK(read_epd_task(std::string(kings) + " dm -1;", 1)->warnings.size() == 1);
    CHECK(read_epd_task(std::string(kings) + " bm e4; dm -1;", 1)->warnings.empty());
    check("", "");
    check("0 1", "");
    check("c0 \"a remark\";", "");
}

TEST_CASE("epd-test suite: points") {
    check("bm e4; c0 \"e4=10, e3=4\";", "bm e2e4; points e2e4=10 e2e3=4");
    check("bm e4; c0 \"e2e4 = 10,Kd1=0\";", "bm e2e4; points e2e4=10 e1d1=0");
    check("bm e4; c7 \"e4 e3\"; c8 \"10 4\";", "bm e2e4; points e2e4=10 e2e3=4");
    check("bm e4; c0 \"e4=1\"; c7 \"e4 e3\"; c8 \"10 4\"; c9 \"e2e4 e1d1\";",
          "bm e2e4; points e2e4=10 e1d1=4");
    // c8 and c9 do not fit
    check("bm e4; c0 \"e4=1\"; c8 \"10 4\"; c9 \"e2e4\";", "bm e2e4; points e2e4=1");
    check("c0 \"e4=10, e3=10, Kd1=2\";", "bm e2e4 e2e3; points e2e4=10 e2e3=10 e1d1=2");
    // Comments that look like points.
    check("bm e4; c0 \"e4=10, see p. 7\";", "bm e2e4");
    check("bm e4; c0 \"e4=ten\";", "bm e2e4");
    check("bm e4; c0 \"e4=10, Qd4=3\";", "bm e2e4");
    check("bm e4; c0 \"J. Polgar-Berkes, Budapest 2003\";", "bm e2e4");
    const Result<EpdTask> promotion =
        read_epd_task("8/P6k/8/8/8/8/7K/8 w - - bm a8=Q; c0 \"a8=Q=10, a8=R=5\";", 1);
    REQUIRE(promotion.has_value());
    CHECK(shown(*promotion) == "bm a7a8q; points a7a8q=10 a7a8r=5");
    CHECK(promotion->max_points() == 10);
}

TEST_CASE("epd-test suite: invalid lines") {
    check_bad(std::string(kings) + " bm Qd4;", "bm: 'Qd4' is not legal here");
    check_bad(std::string(kings) + " bm e4; am Qd4;", "am: 'Qd4' is not legal here");
    check_bad(std::string(kings) + " dm soon;", "dm takes a number of moves, from 1");
    check_bad(std::string(kings) + " dm 0;", "dm takes a number of moves, from 1");
    check_bad("7k/5Q2/6K1/8/8/8/8/8 b - - bm Kh8;", "no legal move, nothing to search");
    check_bad("hello", "'h' is not a piece");
}

TEST_CASE("epd-test suite: a file") {
    std::istringstream in("\xef\xbb\xbf" + std::string(kings) +
                          " bm e4; id \"one\";\r\n\n# a remark\n"
                          "4k3/8/8/8/8/8/4P3/4K3 w - - 7 30\n"
                          "4k3/8/8/8/8/8/4P3/4K3 w - - bm e5;\n"
                          "4k3/8/8/8/8/8/4P3/4K3 w - - bm e3; id \"last\"");
    std::ostringstream err;
    const EpdSuite suite = read_epd_suite(in, "file.epd", err);
    REQUIRE(suite.tasks.size() == 3);
    CHECK(suite.tasks[0].id == "one");
    CHECK(suite.tasks[1].line == 4);
    CHECK_FALSE(suite.tasks[1].is_judged());
    CHECK(suite.tasks[1].position.full_move_number() == 30);
    CHECK(suite.tasks[2].id == "last");
    CHECK(suite.tasks[2].line == 6);
    CHECK(suite.bad_lines == 1);
    CHECK(err.str() == "file.epd:5: bm: 'e5' is not legal here\n"
                       "    4k3/8/8/8/8/8/4P3/4K3 w - - bm e5;\n"
                       "                                   ^\n");
}

TEST_CASE("epd-test suite: ignored parts of a line are shown, and the line is tested") {
    using namespace std::string_literals;
    std::istringstream in("4k3/8/8/8/8/8/4P3/4K3 w - - bm Kd1 + ; v=-380; id \"a\";\n"
                          "4k3/8/8/8/8/8/4P3/4K3 w - - dm 3\0;\0\0\n"
                          "\0\0\n"s);
    std::ostringstream err;
    const EpdSuite suite = read_epd_suite(in, "file.epd", err);
    REQUIRE(suite.tasks.size() == 2);
    CHECK(suite.tasks[0].best.size() == 1);
    CHECK(suite.tasks[0].id == "a");
    CHECK(suite.tasks[1].mate_in == 3);
    CHECK(suite.bad_lines == 0);
    CHECK(err.str() == "file.epd:1: 'v=-380' is not the name of an operation: left out\n"
                       "    4k3/8/8/8/8/8/4P3/4K3 w - - bm Kd1 + ; v=-380; id \"a\";\n"
                       "                                           ^\n");
}

TEST_CASE("epd: a file without any position is one sentence, many faulty lines are counted") {
    const auto messages_of = [](const std::string& text, std::size_t positions, int bad) {
        std::istringstream in(text);
        std::ostringstream err;
        const EpdSuite suite = read_epd_suite(in, "F", err);
        CHECK(suite.tasks.size() == positions);
        CHECK(suite.bad_lines == bad);
        return err.str();
    };
    CHECK(messages_of("hello\nworld\n\nof prose\n", 0, 3) ==
          "F: is no file of EPD positions: not one of its lines is a position (line 1: 'h' is not "
          "a piece)\n");
    CHECK(messages_of("# nothing\n", 0, 0).empty());
    std::string text = "title\n8/8/8/8/8/8/8/K1k5 w - - bm Ka2;\n";
    for (int line = 0; line < 30; ++line)
        text += "words\n";
    const std::string many = messages_of(text, 1, 31);
    CHECK(many.starts_with("F:1: "));
    CHECK(many.find("F:21: ") != std::string::npos);
    CHECK(many.find("F:22: ") == std::string::npos);
    CHECK(many.ends_with("F: 11 more lines are no positions\n"));
}

TEST_CASE("epd-test suite: positions and moves of a variant") {
    const auto read = [](const chess::Variant& variant, const std::string& line) {
        auto task = read_epd_task(line, 1, &variant);
        REQUIRE_MESSAGE(task.has_value(), task.error().message);
        return *task;
    };
    const std::string board = "6rk/6pp/8/8/8/8/8/6K1[Nn] w - -";
    const EpdTask mate = read(chess::crazyhouse, board + " bm N@f7; am Kh1; hmvc 3; fmvn 20;");
    CHECK(mate.fen() == "6rk/6pp/8/8/8/8/8/6K1[Nn] w - - 3 20");
    REQUIRE(mate.best.size() == 1);
    CHECK(mate.san(mate.best[0]) == "N@f7#");
    CHECK(mate.uci(mate.best[0]) == "N@f7");
    CHECK(mate.parse_uci("N@f7") == mate.best[0]);
    CHECK(mate.parse_uci("P@e4") == std::nullopt);
    CHECK(mate.allows(mate.best[0]));
    CHECK(!mate.allows(mate.avoid[0]));
    CHECK(mate.line_in_san("g1h1 N@f2 h1g1") == "Kh1 N@f2+ Kg1");
    const EpdTask points = read(chess::crazyhouse, board + " c0 \"N@f7=10, g1h1=2\";");
    CHECK(points.points_of(points.best.at(0)) == 10);
    // Checks before the clocks and after them, in three-check.
    const std::string start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
    for (const std::string checks : {" 1+3 4 9", " 4 9 +2+0", " 1+3 hmvc 4; fmvn 9;"})
        CHECK(read(chess::three_check, start + checks).fen() == start + " 1+3 4 9");
    CHECK(read(chess::horde, std::string(chess::horde.start) + " bm e5;").best.size() == 1);
    CHECK(read(chess::atomic, "rkr5/8/8/8/8/8/8/RKR5 w CAca - 0 1").castles_as_in_chess960());

    const auto refused = [](const chess::Variant& variant, const std::string& line) {
        const auto task = read_epd_task(line, 1, &variant);
        return task ? "" : task.error().message;
    };
    CHECK(refused(chess::atomic, board) == "atomic has no pocket");
    CHECK(refused(chess::crazyhouse, start + " bm N@e4;") == "bm: 'N@e4' is not legal here");
    CHECK(refused(chess::racing_kings, "k7/8/8/8/8/8/8/7K b - -") ==
          "no legal move, nothing to search");
}

TEST_CASE("epd-test suite: the Strategic Test Suite has 15 x 100 positions of 10 points") {
    std::ifstream file(std::string(POLYGLOT_SHARED_DATA) +
                       "/epd/elcabesa_vajolet__STS1-STS15_LAN_v3.epd");
    if (!file) {
        MESSAGE("skipped: ../shared/data is not there");
        return;
    }
    std::ostringstream err;
    const EpdSuite suite = read_epd_suite(file, "sts", err);
    CHECK(err.str().empty());
    CHECK(suite.tasks.size() == 1500);
    for (const EpdTask& task : suite.tasks) {
        INFO(task.line);
        CHECK(task.max_points() == 10);
        CHECK(task.points_of(task.best.front()) == 10);
    }
}

} // namespace polyglot::tools

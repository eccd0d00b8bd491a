// epd-test's output: PolyGlot's lines, JSON and CSV.
#include "core/chess/san.hpp"
#include "tools/epd_test/report.hpp"

#include <string>
#include <vector>

#include <doctest/doctest.h>

namespace polyglot::tools {
namespace {

struct Row {
    std::string operations;
    EpdVerdict verdict;
    std::string move; // SAN or empty
    std::optional<protocol::UciScore> score;
    std::string note = {};
    int points = 0;
};

EpdReport report_of(const std::vector<Row>& rows) {
    EpdReport report;
    report.engine = "Fake Engine";
    report.suite = "test.epd";
    for (const Row& row : rows) {
        report.tasks.push_back(
            read_epd_task("4k3/8/8/8/8/8/4P3/4K3 w - - " + row.operations, report.tasks.size() + 1)
                .value());
        EpdOutcome outcome;
        outcome.verdict = row.verdict;
        if (!row.move.empty())
            outcome.move = chess::parse_san(report.tasks.back().position, row.move).value();
        outcome.pv = row.move.empty() ? "" : row.move + " Ke7";
        outcome.score = row.score;
        outcome.found = {7, milliseconds(1'230), 1'234'567};
        outcome.end = {9, milliseconds(2'000), 2'000'000};
        outcome.note = row.note;
        outcome.points = row.points;
        report.outcomes.push_back(outcome);
    }
    return report;
}

constexpr protocol::UciScore up{false, 411, protocol::ScoreBound::None};

void check_line(const Row& row, const std::string& line) {
    CHECK(format_epd_line(report_of({row}), 0, 3) == line + '\n');
}

const std::vector<Row>& all_kinds() {
    static const std::vector<Row> rows{
        {"bm e4; id \"one\"; c0 \"e4=10, e3=4\";", EpdVerdict::Solved, "e4", up, "", 10},
        {"am e4; id \"two\";", EpdVerdict::Unsolved, "e4", std::nullopt},
        {"dm 3;", EpdVerdict::Crashed, "e4",
         protocol::UciScore{true, -2, protocol::ScoreBound::None}, "engine gone"},
        {"bm e4; c0 \"e4=10, e3=4\";", EpdVerdict::Hung, "", std::nullopt},
        {"id \"bare\";", EpdVerdict::Unjudged, "Kd1", up},
        {"bm e4; c0 \"e4=10\";", EpdVerdict::NotRun, "", std::nullopt},
    };
    return rows;
}

} // namespace

// The first line is one that PolyGlot 2.0.4 printed.
TEST_CASE("epd-test report: lines") {
    check_line(
        {"bm e4; id \"WAC.003\";", EpdVerdict::Solved, "e4", up},
        " 1: \"WAC.003\"       OK    3 score= +4.11    pv [D= 7, T=   1.23s, N=  1234k] =e4 Ke7");
    check_line({"bm e4;", EpdVerdict::Unsolved, "e3",
                protocol::UciScore{true, 2, protocol::ScoreBound::None}},
               " 1:                 --    3 score=+1000.02    pv [D= 7, T=   1.23s, N=  1234k] =e3 "
               "Ke7 {bm e4}");
    check_line({"id \"a name of more than fifteen\";", EpdVerdict::Unjudged, "e3",
                protocol::UciScore{true, -3, protocol::ScoreBound::None}},
               " 1: \"a name of more than fifteen\" ??    3 score=-1000.03    pv [D= 7, T=   "
               "1.23s, N=  1234k] =e3 Ke7");
    check_line(
        {"bm e4 e3; am Kd1; c0 \"e4=10, e3=4\";", EpdVerdict::Unsolved, "Kd1", up, "", 0},
        " 1:                 --    3 score= +4.11    pv [D= 7, T=   1.23s, N=  1234k] =Kd1 Ke7 "
        "{0/10 points; bm e4 e3; am Kd1}");
    check_line({"dm 3;", EpdVerdict::Crashed, "", std::nullopt, "engine gone"},
               " 1:                 --    3 score=     -    pv [D= 7, T=   1.23s, N=  1234k] = {dm "
               "3; crashed: "
               "engine gone}");
    check_line({"bm e4;", EpdVerdict::Unsolved, "", up, "no legal move: 'e2e5'"},
               " 1:                 --    3 score= +4.11    pv [D= 7, T=   1.23s, N=  1234k] = {bm "
               "e4; no legal move: "
               "'e2e5'}");
}

TEST_CASE("epd-test report: head and totals") {
    EpdReport report = report_of(all_kinds());
    report.bad_lines = 2;
    CHECK(format_epd_head(report) == "EngineName=Fake Engine\n\n"
                                     "[Search parameters: MaxDepth=63   MaxTime=5.0   DepthDelta=3 "
                                     "  MinDepth=8   MinTime=1.0]\n\n");
    CHECK(format_epd_totals(report) ==
          "\nscore=1/4 [averages on correct positions: depth=7.0 time=1.23 nodes=1234567]\n"
          "points=10/20 (50.0%)\n"
          "without solution: 1, crashed: 1, hung: 1, not run: 1, bad lines: 2\n");
    report.limits.nodes = 500;
    CHECK(format_epd_head(report) ==
          "EngineName=Fake Engine\n\n[Search parameters: go nodes 500]\n\n");
    CHECK(format_epd_totals(report_of({})) ==
          "\nscore=0/0 [averages on correct positions: depth=0.0 time=0.00 nodes=0]\n");
}

TEST_CASE("epd-test report: JSON") {
    const std::string json = format_epd_json(report_of(all_kinds()));
    const auto has = [&json](const std::string& part) {
        INFO(part, "\n", json);
        CHECK(json.find(part) != std::string::npos);
    };
    has("{\"engine\":\"Fake Engine\",\"suite\":\"test.epd\",\"go\":\"go movetime "
        "5000\",\"positions\":[\n");
    has("\n{\"line\":1,\"id\":\"one\",\"fen\":\"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\",\"bm\":[\"e4\"],"
        "\"verdict\":\"solved\",\"move\":\"e4\",\"uci\":\"e2e4\",\"score\":{\"cp\":411},"
        "\"found\":{\"depth\":7,\"time_ms\":1230,\"nodes\":1234567},"
        "\"end\":{\"depth\":9,\"time_ms\":2000,\"nodes\":2000000},\"pv\":\"e4 Ke7\","
        "\"points\":10,\"max_points\":10},\n");
    has("\"dm\":3,\"verdict\":\"crashed\"");
    has("\"score\":{\"mate\":-2}");
    has("\"note\":\"engine gone\"}");
    has("\"score\":null");
    has("\"bm\":[\"e4\"],\"verdict\":\"not run\"}\n],");
    has("\"solved\":1,\"judged\":4,\"unjudged\":1,\"crashed\":1,\"hung\":1,\"not_run\":1,");
    EpdReport odd =
        report_of({{"bm e4;", EpdVerdict::Unsolved, "", std::nullopt, "says \"\\\t\x01\xe9."}});
    CHECK(format_epd_json(odd).find("\"note\":\"says \\\"\\\\\\t?\xc3\xa9.\"") !=
          std::string::npos);
}

TEST_CASE("epd-test report: CSV") {
    const std::string csv = format_epd_csv(report_of({
        {"bm e4; id \"a, b\";", EpdVerdict::Solved, "e4", up, "say \"x\""},
        {"dm 3;", EpdVerdict::Unsolved, "e4",
         protocol::UciScore{true, 4, protocol::ScoreBound::None}},
    }));
    CHECK(
        csv ==
        "line,id,fen,wanted,verdict,move,uci,score_cp,mate,found_depth,found_ms,found_nodes,depth,"
        "ms,nodes,"
        "points,max_points,pv,note\n"
        "1,\"a, b\",4k3/8/8/8/8/8/4P3/4K3 w - - 0 1,bm "
        "e4,solved,e4,e2e4,411,,7,1230,1234567,9,2000,2000000,"
        "0,0,e4 Ke7,\"say \"\"x\"\"\"\n"
        "2,,4k3/8/8/8/8/8/4P3/4K3 w - - 0 1,dm 3,unsolved,e4,e2e4,,4,7,1230,1234567,9,2000,2000000,"
        "0,0,e4 Ke7,\n");
}

} // namespace polyglot::tools

// Formats the output of epd-test.
#pragma once
#include "tools/engines/search.hpp"
#include "tools/engines/suite.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace polyglot::tools {

struct EpdReport {
    std::string engine{};                    // its name
    std::string suite;                       // file name
    const chess::Variant* variant = nullptr; // null for chess
    SearchLimits limits;
    std::vector<EpdTask> tasks;
    std::vector<EpdOutcome> outcomes{}; // one for each task
    int bad_lines = 0;
};

struct EpdTotals {
    int solved = 0;
    int judged = 0; // searched positions with a solution
    int unjudged = 0;
    int crashed = 0;
    int hung = 0;
    int not_run = 0;
    int points = 0;
    int max_points = 0; // of the searched positions
    // Means over the solved positions of the point where the solution was found.
    double depth = 0;
    double seconds = 0;
    double nodes = 0;
};
EpdTotals total(const EpdReport& report);

// Formats PolyGlot's lines, for scripts that parse them. Text that PolyGlot does not have is in
// braces at the end of a line.
std::string format_epd_head(const EpdReport& report);
// solved is the number of positions solved up to this one.
std::string format_epd_line(const EpdReport& report, std::size_t index, int solved);
std::string format_epd_totals(const EpdReport& report);

// Formats times in milliseconds, scores from the side to move's point of view, and moves in SAN and
// in coordinates.
std::string format_epd_json(const EpdReport& report);
// Formats a table of RFC 4180 with a header line; lines end with '\n'.
std::string format_epd_csv(const EpdReport& report);

} // namespace polyglot::tools

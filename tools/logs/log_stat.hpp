// Holds the statistics of the adapter's logs for `polyglot log-stat`. See docs/log-stat.md.
#pragma once
#include "tools/logs/opening_games.hpp"

#include <chrono>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace polyglot::tools {

using std::chrono::milliseconds;

// Counts games by result, from our engine's point of view.
struct Results {
    std::uint64_t won = 0, drawn = 0, lost = 0, unknown = 0;
    std::uint64_t games() const { return won + drawn + lost + unknown; }
};

// Holds the figures of one engine with one colour.
struct PlayTally {
    Results results;
    std::uint64_t moves = 0, book_moves = 0; // ours
    // Counts the games in which we left the book: a book move was followed by one of the engine.
    std::uint64_t left = 0;
    std::uint64_t left_plies = 0; // plies played before leaving, summed over these games
};

// Names a line of a file. It is valid while the file is being read.
struct LogPlace {
    std::string_view file;
    std::uint64_t line = 0;
    std::string text() const; // "polyglot.log:17"
};

struct Measure {
    std::uint64_t count = 0;
    milliseconds sum{0}, most{0};
    std::string where; // the place of the largest value: "polyglot.log:17"
    void add(milliseconds value, const LogPlace& place);
};

struct EngineTally {
    PlayTally as_white, as_black;
    // Counts the games in which it left the book, by the reason in the log.
    std::map<std::string, std::uint64_t> left_because;
    // Measures the engine's moves, from go to the move that the GUI receives.
    Measure thinking;
    Measure overrun; // by how much moves exceeded their clock or movetime; only those that did
    // Measures the time that the GUI's clock lost beyond the time from its go to our answer, due to
    // pipes, GUI or a busy machine.
    Measure lag;
};

struct LogStat {
    std::uint64_t files = 0, lines = 0, processes = 0;
    std::map<std::string, EngineTally> engines; // by name
    OpeningGames openings;
    std::vector<std::string> failures; // "a.log:17: Toga: engine exited 3"
    std::uint64_t failure_count = 0, restarts = 0;
    std::vector<std::string> remarks; // warnings about the files
};
constexpr std::size_t most_listed = 20; // failures

} // namespace polyglot::tools

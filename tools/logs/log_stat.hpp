// What logs of the adapter say about its games: `polyglot log-stat`, docs/log-stat.md.
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

// Games by how they ended, from our engine's view.
struct Results {
    std::uint64_t won = 0, drawn = 0, lost = 0, unknown = 0;
    std::uint64_t games() const { return won + drawn + lost + unknown; }
};

// One colour of one engine.
struct PlayTally {
    Results results;
    std::uint64_t moves = 0, book_moves = 0; // ours
    // Games in which we left the book: a book move, then one of the engine
    std::uint64_t left = 0;
    std::uint64_t left_plies = 0; // plies made when we did, over these games
};

// A line of a file, both valid as long as the file is read.
struct LogPlace {
    std::string_view file;
    std::uint64_t line = 0;
    std::string text() const; // "polyglot.log:17"
};

struct Measure {
    std::uint64_t count = 0;
    milliseconds sum{0}, most{0};
    std::string where; // of the largest: "polyglot.log:17"
    void add(milliseconds value, const LogPlace& place);
};

struct EngineTally {
    PlayTally as_white, as_black;
    // Games in which it left the book, by the reason in the log
    std::map<std::string, std::uint64_t> left_because;
    // engine's moves, from go to the move that the GUI gets
    Measure thinking;
    Measure overrun; // of these, those that took longer than the clock or movetime had; by how much
    // What the GUI's clock took off beyond the time from its go to our answer: pipes, GUI, a busy
    // machine.
    Measure lag;
};

struct LogStat {
    std::uint64_t files = 0, lines = 0, processes = 0;
    std::map<std::string, EngineTally> engines; // by name
    OpeningGames openings;
    std::vector<std::string> failures; // "a.log:17: Toga: engine exited 3"
    std::uint64_t failure_count = 0, restarts = 0;
    std::vector<std::string> remarks; // what is odd about the files
};
constexpr std::size_t most_listed = 20; // failures

} // namespace polyglot::tools

// The limits of one UCI search, with the only parser and formatter of `go`. A `go` is parsed once,
// on arrival; the struct is passed on together with the line's text, which is used for the wire,
// the log and transcripts. Test: uci_test.cpp.
#pragma once
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace polyglot::protocol {

struct Go {
    using Milliseconds = std::chrono::milliseconds;
    std::optional<Milliseconds> white_time, black_time, move_time; // 0 to 2,000,000 s
    Milliseconds white_increment{0}, black_increment{0};
    std::optional<int> moves_to_go, depth;
    std::optional<int> mate; // 0 for the word without a number
    std::optional<std::int64_t> nodes;
    bool infinite = false;
    bool ponder = false;
    bool perft = false; // Stockfish's extension; no bestmove follows
    bool has_search_moves = false;
    // Coordinate moves as written; may be empty after `searchmoves`.
    std::vector<std::string> search_moves;
    bool is_damaged = false; // a number is invalid or missing; mend_go() corrects it

    bool bounded_by_time() const { return white_time || black_time || move_time; }
    // Returns true if the search ends without `stop`; a search to ponder, once the expected move is
    // played.
    bool bounded() const { return !infinite && (bounded_by_time() || depth || nodes); }

    friend bool operator==(const Go&, const Go&) = default;
};

// arguments follow "go". Numbers are clamped to their range. If a number is followed by a fraction,
// an exponent or letters (2000.0, 1e+06, 100ms), only the integer counts; a limit without a valid
// number is left out, and an earlier one of the same name stays (of `mate`: 0).
Go parse_go(std::string_view arguments);

// Returns the line of a damaged `go` with the numbers as parse_go() reads them, and without the
// limits that it leaves out.
std::string mend_go(std::string_view line);

// Returns the same search with this much less time for the side to move, also in movetime; at least
// 1 ms remain.
Go with_less_time(const Go& go, bool white_to_move, Go::Milliseconds less);

// Returns the whole line. parse_go() of the text after its first word gives the same limits.
std::string format_go(const Go& go);

// Returns the `go` with which another process continues a search when part of its time has passed:
// the words of line, with less time in the clock of the side to move and in movetime (at least 1
// ms), and without `ponder`. Increment and moves to go stay, because they belong to this move. go
// has the content of line.
std::string format_resumed_go(std::string_view line, const Go& go, bool white_to_move,
                              Go::Milliseconds elapsed);
// Returns the line of with_less_time(), in which only these numbers differ from line.
std::string format_shortened_go(std::string_view line, const Go& go, bool white_to_move,
                                Go::Milliseconds less);

} // namespace polyglot::protocol

// The limits of one UCI search: the only parser and formatter of `go`. A `go` is parsed once, on arrival; the struct is
// passed on together with the line's text, which is used for the wire, the log and transcripts.
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
    std::optional<int> mate; // 0: the word without a number
    std::optional<std::int64_t> nodes;
    bool infinite = false;
    bool ponder = false;
    bool perft = false; // Stockfish: no bestmove follows
    bool has_search_moves = false;
    std::vector<std::string> search_moves; // coordinate moves as written; may be empty after `searchmoves`
    bool is_damaged = false;               // a number is none, or is missing: mend_go()

    bool bounded_by_time() const { return white_time || black_time || move_time; }
    // The search ends without `stop` (a search to ponder: once the move it expects is played).
    bool bounded() const { return !infinite && (bounded_by_time() || depth || nodes); }

    friend bool operator==(const Go&, const Go&) = default;
};

// arguments: what follows "go". Numbers are clamped to their range. Of a number with a fraction, an exponent or letters
// behind it (2000.0, 1e+06, 100ms) the whole part counts; a limit without a readable number is left out.
Go parse_go(std::string_view arguments);

// The line of a damaged `go` with the numbers as parse_go() reads them, and without what it leaves out.
std::string mend_go(std::string_view line);

// The same search with this much less time for the side to move, at least 1 ms, also of movetime.
Go with_less_time(const Go& go, bool white_to_move, Go::Milliseconds less);

// The whole line. parse_go() of what follows its first word gives the same limits.
std::string format_go(const Go& go);

// `go` for a search that is asked for again, of another process, when part of its time has passed: line in its own
// words, with less time in the clock of the side to move and in movetime (at least 1 ms), and without `ponder`. An
// increment and the moves to go stay: they belong to this move. go: what line says.
std::string format_resumed_go(std::string_view line, const Go& go, bool white_to_move, Go::Milliseconds elapsed);
// The line of with_less_time(), in its own words: only these numbers are other ones.
std::string format_shortened_go(std::string_view line, const Go& go, bool white_to_move, Go::Milliseconds less);

} // namespace polyglot::protocol

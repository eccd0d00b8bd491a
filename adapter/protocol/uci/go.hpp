// The limits of one UCI search: the only reader of `go`. What it reads is handed along beside the line's text, which
// stays for the wire, the log and transcripts.
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

    bool bounded_by_time() const { return white_time || black_time || move_time; }
    // The search ends without `stop` (a search to ponder: once the move it expects is played).
    bool bounded() const { return !infinite && (bounded_by_time() || depth || nodes); }
};

// arguments: what follows "go". A limit without a readable number is left out; numbers are clamped to their range.
Go parse_go(std::string_view arguments);

} // namespace polyglot::protocol

// Reads the times that programs and servers write into the comments of a game. Test:
// move_clock_test.cpp.
#pragma once
#include <cstdint>
#include <optional>
#include <string_view>

namespace polyglot::pgn {

struct MoveClock {
    std::optional<std::uint64_t> left_ms; // on the mover's clock, after the move
    std::optional<std::uint64_t> used_ms; // for the move
    explicit operator bool() const { return left_ms || used_ms; }
};

// Reads [%clk 1:02:03.5] and [%emt 0:00:05], the TCEC's tl=01:49:47 or tl=1711367 (milliseconds)
// and mt= in the same forms, and the time in "+0.31/14 1.2s" of cutechess-cli and fastchess.
MoveClock read_move_clock(std::string_view comment);

} // namespace polyglot::pgn

// Standard algebraic notation with English piece letters.
#pragma once
#include "core/chess/position.hpp"
#include "core/result.hpp"

#include <cstdint>
#include <string>
#include <string_view>

namespace polyglot::chess {

// Parses a move. Tolerates missing, extra or wrong check marks, !?, evaluations (a6=, Bb5+-, Nf3
// and a sign that is not ASCII), 0-0, over-disambiguation, e8Q, e8=Q, e8(Q), "exd e.p.", long form
// (Ng1-f3). Fails if the text does not identify exactly one legal move.
// tests/unit/core/chess/san_test.cpp shows each form.
Result<Move> parse_san(const Position& position, std::string_view text);

// The same for readers of millions of moves: it allocates no memory, and returns the reason of a
// failure as a status instead of a text.
enum class SanStatus : std::uint8_t {
    Legal,
    Unreadable, // the text is not a move
    Illegal,
    Ambiguous,
};
struct SanResult {
    Move move; // the null move unless it is legal
    SanStatus status = SanStatus::Unreadable;
    explicit operator bool() const { return status == SanStatus::Legal; }
};
SanResult resolve_san(const Position& position, std::string_view text);
// The same for the most frequent forms: f3, Nf3, exd5+, Nbd2, R1xe2. Returns Unreadable for any
// other text; resolve_san() then decides. text: 1 to 8 bytes, the first in the lowest bits, 0 above
// the last one.
SanResult resolve_short_san(const Position& position, std::uint64_t text, unsigned size);

// Formats a move exactly: minimal disambiguation, x, =Q, + and #.
std::string format_san(const Position& position, Move move);
// Appends the same to the text and makes the move on the board. It serves lines of moves, where
// allocations and copies add up.
void make_and_append_san(Position& position, Move move, std::string& text);

} // namespace polyglot::chess

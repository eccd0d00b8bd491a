// Standard algebraic notation, English piece letters.
#pragma once
#include "core/chess/position.hpp"
#include "core/result.hpp"

#include <string>
#include <string_view>

namespace polyglot::chess {

// Tolerant: missing, extra or wrong check marks, !?, 0-0, over-disambiguation, e8Q, e8=Q, e8(Q), "exd e.p.", long form
// (Ng1-f3). The move must be legal and the text must name exactly one.
Result<Move> parse_san(const Position& position, std::string_view text);
// Exact: minimal disambiguation, x, =Q, + and #.
std::string format_san(const Position& position, Move move);
// The same behind text, and the move made on the board: for lines of moves, where allocations and copies add up.
void make_and_append_san(Position& position, Move move, std::string& text);

} // namespace polyglot::chess

// FEN, X-FEN and Shredder-FEN.
#pragma once
#include <string>
#include <string_view>

#include "core/chess/position.hpp"
#include "core/result.hpp"

namespace polyglot::chess {

enum class FenCastling { Standard, Shredder }; // KQkq (X-FEN where that is ambiguous), or rook files HAha

// Accepts 4 to 6 fields (missing clocks count as "0 1"). The error says what is wrong and where (Error::offset).
Result<Position> parse_fen(std::string_view fen);
std::string format_fen(const Position& position, FenCastling castling = FenCastling::Standard);

} // namespace polyglot::chess

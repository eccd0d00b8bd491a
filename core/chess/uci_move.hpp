// Coordinate notation (e2e4, e7e8q), with both spellings of castling.
#pragma once
#include <optional>
#include <string>
#include <string_view>

#include "core/chess/position.hpp"

namespace polyglot::chess {

enum class CastlingStyle : std::uint8_t { KingTwoSquares, KingTakesRook }; // e1g1 (standard UCI), e1h1 (Chess960)

// The legal move that the text names: king two squares (only from a standard set-up) or king takes rook; upper-case
// promotion letters and e7e8=q are read. Nothing when it reads as no move, or no legal one.
std::optional<Move> parse_uci_move(const Position& position, std::string_view text);
// KingTwoSquares still writes king-takes-rook where king and rook are not on their standard squares.
std::string format_uci_move(Move move, CastlingStyle style = CastlingStyle::KingTwoSquares);
// True when text has the shape of a coordinate move or is 0000; says nothing about legality.
bool reads_as_uci_move(std::string_view text);

} // namespace polyglot::chess

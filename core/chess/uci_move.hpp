// Coordinate notation (e2e4, e7e8q), with both forms of castling. Test: uci_move_test.cpp.
#pragma once
#include "core/chess/position.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace polyglot::chess {

// King to its target square as in standard UCI (e1g1), or king takes rook as in Chess960 (e1h1).
enum class CastlingStyle : std::uint8_t { KingTwoSquares, KingTakesRook };

// Returns the legal move that the text states; upper-case promotion letters and e7e8=q are
// accepted. Returns nullopt if the text is not a move, or not a legal one. Castling is king takes
// rook (e1h1, f1h1) or king to its castled square (e1g1). The second form counts only if the king
// would go two squares or more, because one square is a plain king move: in Chess960, f1g1 with the
// rook on h1 is Kg1.
std::optional<Move> parse_uci_move(const Position& position, std::string_view text);
// Formats a move. KingTwoSquares still writes king takes rook if king and rook are not on their
// standard squares. The null move is 0000.
std::string format_uci_move(Move move, CastlingStyle style = CastlingStyle::KingTwoSquares);
// Formats a move for the xboard protocol: e2e4, e7e8q, castling e1g1, in Chess960 O-O or O-O-O.
std::string format_xboard_move(Move move, bool chess960);
// True if the text has the shape of a coordinate move or is 0000, whether or not the move is legal.
bool reads_as_uci_move(std::string_view text);

std::string format_square(Square square); // "e4"

} // namespace polyglot::chess

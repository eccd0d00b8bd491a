// FEN, X-FEN and Shredder-FEN.
#pragma once
#include "core/chess/position.hpp"
#include "core/result.hpp"

#include <string>
#include <string_view>

namespace polyglot::chess {

// KQkq (X-FEN where that is ambiguous), or rook files HAha
enum class FenCastling { Standard, Shredder };

// Accepts 4 to 6 fields; missing clocks, and clocks written as "-", count as "0 1". The error says
// what is wrong and where (Error::offset).
//
// Strict where the game could not go on: one king each, the side not to move not in check, no pawns
// on the outer ranks, no more than 8 pawns a side, no more promoted pieces than pawns are missing
// (which also keeps the number of moves within the record of 218 that MoveList relies on), an
// en-passant square only behind a pawn that can just have moved two squares.
//
// Lenient where GUIs and test suites are imprecise and engines accept it: a castling right without
// king on the back rank or without a rook there is dropped (K and Q for a king that is not on the
// e-file are Chess960 rights); an en-passant square stays even if no pawn can take; full-move
// number 0 is 1. Clocks go up to 9999.
Result<Position> parse_fen(std::string_view fen);

// Always six fields; the en-passant square is written after every double step, as the FEN standard
// says. parse_fen() of the result is the same position again; move numbers above 9999 are written
// as 9999.
std::string format_fen(const Position& position, FenCastling castling = FenCastling::Standard);

} // namespace polyglot::chess

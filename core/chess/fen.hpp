// Reads and writes FEN, X-FEN and Shredder-FEN.
#pragma once
#include "core/chess/position.hpp"
#include "core/result.hpp"

#include <string>
#include <string_view>

namespace polyglot::chess {

// Standard writes KQkq (X-FEN where that is ambiguous), Shredder the files of the rooks (HAha).
enum class FenCastling { Standard, Shredder };

// Parses 4 to 6 fields. Missing clocks, and clocks written as "-", count as "0 1". The error states
// what is wrong and where (Error::offset).
//
// Positions from which a game could not continue are errors. These rules hold: one king each; the
// side not to move is not in check; no pawns on the outer ranks; no more than 8 pawns a side; no
// more promoted pieces than pawns are missing, which also keeps the number of moves within the
// record of 218 that MoveList relies on; an en-passant square only behind a pawn that can just have
// moved two squares.
//
// Inaccuracies of GUIs and test suites that engines accept are accepted: a castling right without a
// king on the back rank or without a rook there is dropped (K and Q for a king that is not on the
// e-file are Chess960 rights); an en-passant square stays even if no pawn can capture; full-move
// number 0 is 1. Clocks go up to 9999. tests/unit/core/chess/fen_test.cpp shows each case.
Result<Position> parse_fen(std::string_view fen);

// Formats six fields. The en-passant square is written after every double step, as the FEN standard
// requires. parse_fen() of the result returns the same position; move numbers above 9999 are
// written as 9999.
std::string format_fen(const Position& position, FenCastling castling = FenCastling::Standard);

} // namespace polyglot::chess

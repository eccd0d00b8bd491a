// Formats a board as the first field of a FEN, whether or not the position is valid.
#pragma once
#include "core/chess/types.hpp"

#include <array>
#include <string>

namespace polyglot::chess {

// board: indexed by square. promoted: these pieces are marked with ~, as in FENs of crazyhouse.
std::string format_board(const std::array<Piece, 64>& board, Bitboard promoted = 0);

} // namespace polyglot::chess

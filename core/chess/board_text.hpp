// The board as the first field of a FEN, whether or not the position can be played.
#pragma once
#include "core/chess/types.hpp"

#include <array>
#include <string>

namespace polyglot::chess {

std::string format_board(const std::array<Piece, 64>& board); // by square

} // namespace polyglot::chess

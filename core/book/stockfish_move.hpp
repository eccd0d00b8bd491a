// Stockfish's 16 bits of a move (docs/formats/yacb.md), which YACB books and SFTT tables hold.
#pragma once
#include "core/chess/position.hpp"

#include <cstdint>

namespace polyglot::book {

// The legal move that they name in this position, or null: the bits may be those of another
// position with the same key.
chess::Move decode_stockfish_move(std::uint16_t raw, const chess::Position& position);
// The move must be legal in this position. The null move is 0.
std::uint16_t encode_stockfish_move(chess::Move move, const chess::Position& position);

} // namespace polyglot::book

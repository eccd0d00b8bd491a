// Converts Stockfish's encoding of a move in 16 bits (docs/formats/yacb.md), which YACB books and
// SFTT tables use. Test: stockfish_move_test.cpp.
#pragma once
#include "core/chess/position.hpp"

#include <cstdint>

namespace polyglot::book {

// Returns the legal move that the bits encode in this position; null if there is none, since they
// may belong to another position with the same key.
chess::Move decode_stockfish_move(std::uint16_t raw, const chess::Position& position);
// Encodes a move that must be legal in this position. The null move is 0.
std::uint16_t encode_stockfish_move(chess::Move move, const chess::Position& position);

} // namespace polyglot::book

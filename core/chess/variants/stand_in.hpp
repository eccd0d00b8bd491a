// Moves of chess that stand in for moves of a variant, so that books, their choice and their
// results need one type of moves. Test: book_game_test.cpp, variant_fit_test.cpp.
#pragma once
#include "core/chess/move.hpp"
#include "core/chess/variants/position.hpp"

namespace polyglot::chess {

// A move of a variant and the move that stands in for it: different ones for different moves of a
// position, and never the null move.
Move stand_in_for(const VariantMove& move);
VariantMove variant_move_of(Move stand_in);

} // namespace polyglot::chess

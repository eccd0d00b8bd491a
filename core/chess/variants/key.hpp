// Computes the keys of positions in PolyGlot books of variants: docs/formats/polyglot-bin.md. No
// key depends on the checks given. Test: key_test.cpp.
#pragma once
#include "core/chess/variants/position.hpp"

#include <cstdint>

namespace polyglot::chess {

enum class VariantKeys : std::uint8_t {
    Plain,  // python-chess and bots: PolyGlot's key of the board alone, as if it were chess
    XBoard, // XBoard: the number of the variant, pockets and promoted pieces count, too
};

// Returns the key of the position. XBoard's key of a variant that XBoard does not know
// (Variant::xboard_number) has the number of chess.
std::uint64_t variant_key(const VariantPosition& position, VariantKeys keys);

} // namespace polyglot::chess

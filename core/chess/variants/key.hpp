// The keys by which PolyGlot books of variants know positions: docs/formats/polyglot-bin.md.
// Neither has the checks given.
#pragma once
#include "core/chess/variants/position.hpp"

#include <cstdint>

namespace polyglot::chess {

enum class VariantKeys : std::uint8_t {
    Plain,  // of python-chess and bots: PolyGlot's, of the board alone, as if it were chess
    XBoard, // with the number of the variant, pockets and promoted pieces
};

// XBoard's key of a variant that XBoard does not know (Variant::xboard_number) has the number of
// chess.
std::uint64_t variant_key(const VariantPosition& position, VariantKeys keys);

} // namespace polyglot::chess

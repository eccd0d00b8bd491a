// Moves of variants in the 16 bits of a PolyGlot book: docs/formats/polyglot-bin.md.
#pragma once
#include "core/chess/variants/key.hpp"
#include "core/chess/variants/position.hpp"

#include <cstdint>
#include <optional>

namespace polyglot::book {

// The one of the legal moves of the position that a book's 16 bits encode, drops and castling in
// each spelling.
std::optional<chess::VariantMove> decode_variant_move(std::uint16_t raw,
                                                      const chess::VariantPosition& position,
                                                      const chess::VariantMoves& legal);
// Drops as in this convention, castling as the king taking its rook. XBoard has no promotion to
// king: nullopt.
std::optional<std::uint16_t> encode_variant_move(const chess::VariantMove& move,
                                                 chess::VariantKeys keys);

} // namespace polyglot::book

// Encodes and decodes moves of variants in the 16 bits of a PolyGlot book:
// docs/formats/polyglot-bin.md.
#pragma once
#include "core/chess/variants/key.hpp"
#include "core/chess/variants/position.hpp"

#include <cstdint>
#include <optional>

namespace polyglot::book {

// Returns the legal move of the position that the 16 bits encode, with drops and castling in any
// spelling; nullopt if there is none.
std::optional<chess::VariantMove> decode_variant_move(std::uint16_t raw,
                                                      const chess::VariantPosition& position,
                                                      const chess::VariantMoves& legal);
// Encodes drops in this convention, and castling as the king taking its rook. Returns nullopt for a
// promotion to king in XBoard's convention, which has no code for it.
std::optional<std::uint16_t> encode_variant_move(const chess::VariantMove& move,
                                                 chess::VariantKeys keys);

} // namespace polyglot::book

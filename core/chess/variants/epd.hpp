// EPD of variants: a FEN of parse_variant_fen(), also without its clocks, and operations as in
// core/chess/epd.hpp.
#pragma once
#include "core/chess/epd.hpp"
#include "core/chess/variants/position.hpp"

namespace polyglot::chess {

struct VariantEpd : EpdOperations {
    VariantPosition position;
};

// As parse_epd(). A field of checks may stand before or after the clocks.
Result<VariantEpd> parse_variant_epd(const Variant& variant, std::string_view line);
// As parse_epd_move() and parse_epd_moves().
Result<VariantMove> parse_variant_epd_move(const VariantPosition& position, std::string_view text);
Result<std::vector<VariantMove>> parse_variant_epd_moves(const VariantEpd& epd,
                                                         std::string_view opcode);

} // namespace polyglot::chess

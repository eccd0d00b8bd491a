// Draws start positions from books of variants, for matches with the same `-variant` of the runner.
// Test: variant_test.cpp.
#pragma once
#include "core/book/variants/book.hpp"
#include "tools/common/cancel_flag.hpp"
#include "tools/openings_book/draw.hpp"
#include "tools/openings_book/options.hpp"

#include <cstddef>
#include <iosfwd>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace polyglot::tools {

using VariantStart = Drawn<chess::VariantPosition, chess::VariantMove>;
using VariantDraw = DrawOf<chess::VariantPosition, chess::VariantMove>;

// Does what make_draw() does, by the rules of the variant. Positions that differ in pockets or
// checks are different.
std::unique_ptr<VariantDraw> make_variant_draw(const book::VariantBook& book,
                                               std::span<const chess::VariantPosition> roots,
                                               const DrawOptions& options);

// Format a start as format_start_epd() and format_start_pgn() do, always with the tag Variant.
std::string format_variant_start_epd(const VariantStart& start);
std::string format_variant_start_pgn(const VariantStart& start, std::string_view event,
                                     std::size_t number);

// Draws and writes the starts of a book of options.variant; returns the exit status.
int draw_variant_starts(const StartOptions& options, const CancelFlag& is_cancelled,
                        std::ostream& out, std::ostream& err);

} // namespace polyglot::tools

// Reads the games of one variant from PGN text, by its rules. Test: variant_scanner_test.cpp.
#pragma once
#include "core/chess/variants/position.hpp"
#include "core/pgn/scanner.hpp"

#include <string_view>

namespace polyglot::pgn {

using VariantVisitor = VisitorOf<chess::VariantPosition, chess::VariantMove>;

// True if the tag Variant names this variant, in any spelling of chess::find_variant().
bool is_game_of(const chess::Variant& variant, const Tags& tags);

// As scan_games(), with moves as in chess::parse_variant_san(). Other games, which are those of
// other variants and of chess, are passed to begin_game() with the start position of the variant:
// the visitor asks is_game_of() and wants none of their plies.
ScanCounts scan_variant_games(std::string_view text, const ScanOptions& options,
                              const chess::Variant& variant, VariantVisitor& visitor);

} // namespace polyglot::pgn

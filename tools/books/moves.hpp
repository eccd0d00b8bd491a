// Moves as people give them.
#pragma once
#include "core/chess/position.hpp"
#include "core/chess/variants/position.hpp"
#include "core/result.hpp"

#include <string_view>
#include <vector>

namespace polyglot::tools {

// SAN or coordinates.
Result<chess::Move> parse_any_move(const chess::Position& position, std::string_view text);
Result<chess::VariantMove> parse_any_move(const chess::VariantPosition& position,
                                          std::string_view text);
// These moves, with or without move numbers. The error's offset is that of the move.
Result<std::vector<chess::Move>> parse_line(const chess::Position& start, std::string_view moves);
// The position after them.
Result<chess::Position> play_line(const chess::Position& start, std::string_view moves);
Result<chess::VariantPosition> play_line(const chess::VariantPosition& start,
                                         std::string_view moves);

} // namespace polyglot::tools

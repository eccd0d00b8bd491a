// Parses moves as users write them.
#pragma once
#include "core/chess/position.hpp"
#include "core/chess/variants/position.hpp"
#include "core/result.hpp"

#include <string_view>
#include <vector>

namespace polyglot::tools {

// Parses one move in SAN or in coordinates.
Result<chess::Move> parse_any_move(const chess::Position& position, std::string_view text);
Result<chess::VariantMove> parse_any_move(const chess::VariantPosition& position,
                                          std::string_view text);
// Parses a line of such moves, with or without move numbers. The error's offset is that of the
// wrong move.
Result<std::vector<chess::Move>> parse_line(const chess::Position& start, std::string_view moves);
Result<std::vector<chess::VariantMove>> parse_line(const chess::VariantPosition& start,
                                                   std::string_view moves);
// Returns the position after the line.
Result<chess::Position> play_line(const chess::Position& start, std::string_view moves);
Result<chess::VariantPosition> play_line(const chess::VariantPosition& start,
                                         std::string_view moves);

} // namespace polyglot::tools

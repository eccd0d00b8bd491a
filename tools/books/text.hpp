// What an opening book says, in words and figures that the book tools share.
#pragma once
#include "core/book/book.hpp"
#include "core/chess/position.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace polyglot::tools {

std::string_view name_of(book::Evaluation::Type type);     // "centipawns" …
std::string_view name_of(book::Evaluation::Bound bound);   // "exact" …
std::string_view name_of(book::Evaluation::Source source); // "table" …

// The value alone, for White: "+0.34", "mate in 5 plies", "54.25 %".
std::string format_value(const book::Evaluation& evaluation);
// "+0.34 (lower bound; engine, elo 250)".
std::string describe(const book::Evaluation& evaluation);

// Of 1, for this side: wins and half of what was neither won nor lost. Nothing without games, or
// where more of them were decided than there are.
std::optional<double> score_for(const book::GameCounts& games, chess::Color side);

// "the continuations of 3 lines longer than any game", which are left out.
std::string continuations_of_too_long(std::uint64_t lines);

// A day since 1970-01-01: "2026-11-25".
std::string format_day(std::int32_t day);

// PolyGlot's 16 bits as a coordinate move ("e7e8q", castling "e1h1"), or as 0x… if they are not
// one.
std::string format_raw_move(std::uint16_t raw);

} // namespace polyglot::tools

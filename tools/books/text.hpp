// Formats values and figures of opening books for the book tools.
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

// Returns only the value, from White's point of view: "+0.34", "mate in 5 plies", "54.25 %".
std::string format_value(const book::Evaluation& evaluation);
// Returns the value with its origin: "+0.34 (lower bound; engine, elo 250)".
std::string describe(const book::Evaluation& evaluation);

// Returns the score of this side, 0 to 1: wins plus half of the games that were neither won nor
// lost. Returns nullopt if there are no games or if more games are decided than counted.
std::optional<double> score_for(const book::GameCounts& games, chess::Color side);

// Describes lines that are left out: "the continuations of 3 lines longer than any game".
std::string continuations_of_too_long(std::uint64_t lines);

// Formats a number of days since 1970-01-01: "2026-11-25".
std::string format_day(std::int32_t day);

// Formats PolyGlot's 16 bits as a coordinate move ("e7e8q", castling "e1h1"), or as 0x… if they do
// not encode a move.
std::string format_raw_move(std::uint16_t raw);

} // namespace polyglot::tools

// Facts about a game from its tags, in the spellings found in files.
#pragma once
#include "core/pgn/scanner.hpp"

#include <string_view>

namespace polyglot::pgn {

// Returns the number with which the tag's value begins (2500, 2500?), at most 99999; 0: unknown.
// name: WhiteElo or BlackElo.
unsigned elo_of(const Tags& tags, std::string_view name);

// Returns the year of the game, or at least of its event: that of the first of Date, UTCDate and
// EventDate that begins with a year from 1000 on; 0 if none does.
unsigned year_of(const Tags& tags);

// Returns the date of that tag as the number 20260131. Month and day follow the first and second of
// . - / in the tag; one that is unknown is 0.
unsigned date_of(const Tags& tags);

} // namespace polyglot::pgn

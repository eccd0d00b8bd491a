// What tags say of a game, however people write it.
#pragma once
#include "core/pgn/scanner.hpp"

#include <string_view>

namespace polyglot::pgn {

// The number that the tag's value begins with (2500, 2500?), at most 99999; 0: unknown. name:
// WhiteElo or BlackElo.
unsigned elo_of(const Tags& tags, std::string_view name);

// When the game was played, at the least when its event was: of Date, UTCDate and EventDate the
// first that begins with a year from 1000 on; 0 when none does.
unsigned year_of(const Tags& tags);

} // namespace polyglot::pgn

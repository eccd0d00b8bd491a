// Reads the page's questions about the games that statistics keep, and writes the answers, which
// have the form of those in games_question.hpp.
#pragma once
#include "core/book/make/stats_search.hpp"
#include "core/result.hpp"
#include "tools/explore/edit/place.hpp"
#include "tools/explore/games/game_openings.hpp"
#include "tools/explore/games/kept_games.hpp"

#include <boost/json/object.hpp>

namespace polyglot::tools {

// Lists the games that are kept of the position or of the question's "move". "problems" says why
// others cannot be read. "reading" if the files take longer.
Result<boost::json::object> kept_games_in(const book::StatsSearch& search, const GameFolders& where,
                                          const Place& place, const boost::json::object& question,
                                          GameOpenings& openings);
// Returns the game with the name that kept_games_in() has given it, or "reading".
Result<boost::json::object> kept_game(const book::StatsSearch& search, const GameFolders& where,
                                      const boost::json::object& question, GameOpenings& openings);

} // namespace polyglot::tools

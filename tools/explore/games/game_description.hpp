// Describes a game that was read from its file, as /api/game of tools/explore/API.md.
#pragma once
#include "core/pgn/outcome.hpp"
#include "core/result.hpp"
#include "tools/explore/games/game_text.hpp"

#include <cstdint>
#include <string>
#include <string_view>

#include <boost/json/object.hpp>

namespace polyglot::tools {

std::string_view result_text(pgn::Outcome outcome);
std::string date_text(std::uint32_t date); // "2026.01.??" as in the tag; empty if it is unknown
// Returns what a list shows of the game: players, event, date, result, length and opening.
boost::json::object describe_header(const GameAgain& game);
// Adds tags and moves, with their comments, to the header.
Result<boost::json::object> describe_again(const GameAgain& game, boost::json::object header);

} // namespace polyglot::tools

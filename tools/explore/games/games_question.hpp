// Reads the page's questions about games, and writes the answers: tools/explore/API.md.
#pragma once
#include "core/result.hpp"
#include "tools/explore/edit/place.hpp"
#include "tools/explore/games/collection.hpp"

#include <atomic>
#include <optional>

#include <boost/json/object.hpp>

namespace polyglot::tools {

// Returns how far the reading is and, at its end, what was found and what was wrong.
boost::json::object describe(const Collection& collection);
// Returns the moves that were played in the position, by the filter of the question; "reading" is
// true if they are not known yet.
Result<boost::json::object> played_in(Collection& collection, const Place& place,
                                      const boost::json::object& question);
// Reads "order" and "move" of a question; the move is nullopt if any is meant.
Result<GameOrder> order_in(const boost::json::object& question);
Result<std::optional<chess::Move>> move_in(const boost::json::object& question, const Place& place);
// Lists games that came to the position, or in which the question's "move" was played there.
Result<boost::json::object> games_in(Collection& collection, const Place& place,
                                     const boost::json::object& question);
// Returns the game with the name that games_in() has given it. Any thread may call it.
Result<GameNumber> game_named(const Collection& collection, const boost::json::object& question);
// Any thread may call it; see read_game_again().
Result<boost::json::object> describe_game(const Collection& collection, GameNumber number,
                                          const std::atomic<bool>& is_cancelled);

} // namespace polyglot::tools

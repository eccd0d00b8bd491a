// Reads one game of a Collection from its file again, with what is not kept in memory. Test:
// game_again_test.cpp.
#pragma once
#include "core/result.hpp"
#include "tools/explore/games/collection.hpp"
#include "tools/explore/games/game_text.hpp"

#include <atomic>

namespace polyglot::tools {

// Takes as long as unpacking the file up to the game; any thread may call it. There must be such a
// game. It is an error if the file has changed since it was read, has another game there, or cannot
// be read, and if is_cancelled is set meanwhile.
Result<GameAgain> read_game_again(const Collection& collection, GameNumber number,
                                  const std::atomic<bool>& is_cancelled);

} // namespace polyglot::tools

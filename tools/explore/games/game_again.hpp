// Reads one game of a Collection from its file again, with what is not kept in memory. Test:
// game_again_test.cpp.
#pragma once
#include "core/chess/position.hpp"
#include "core/pgn/outcome.hpp"
#include "core/result.hpp"
#include "tools/explore/games/collection.hpp"

#include <atomic>
#include <string>
#include <utility>
#include <vector>

namespace polyglot::tools {

struct GameAgain {
    std::vector<std::pair<std::string, std::string>> tags; // as written
    chess::Position start = chess::Position::start();
    std::vector<chess::Move> moves;
    std::vector<std::string> comments; // by ply; of one with several comments all of them
    pgn::Outcome outcome = pgn::Outcome::Unknown;
    std::string problem; // why the moves end early; may be empty
};

// Takes as long as unpacking the file up to the game; any thread may call it. There must be such a
// game. It is an error if the file has changed since it was read, has another game there, or cannot
// be read, and if is_cancelled is set meanwhile.
Result<GameAgain> read_game_again(const Collection& collection, GameNumber number,
                                  const std::atomic<bool>& is_cancelled);

} // namespace polyglot::tools

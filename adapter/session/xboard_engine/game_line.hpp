// Functions about a game in UCI's form: a start and moves.
#pragma once
#include "adapter/protocol/uci/position.hpp"
#include "core/chess/position.hpp"
#include "core/result.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace polyglot::session {

using GameLine = protocol::UciPosition;

// start is "startpos" or a FEN.
Result<chess::Position> parse_start(std::string_view start);

// Returns the number of moves at the beginning that are the same.
std::size_t common_moves(const std::vector<std::string>& a, const std::vector<std::string>& b);
bool begins_with(const std::vector<std::string>& moves, const std::vector<std::string>& beginning);

// Returns true if a move of the line follows a draw by the rules of chess; false also if a move up
// to there is illegal.
bool passes_draw(const GameLine& line);

} // namespace polyglot::session

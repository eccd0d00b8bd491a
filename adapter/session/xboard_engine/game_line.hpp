// What the parts of the engine side ask about a game as UCI describes it.
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

// start: "startpos" or a FEN.
Result<chess::Position> parse_start(std::string_view start);

// The number of common moves at the beginning.
std::size_t common_moves(const std::vector<std::string>& a, const std::vector<std::string>& b);
bool begins_with(const std::vector<std::string>& moves, const std::vector<std::string>& beginning);

// True if a move of the line follows a draw by the rules of chess. False also if the line cannot be read that far.
bool passes_draw(const GameLine& line);

} // namespace polyglot::session

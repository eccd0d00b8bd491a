// A game as in UCI's `position` line: its start, and the moves in coordinates.
#pragma once
#include "core/chess/position.hpp"
#include "core/result.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace polyglot::session {

struct GameLine {
    std::string start = "startpos"; // or a FEN
    std::vector<std::string> moves = {};
};

// arguments: what follows "position". The FEN and the moves are not checked.
GameLine parse_position(std::string_view arguments);

// start: "startpos" or a FEN.
Result<chess::Position> parse_start(std::string_view start);

// The number of common moves at the beginning.
std::size_t common_moves(const std::vector<std::string>& a, const std::vector<std::string>& b);
bool begins_with(const std::vector<std::string>& moves, const std::vector<std::string>& beginning);

// True if a move of the line follows a draw by the rules of chess. False also if the line cannot be read that far.
bool passes_draw(const GameLine& line);

} // namespace polyglot::session

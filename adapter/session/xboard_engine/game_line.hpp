// A game as UCI's `position` line says it: where it starts, and the moves from there in coordinates.
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

// How many moves both have at their beginning.
std::size_t common_moves(const std::vector<std::string>& a, const std::vector<std::string>& b);
bool begins_with(const std::vector<std::string>& moves, const std::vector<std::string>& beginning);

// A move of the line follows a draw by the rules of chess. False also if the line cannot be read up to there.
bool passes_draw(const GameLine& line);

} // namespace polyglot::session

// UCI's `position`: where a game starts, and its moves in coordinates.
#pragma once
#include "core/chess/types.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace polyglot::protocol {

// The fields are texts, because the rules of the variant may be unknown.
struct UciPosition {
    std::string start = "startpos"; // or a FEN
    std::vector<std::string> moves = {};
};

// arguments follow "position". The FEN and the moves are not checked.
UciPosition parse_position(std::string_view arguments);
std::string format_position(const UciPosition& position); // the whole line

// Derives the side to move from the FEN's second field and the number of moves.
chess::Color side_to_move(std::string_view start, std::size_t moves);

} // namespace polyglot::protocol

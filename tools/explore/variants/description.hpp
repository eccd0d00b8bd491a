// Describes a position of a variant for the page: tools/explore/API.md. Test: description_test.cpp.
#pragma once
#include "tools/explore/variants/place.hpp"

#include <string>

#include <boost/json/object.hpp>

namespace polyglot::tools {

// Adds "fen", "board", "white", "check", "legal", "line", "variant", and what the variant has
// beside the board: "pockets", "checks_left", "goal", "exploded"; and "end", "end_text" and
// "winner" if the game has ended.
void describe_variant(const VariantPlace& place, boost::json::object& answer);
// Adds "line" alone.
void describe_variant_line(const VariantPlace& place, boost::json::object& answer);
// Says why the game has ended and who has won: "White wins: third check".
std::string describe_end(const chess::VariantPosition& position, const chess::VariantEnd& end);
// Returns the first field of a FEN without pockets and marks of promoted pieces.
std::string board_of_fen(std::string_view fen);

} // namespace polyglot::tools

// The names of openings, by position: openings.tsv beside this file, compiled in (docs/starter-book.md).
#pragma once
#include "core/chess/position.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace polyglot::openings {

// Both texts live as long as the program.
struct Opening {
    std::string_view code; // ECO: "B90"
    std::string_view name; // "Sicilian Defence: Najdorf"
};

// The opening that this very position is the definition of, however it was reached; nullopt for any other position,
// even one move later. A binary search over constant data: nothing is allocated or prepared.
std::optional<Opening> find_opening(const chess::Position& position);

// "B90 Sicilian Defence: Najdorf"
std::string format_opening(const Opening& opening);

} // namespace polyglot::openings

// The names of openings, by position: openings.tsv beside this file, compiled in
// (docs/starter-book.md).
#pragma once
#include "core/chess/position.hpp"
#include "core/text/text.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace polyglot::openings {

// Both texts live as long as the program.
struct Opening {
    std::string_view code; // ECO: "B90"
    std::string_view name; // "Sicilian Defence: Najdorf"
};

// The opening that this very position is the definition of, however it was reached; nullopt for any
// other position, even one move later. A binary search over constant data: nothing is allocated or
// prepared.
std::optional<Opening> find_opening(const chess::Position& position);

// The table has British English: each "defense", in any case, becomes "Defence". Inline, because
// core/pgn, which this folder's sources are built upon, needs it.
inline std::string in_table_spelling(std::string text) {
    constexpr std::string_view american = "defense", ours = "Defence";
    for (std::size_t at = 0; at + american.size() <= text.size(); ++at)
        if (text::equal_ignoring_case(std::string_view(text).substr(at, american.size()), american))
            text.replace(at, american.size(), ours);
    return text;
}

// "B90 Sicilian Defence: Najdorf"
std::string format_opening(const Opening& opening);

} // namespace polyglot::openings

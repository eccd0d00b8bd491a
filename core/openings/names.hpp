// Names of openings by position, from openings.tsv beside this file, which is compiled in
// (docs/starter-book.md). Test: names_test.cpp.
#pragma once
#include "core/chess/position.hpp"
#include "core/text/text.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace polyglot::openings {

// Both texts live as long as the program.
struct Opening {
    std::string_view code; // ECO: "B90"
    std::string_view name; // "Sicilian Defence: Najdorf"
};

// Returns the opening that this very position defines, however it was reached; nullopt for any
// other position, even one move later. It is a binary search over constant data, without allocation
// or preparation.
std::optional<Opening> find_opening(const chess::Position& position);

// Returns the PolyGlot keys of all positions that have a name, in ascending order. The number of a
// key here is that of its opening.
std::span<const std::uint64_t> opening_keys();
Opening opening_at(std::size_t number);

// Converts to the British English of the table: each "defense", in any case, becomes "Defence". The
// function is inline because core/pgn, on which this folder's sources depend, needs it.
inline std::string in_table_spelling(std::string text) {
    constexpr std::string_view american = "defense", ours = "Defence";
    for (std::size_t at = 0; at + american.size() <= text.size(); ++at)
        if (text::equal_ignoring_case(std::string_view(text).substr(at, american.size()), american))
            text.replace(at, american.size(), ours);
    return text;
}

// Formats as "B90 Sicilian Defence: Najdorf".
std::string format_opening(const Opening& opening);

} // namespace polyglot::openings

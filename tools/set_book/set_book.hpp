// What two books have in common, and what one has that the other has not: docs/set-book.md.
#pragma once
#include "core/book/book.hpp"
#include "core/book/entry_table.hpp"
#include "core/book/polyglot/book.hpp"
#include "core/chess/position.hpp"

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace polyglot::tools {

enum class SetOperation : std::uint8_t { Intersect, Subtract };
enum class SetUnit : std::uint8_t { Move, Position };
enum class SetWeight : std::uint8_t { First, Second, Sum, Min, Max };

struct SetRules {
    SetOperation operation = SetOperation::Intersect;
    // Position: all moves of a position that both know, or that only the first knows
    SetUnit unit = SetUnit::Move;
    SetWeight weight = SetWeight::First; // of a move in both, for Intersect
};

struct SetResult {
    std::vector<book::RawEntry> entries; // sorted by key, then as in the first book
    std::uint64_t positions = 0;         // that they are of
    std::uint64_t entries_read = 0;      // of the first book
    std::uint64_t scaled = 0;            // positions in which weights did not fit into 16 bits
    // Entries of the first that are compared by their key, or cannot be compared
    std::uint64_t unreached = 0;
    // Positions that PolyGlot's format has no key for: left out
    std::uint64_t keyless = 0;
};

// Walks the first book from the roots and asks the second for each position. A .bin as the first
// keeps its spelling of moves and its learn fields; its entries in positions that the walk does not
// come to are compared with a second .bin by their bits, and otherwise count as unknown to the
// second. keep_on: if it returns false the result is of no use.
SetResult combine_books(const book::Book& first, const book::Book& second,
                        std::span<const chess::Position> roots, const SetRules& rules,
                        const std::function<bool()>& keep_on);

} // namespace polyglot::tools

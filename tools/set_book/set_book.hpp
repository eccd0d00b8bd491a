// Computes the intersection and the difference of two books. See docs/set-book.md.
#pragma once
#include "core/book/book.hpp"
#include "core/book/entry_table.hpp"
#include "core/book/polyglot/book.hpp"
#include "core/book/variants/book.hpp"
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
    // Position: all moves of a position that both books contain, or that only the first one
    // contains.
    SetUnit unit = SetUnit::Move;
    SetWeight weight = SetWeight::First; // for Intersect: the weight of a move in both books
};

struct SetResult {
    std::vector<book::RawEntry> entries; // sorted by key, then as in the first book
    std::uint64_t positions = 0;         // positions of the entries
    std::uint64_t entries_read = 0;      // of the first book
    std::uint64_t scaled = 0;            // positions whose weights were scaled to 16 bits
    // The entries of the first book that are compared by their key, or cannot be compared.
    std::uint64_t unreached = 0;
    // The positions that are left out because PolyGlot's format has no key for them.
    std::uint64_t keyless = 0;
};

// Walks the first book from the roots and looks up each position in the second. A .bin as the first
// book keeps its notation of moves and its learn fields; its entries in positions that the walk
// does not reach are compared with a second .bin by their bits, and otherwise count as missing from
// the second book. If keep_on returns false, the result is unusable.
SetResult combine_books(const book::Book& first, const book::Book& second,
                        std::span<const chess::Position> roots, const SetRules& rules,
                        const std::function<bool()>& keep_on);
// Does the same for books of one variant with one kind of keys. A move is the same in both books if
// the rules say so in a position that the walk reaches; otherwise the bits are compared.
SetResult combine_variant_books(const book::VariantBook& first, const book::VariantBook& second,
                                std::span<const chess::VariantPosition> roots,
                                const SetRules& rules, const std::function<bool()>& keep_on);

} // namespace polyglot::tools

// The positions of a variant's book: from where games begin, along its moves and along legal moves
// that lead to what it knows.
#pragma once
#include "core/book/variants/book.hpp"

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace polyglot::book {

// Distinguishes positions that differ in pockets, promoted pieces or checks, too. Greater than 0.
std::uint64_t identity_of(const chess::VariantPosition& position);

// A known position. False ends the walk.
using VariantVisitor = std::function<bool(const chess::VariantPosition& position,
                                          const std::vector<VariantEntry>& entries)>;

// Each known position is visited once, in the order in which they are found. Positions that differ
// in pockets, promoted pieces or checks are different, even where the book has one key for them:
// their legal moves differ. There may be many of them for a key, so the walk ends after
// most_positions; false then, or if the visitor has ended it.
bool walk_variant(const VariantBook& book, std::span<const chess::VariantPosition> roots,
                  std::uint64_t most_positions, const VariantVisitor& visit);
// The same through several books as one, with the line from the root to each position. The visitor
// is called for each position that one of the books knows.
using VariantLineVisitor = std::function<bool(const chess::VariantPosition& position,
                                              std::span<const chess::VariantMove> line)>;
bool walk_variant_lines(std::span<const VariantBook* const> books,
                        std::span<const chess::VariantPosition> roots, std::uint64_t most_positions,
                        const VariantLineVisitor& visit);
constexpr std::uint64_t most_variant_positions = 1'000'000; // for commands: half a minute

} // namespace polyglot::book

// Walks the positions of a variant's book, from where games begin, along its moves and along legal
// moves that lead back to it.
#pragma once
#include "core/book/variants/book.hpp"

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace polyglot::book {

// Returns a number above 0 that distinguishes positions as the rules do: by pockets, promoted
// pieces and checks, too.
std::uint64_t identity_of(const chess::VariantPosition& position);

// Visits a position that the book has. Returning false ends the walk.
using VariantVisitor = std::function<bool(const chess::VariantPosition& position,
                                          const std::vector<VariantEntry>& entries)>;

// Visits each position of the book once, in the order in which they are found. Positions that
// differ in pockets, promoted pieces or checks are different, even if the book has one key for
// them, because their legal moves differ. A key may stand for many of them, so the walk ends after
// most_positions. Returns false if it has ended so, or by the visitor.
bool walk_variant(const VariantBook& book, std::span<const chess::VariantPosition> roots,
                  std::uint64_t most_positions, const VariantVisitor& visit);
// Does the same for several books as one, with the line from the root to each position. The visitor
// is called for each position that one of the books has.
using VariantLineVisitor = std::function<bool(const chess::VariantPosition& position,
                                              std::span<const chess::VariantMove> line)>;
bool walk_variant_lines(std::span<const VariantBook* const> books,
                        std::span<const chess::VariantPosition> roots, std::uint64_t most_positions,
                        const VariantLineVisitor& visit);
// The limit of commands.
constexpr std::uint64_t most_variant_positions = 1'000'000;

} // namespace polyglot::book

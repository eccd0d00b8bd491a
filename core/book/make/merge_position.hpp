// Merges the entries of a position that several books have: docs/merge-book.md.
#pragma once
#include "core/book/entry_table.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace polyglot::book {

// An entry, and the number, from 0, of the book that it comes from.
struct BookEntry {
    std::size_t book = 0;
    RawEntry entry;
};

enum class MergeBy : std::uint8_t {
    Sum,      // the sum of the weights, as in PolyGlot
    Max,      // the largest weight
    Average,  // of the move's shares in the books that know the position
    Priority, // the weights of the first book that knows the position
};

enum class MergeLearn : std::uint8_t {
    First, // the fields of the first book with the move, as in PolyGlot
    Sum,   // of games and half-points
    None,  // zero
};

struct MergeRules {
    MergeBy by = MergeBy::Sum;
    MergeLearn learn = MergeLearn::First;
    std::vector<double> factors = {}; // > 0, multiplies the weights of each book; empty: 1 for all
};

// Merges positions one after the other. tests/unit/core/book/make/merge_position_test.cpp shows the
// rules.
class PositionMerger {
  public:
    explicit PositionMerger(MergeRules rules);

    // Returns one entry for each different move, by falling weight; equal ones keep their order.
    // The entries must be those of one position, with the books in ascending order. Weights that do
    // not fit into 16 bits are scaled down, all of the position by one factor, so that their ratios
    // stay; a weight above 0 stays above 0. The result is valid until the next call.
    const std::vector<RawEntry>& merge(const std::vector<BookEntry>& entries);
    // Returns the number of positions so far in which weights did not fit.
    std::uint64_t scaled() const { return scaled_; }
    // True if the entries of a single book come out unchanged, provided that their moves differ and
    // their weights fall.
    bool keeps_order() const { return keeps_lone_moves_ && rules_.learn == MergeLearn::First; }

    // True if the weights of several books are added and nothing else changes;
    // merge_single_entries() then does the same.
    bool only_adds() const { return adds_weights_; }

  private:
    struct Joined {           // what is gathered for one move
        RawEntry entry;       // the first entry of the move
        std::size_t book = 0; // the last one that has the move
        // Weight in this book: the sum if the move has several entries there.
        double of_book = 0;
        double weight = 0; // of the books before this one
        std::uint64_t games = 0, half_points = 0;
    };
    bool merge_plainly(const std::vector<BookEntry>& entries);
    void add(const BookEntry& from);
    void close_book(Joined& move) const;
    void set_units(const std::vector<BookEntry>& entries);
    void finish();

    MergeRules rules_;
    bool keeps_lone_moves_; // a position's only entry keeps all but its learn fields
    bool adds_weights_;     // weights are only added, which merge_plainly() can do
    std::vector<Joined> moves_;
    // Index in moves_ by move. An index counts only if the move is found there, so nothing has to
    // be reset between positions.
    std::vector<std::uint32_t> places_ = std::vector<std::uint32_t>(1U << 16U);
    std::vector<double> units_; // by book: factor of its weights
    std::vector<RawEntry> result_;
    std::uint64_t scaled_ = 0;
};

} // namespace polyglot::book

// What becomes of a position that several books know: docs/merge-book.md.
#pragma once
#include "core/book/entry_table.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace polyglot::book {

// An entry, and the number from 0 of the book that it is from.
struct BookEntry {
    std::size_t book = 0;
    RawEntry entry;
};

enum class MergeBy : std::uint8_t {
    Sum,      // of the weights: PolyGlot's
    Max,      // the largest weight
    Average,  // of the shares that the moves have in the books that know the position
    Priority, // the first book that knows the position; the others are not asked
};

enum class MergeLearn : std::uint8_t {
    First, // the fields of the first book with the move: PolyGlot's
    Sum,   // of games and half-points
    None,  // zero
};

struct MergeRules {
    MergeBy by = MergeBy::Sum;
    MergeLearn learn = MergeLearn::First;
    std::vector<double> factors = {}; // > 0, of each book's weights; empty: 1 for all
};

class PositionMerger {
  public:
    explicit PositionMerger(MergeRules rules);

    // One entry for each different move, by falling weight, equal ones as they came. The entries:
    // of one position, the books in ascending order. Weights that do not fit into 16 bits are
    // scaled down, all of the position by one factor, so that their ratios stay; a weight above 0
    // stays above 0. Valid until the next call.
    const std::vector<RawEntry>& merge(const std::vector<BookEntry>& entries);
    // Positions so far in which weights did not fit
    std::uint64_t scaled() const { return scaled_; }
    // Entries of one book with different moves by falling weight would come out as they are.
    bool keeps_order() const { return keeps_lone_moves_ && rules_.learn == MergeLearn::First; }

    // Weights of several books are added, and nothing else: see merge_single_entries().
    bool only_adds() const { return adds_weights_; }

  private:
    struct Joined {           // what is gathered of one move
        RawEntry entry;       // the first of them
        std::size_t book = 0; // the last one seen
        // Its weight: where a move stands several times in one book, they add up
        double of_book = 0;
        double weight = 0; // of the books before it
        std::uint64_t games = 0, half_points = 0;
    };
    bool merge_plainly(const std::vector<BookEntry>& entries);
    void add(const BookEntry& from);
    void close_book(Joined& move) const;
    void set_units(const std::vector<BookEntry>& entries);
    void finish();

    MergeRules rules_;
    bool keeps_lone_moves_; // the only entry of a position stays as it is, but for its learn fields
    bool adds_weights_;     // and nothing else: what merge_plainly() can do
    std::vector<Joined> moves_;
    // Where in moves_ a move is, if it is there: nothing has to be forgotten between positions.
    std::vector<std::uint32_t> places_ = std::vector<std::uint32_t>(1U << 16U);
    std::vector<double> units_; // by book: what a weight of 1 counts
    std::vector<RawEntry> result_;
    std::uint64_t scaled_ = 0;
};

} // namespace polyglot::book

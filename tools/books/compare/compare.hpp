// How two books differ, position by position and in play: docs/diff-book.md.
#pragma once
#include "core/book/book.hpp"
#include "core/book/polyglot/book.hpp"
#include "core/chess/position.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

namespace polyglot::tools {

// A move in both books. Weights of entries of the same move are added up.
struct MovePair {
    chess::Move move;
    std::array<std::uint64_t, 2> weight{};
    std::array<bool, 2> present{};
};

struct PositionPair {
    chess::Position position;
    std::vector<chess::Move> line; // from the root
    // Those of the first book in its order, then those that only the second has
    std::vector<MovePair> moves;
    std::array<std::uint64_t, 2> sum{}; // of the weights
    // How often games reach it that both books have played alike so far
    double reached = 0;

    double share(std::size_t book, const MovePair& move) const {
        return sum[book] > 0
                   ? static_cast<double>(move.weight[book]) / static_cast<double>(sum[book])
                   : 0;
    }
    // Half of the sum of all changes of share: 0 alike, 1 no move in common. A book without a
    // playable move here shares none.
    double variation() const;
    bool known(std::size_t book) const;
};

struct BookDifference {
    std::uint64_t same = 0;              // positions with the same moves and shares
    std::array<std::uint64_t, 2> only{}; // positions that only this book knows
    std::uint64_t changed = 0;           // known to both, with other moves or shares
    std::uint64_t counted = 0;           // of all that differ, those with the variation asked for
    // Of these the most important ones, as many as were asked for
    std::vector<PositionPair> differences;
    // All positions count, reached or not; differences are of those reached in play
    bool by_key = false;
    // How many games part, of 1: two games begin together, one from each book, and at each position
    // the smaller of both shares of each move goes on together.
    double play = 0;
    struct FirstMove {
        chess::Move move;
        std::array<double, 2> share{};
        double play = 0; // of the games that begin with it in both
    };
    std::vector<FirstMove> first_moves; // of the first root
};

struct CompareRules {
    double least = 0;                                // variation of a position that is kept
    std::size_t most = static_cast<std::size_t>(-1); // positions that are kept
    // Asked now and then; if it returns false the result is of no use
    std::function<bool()> keep_on;
    // About how many positions have been looked at; may be empty
    std::function<void(std::uint64_t)> progress = {};
};

// Walks both books together from the roots.
BookDifference compare_books(const book::Book& a, const book::Book& b,
                             std::span<const chess::Position> roots, const CompareRules& rules);
// The same of two sorted .bin books by their keys, much quicker, games beginning with the start
// position. Nullopt if that is not exact, since they spell castling differently, or one of them is
// not sorted: then they have to be walked. a and b: the same books, to be asked for positions.
std::optional<BookDifference> compare_by_keys(const book::PolyglotBook& raw_a,
                                              const book::PolyglotBook& raw_b, const book::Book& a,
                                              const book::Book& b, const CompareRules& rules);

} // namespace polyglot::tools

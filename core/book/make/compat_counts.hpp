// The sums of PolyGlot 2.0.4's make-book, for the very entries that it would write. They depend on
// the order of the games.
#pragma once
#include "core/book/entry_table.hpp"
#include "core/book/make/stats_table.hpp"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <vector>

namespace polyglot::book {

struct CompatRules {
    std::uint64_t min_game = 3;
    double min_score = 0;                        // per cent
    bool only_white = false, only_black = false; // moves of one colour; both: no moves
    bool uniform = false;                        // every weight 1
};

// Where a move of a position comes to 16384 games, the games and half-points of all moves of that
// position known by then are halved, rounded up, so that PolyGlot's 16 bits hold them. The halves
// are what every rule and the weight go by.
class CompatCounts {
  public:
    // In the order in which PolyGlot would read them: game by game, move by move, a move as often
    // as it is played. At most 2^32 - 1 different ones.
    void add(const Sample& sample);
    std::size_t size() const { return counts_.size(); } // different moves
    // Of memory, roughly: 16 a move, and 5 to 11 to find it
    std::size_t bytes() const;
    // In PolyGlot's order: by ascending key, in a position by falling weight, then by first
    // appearance in the games. Takes 24 bytes of memory more for each entry written.
    void write(const CompatRules& rules, const std::function<void(const RawEntry&)>& write) const;

  private:
    struct Count {
        std::uint64_t key = 0;
        std::uint16_t move = 0;
        std::uint16_t games = 0; // below 16384
        std::uint16_t half_points = 0;
        chess::Color mover = chess::Color::White;
    };
    std::size_t find_slot(std::uint64_t key, std::uint16_t move) const;
    void halve(std::uint64_t key);
    void grow();

    // In the order of their first appearance. A deque, because a vector would for a moment need the
    // memory twice.
    std::deque<Count> counts_;
    // Where a position's counts are, from the slot of its key on: a number from 1 in counts_, 0 for
    // none. The slot is found by the key alone, so that all moves of a position are met on the way
    // to the first free slot.
    std::vector<std::uint32_t> slots_ = std::vector<std::uint32_t>(1024);
};

} // namespace polyglot::book

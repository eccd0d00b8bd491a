// Sums up games as PolyGlot 2.0.4's make-book does, to write exactly the entries that it would
// write. The sums depend on the order of the games.
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
    bool only_white = false, only_black = false; // moves of one colour; if both: none
    bool uniform = false;                        // every weight is 1
};

// When a move of a position reaches 16384 games, the games and half-points of all moves of that
// position known by then are halved, rounded up, so that they fit into PolyGlot's 16 bits. Every
// rule and the weight use the halved numbers. tests/unit/core/book/make/compat_counts_test.cpp
// shows the effect.
class CompatCounts {
  public:
    // Adds a sample. Samples must come in the order in which PolyGlot would read them: game by
    // game, move by move, and each move as often as it is played. At most 2^32 - 1 different moves
    // fit.
    void add(const Sample& sample);
    std::size_t size() const { return counts_.size(); } // different moves
    // Returns the approximate memory in use: 16 bytes for each move, and 5 to 11 to find it.
    std::size_t bytes() const;
    // Writes entries in PolyGlot's order: by ascending key, within a position by falling weight,
    // then by first appearance in the games. Takes 24 more bytes of memory for each entry written.
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

    // The counts are in the order of first appearance. They are in a deque because a vector would
    // need twice the memory while it grows.
    std::deque<Count> counts_;
    // Maps a position to its counts, from the slot of its key on: numbers into counts_, counted
    // from 1; 0 is a free slot. The slot is found by the key alone, so all moves of a position are
    // met on the way to the first free slot.
    std::vector<std::uint32_t> slots_ = std::vector<std::uint32_t>(1024);
};

} // namespace polyglot::book

// Sums up moves in memory: a hash table in the order of the keys, which gives its contents sorted without sorting.
#pragma once
#include "core/book/move_stats.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace polyglot::book {

// One move of one game.
struct Sample {
    std::uint64_t key = 0;
    std::uint16_t move = 0;
    chess::Color mover = chess::Color::White;
    std::uint8_t half_points = 0; // of the mover: 2 win, 1 draw, 0 loss
    std::uint16_t elo = 0;        // of the mover, 0 unknown, at most 4095
    std::uint16_t year = 0;       // 0 unknown
};

class StatsTable {
  public:
    // max_bytes: what the table may use, growth included; at least 1 MB.
    explicit StatsTable(std::size_t max_bytes);
    // Adds the samples, or nothing and false when it is full: then take its contents out and clear() it. No more than
    // max_batch at a time.
    static constexpr std::size_t max_batch = 65536;
    bool add(const Sample* samples, std::size_t count);
    std::size_t size() const { return size_; } // different moves
    std::size_t bytes() const;
    void clear(); // keeps the memory

    // Valid until the next add() or clear().
    class Reader;
    // Contents as a StatsSource: see the implementation.

  private:
    std::size_t size_ = 0;
};

} // namespace polyglot::book

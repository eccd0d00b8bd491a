// Sums up moves in memory: a hash table in the order of the keys, which gives its contents sorted without sorting.
#pragma once
#include "core/book/move_stats.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory_resource>
#include <vector>

namespace polyglot::book {

// One move of one game.
struct Sample {
    std::uint64_t key = 0;
    std::uint16_t move = 0;
    chess::Color mover = chess::Color::White;
    std::uint8_t half_points = 0; // of the mover: 2 win, 1 draw, 0 loss
    std::uint16_t elo = 0;        // of the mover, 0 unknown; counts as MoveStats::max_elo at most
    std::uint16_t year = 0;       // 0 unknown; counts as MoveStats::max_year at most
};

class StatsTable {
  public:
    // max_bytes: what the table may use, growth included; less than 1 MB is taken as that. memory: where it comes from,
    // which must outlive this; pages of 2 MB spare a third of the time.
    explicit StatsTable(std::size_t max_bytes, std::pmr::memory_resource* memory = std::pmr::get_default_resource());
    // Adds the samples, or nothing and false when it is full: then take its contents out and clear() it. No more than
    // max_batch at a time; an empty table takes any. The misses of a whole batch go on at once, so a game or more of
    // them is quicker than single samples.
    static constexpr std::size_t max_batch = 4096;
    bool add(const Sample* samples, std::size_t count);
    std::size_t size() const { return size_; } // different moves
    std::size_t bytes() const { return slots_.size() * sizeof(Slot); }
    void clear(); // keeps the memory

    class Reader; // of the contents, in order. Valid until the next add() or clear()

  private:
    // 32 bytes, two to a line of the cache.
    struct alignas(32) Slot {
        std::uint64_t key = ~std::uint64_t{0}; // of an empty one behind every other's, so that looking ends there
        std::uint64_t about = 0;               // bits 0-33 elo_sum, 34-47 last_year, 48-63 move
        std::array<std::uint32_t, 3> games{};  // by half-points: losses, draws, wins
        std::uint32_t rated = 0;               // bits 0-29 rated_games; is_used, is_black
    };
    static constexpr std::uint32_t is_used = 1U << 31U, is_black = 1U << 30U;

    std::size_t home_of(std::uint64_t key) const;
    Slot& find_or_insert(std::size_t home, const Sample& sample);
    void update(Slot& slot, const Sample& sample);
    std::size_t max_load() const;
    bool make_room(std::size_t count);
    void grow();
    static MoveStats to_stats(const Slot& slot);

    // Slots in ascending order of (key, move), with empty ones between. A key's home is its share of the homes, as of
    // 2^64, and it lies there or behind, so the order holds for the whole table. Behind the homes is room for what the
    // last of them push over the end; wrapping around would break the order.
    std::pmr::vector<Slot> slots_;
    std::size_t homes_ = 0, max_homes_ = 0;
    std::size_t size_ = 0;
    bool crowded_ = false;   // a key was far from home: nearly full, or keys that are no hashes
    bool saturated_ = false; // a count is near its limit
};

class StatsTable::Reader final : public StatsSource {
  public:
    explicit Reader(const StatsTable& table) : table_(table) {}
    bool next(MoveStats& stats) override;

  private:
    const StatsTable& table_;
    std::size_t at_ = 0;
};

} // namespace polyglot::book

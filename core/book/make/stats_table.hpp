// Sums up moves in memory. Samples are distributed by their keys and wait until a small sort,
// within the processor's cache, brings equal ones together. A hash table would access main memory
// for nearly every sample. Test: stats_table_test.cpp.
#pragma once
#include "core/book/make/move_numbers.hpp"
#include "core/book/make/move_stats.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory_resource>
#include <span>
#include <type_traits>
#include <vector>

namespace polyglot::book {

// One move of one game.
struct Sample {
    std::uint64_t key = 0;
    std::uint16_t move = 0;
    chess::Color mover = chess::Color::White;
    std::uint8_t half_points = 0; // of the mover: 2 win, 1 draw, 0 loss
    std::uint16_t elo = 0;        // of the mover, 0: unknown; counts as at most MoveStats::max_elo
    std::uint16_t year = 0;       // 0: unknown; counts as at most MoveStats::max_year
};

// States which sums are needed. Samples of which only the results count take half the memory.
enum class Summed : bool { All, Results };

class StatsTable {
  public:
    // max_bytes: what the table may use; at least 1 MB is assumed.
    // memory: the source of the memory, which must outlive the table; it is taken as needed. Pages
    // of 2 MB do not speed the table up, and cost more to get.
    // same_bits: this number of upper bits, at most 16, is the same in all keys.
    // summed: with Results, the sums have no Elo and years, unless max_bytes is too small for the
    // compact form. Each move must then be one that some piece can make.
    explicit StatsTable(std::size_t max_bytes,
                        std::pmr::memory_resource* memory = std::pmr::get_default_resource(),
                        unsigned same_bits = 0, Summed summed = Summed::All);
    StatsTable(const StatsTable&) = delete;
    StatsTable& operator=(const StatsTable&) = delete;
    // Adds the samples, at most max_batch. If the table is full, adds none and returns false: the
    // caller then reads the contents and calls clear(). An empty table accepts any batch. Keys that
    // are not hashes fill the table early.
    static constexpr std::size_t max_batch = 4096;
    bool add(const Sample* samples, std::size_t count);
    // Returns an upper bound of the number of different moves: not all samples are summed up yet.
    std::size_t size() const { return size_; }
    std::size_t bytes() const;
    void clear(); // keeps the memory

    // Reads the contents in order. Valid until the next add() or clear().
    class Reader;

  private:
    // The sums of a move: 32 bytes.
    struct Slot {
        std::uint64_t key;
        std::uint64_t about;                // bits 0-33 elo_sum, 34-47 last_year, 48-63 move
        std::array<std::uint32_t, 3> games; // by half-points: losses, draws, wins
        std::uint32_t rated;                // bits 0-30 rated_games, is_black
    };
    static constexpr std::uint32_t is_black = 1U << 31U;

    // A sample without Elo and year while it waits. The upper bits of its key follow from its part.
    struct Brief {
        // The bits are, from the lowest on: half-points, whether Black moves, number_of_move(),
        // key.
        static constexpr unsigned mover_bit = 2, move_bit = 3,
                                  key_bit = move_bit + move_number_bits;
        // Returns the least number of parts that leaves room for the rest of the key.
        static constexpr std::size_t parts(unsigned same_bits) {
            return same_bits < key_bit ? std::size_t{1} << (key_bit - same_bits) : 1;
        }
        explicit Brief(const Sample& sample);
        Brief() = default;
        std::uint64_t bits = 0;
    };
    static std::uint64_t lower_key(const Sample& sample) { return sample.key; }
    static std::uint64_t lower_key(const Brief& sample) { return sample.bits >> Brief::key_bit; }
    // These return a number that is equal for equal moves: the move itself.
    static std::uint16_t move_field(const Sample& sample) { return sample.move; }
    // This returns the number of the move.
    static std::uint16_t move_field(const Brief& sample) {
        return static_cast<std::uint16_t>(sample.bits >> Brief::move_bit) %
               (1U << move_number_bits);
    }

    // The unit in which memory is handed out. It is aligned to its size, so that an address tells
    // where the chunk ends.
    static constexpr std::size_t chunk_bytes = 1024;
    struct alignas(chunk_bytes) Chunk {
        Chunk() {} // NOLINT(*): memory that is not in use is not touched
        Chunk* next;
        union alignas(sizeof(Slot)) { // NOLINT(*-member-init): the same
            std::array<Sample, (chunk_bytes - sizeof(Slot)) / sizeof(Sample)> samples;
            std::array<Brief, (chunk_bytes - sizeof(Slot)) / sizeof(Brief)> briefs;
            std::array<Slot, chunk_bytes / sizeof(Slot) - 1> slots;
        };
    };
    template <class Waiting>
    static auto& samples_in(const Chunk& chunk) {
        if constexpr (std::is_same_v<Waiting, Brief>)
            return chunk.briefs;
        else
            return chunk.samples;
    }
    static constexpr std::size_t chunk_slots = std::tuple_size_v<decltype(Chunk::slots)>;

    // The part of the table for all keys with the same upper bits.
    struct Part {
        // The samples are in any order. The list begins with the last chunk, which is filled up to
        // ends_.
        Chunk* samples = nullptr;
        // The sums of earlier samples are in ascending order of (key, move).
        Chunk* slots = nullptr;
        // The number of samples in the full chunks, which follow the last one in the list.
        std::size_t full_chunk_samples = 0;
        std::size_t slot_count = 0;
    };
    // The samples of a part, in the form in which they wait: Sample or Brief.
    template <class Waiting>
    struct Samples {
        const Chunk* last;
        const Waiting* end;  // the end of the samples in the last chunk
        std::size_t count;   // in all chunks
        std::uint64_t upper; // the bits above lower_bits, which are the same in all their keys
        unsigned lower_bits;
    };
    // Sums up samples in memory of its own.
    class Summer {
      public:
        Summer(const StatsTable& table, std::pmr::memory_resource* memory);
        template <class Waiting>
        std::span<const Slot> sum_up(const Samples<Waiting>& samples); // ascending

      private:
        template <class Waiting>
        struct Room {
            Room(std::size_t count, std::pmr::memory_resource* memory)
                : taken(count, memory), sorted(count, memory) {}
            std::pmr::vector<Waiting> taken, sorted;
        };
        template <class Waiting>
        Room<Waiting>& room_for() {
            if constexpr (std::is_same_v<Waiting, Brief>)
                return brief_;
            else
                return whole_;
        }
        template <class Waiting>
        std::span<const Waiting> sort(const Samples<Waiting>& samples);
        Slot* sum_up_adjacent(std::span<const Sample> sorted, std::uint64_t upper);
        Slot* sum_up_adjacent(std::span<const Brief> sorted, std::uint64_t upper);
        Room<Sample> whole_; // only one of the two is used and takes memory
        Room<Brief> brief_;
        std::pmr::vector<Slot> sums_;
    };
    // Merges the sums of a part with newer ones.
    struct Merge {
        bool next(Slot& slot);
        std::span<const Slot> sums;
        const Chunk* chunk;
        std::size_t left, at = 0; // slots from `at` on in the chunk and in those after it
    };

    template <class Waiting>
    void deal_out(std::span<const Sample> samples);
    template <class Waiting>
    Samples<Waiting> samples_of(std::size_t part) const;
    std::size_t sample_count(std::size_t part) const;
    static void combine(Slot& slot, const Slot& more);
    static MoveStats stats_of(const Slot& slot);
    Merge merge_of(std::size_t part, Summer& summer) const;
    std::size_t capacity() const; // in slots and samples
    void start();
    Chunk* take_chunk();
    void give_back(Chunk* chunk);
    void go_on(std::size_t part);
    void sum_up(std::size_t part);

    std::size_t max_chunks_; // of all slabs
    // Chunks before [slab_][in_slab_] are in use or were.
    std::pmr::vector<std::pmr::vector<Chunk>> slabs_;
    std::size_t slab_chunks_ = 0, slab_ = 0, in_slab_ = 0;
    Chunk* free_ = nullptr;        // chunks that have been given back
    std::pmr::vector<void*> ends_; // where the next sample of each part goes
    std::pmr::vector<Part> parts_;
    unsigned part_shift_; // bits of the key below those of the part, without the same bits
    unsigned same_bits_;
    std::uint64_t same_ = 0;  // the value of the same bits, from the samples so far
    bool is_brief_;           // samples wait as Brief
    std::size_t max_samples_; // in one part
    Summer summer_;
    std::size_t size_ = 0; // slots and samples
    bool full_ = false;
};

// Reads the contents in order. It sums up what waits for itself only, so the first reading of many
// samples costs more than adding them.
class StatsTable::Reader final : public StatsSource {
  public:
    // Reads the `slice`-th, from 0, of `slices` equal ranges of keys.
    explicit Reader(const StatsTable& table, std::size_t slice = 0, std::size_t slices = 1);
    bool next(MoveStats& stats) override;
    std::size_t read(std::span<MoveStats> stats) override;

  private:
    const StatsTable& table_;
    Summer summer_;
    Merge merge_{};
    std::size_t next_part_;
    const std::size_t end_part_;
};

} // namespace polyglot::book

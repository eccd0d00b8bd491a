// Sums up moves in memory: samples are dealt out by their keys and wait there until a small sort,
// in the processor's cache, brings equal ones together. A hash table would go to the main memory
// for nearly every sample.
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
    std::uint16_t elo = 0;        // of the mover, 0 unknown; counts as MoveStats::max_elo at most
    std::uint16_t year = 0;       // 0 unknown; counts as MoveStats::max_year at most
};

// What is wanted of the sums. Samples of which only the results count take half the memory.
enum class Summed : bool { All, Results };

class StatsTable {
  public:
    // max_bytes: what the table may use; less than 1 MB is taken as that. memory: where it comes
    // from, which must outlive this; it is taken as it is needed. Pages of 2 MB do not make it
    // quicker, and cost more to get. same_bits: this many upper bits, at most 16, are the same in
    // all keys. Summed::Results: the sums are without Elo and years, or with them where max_bytes
    // is small; each move must be one that some piece can make.
    explicit StatsTable(std::size_t max_bytes,
                        std::pmr::memory_resource* memory = std::pmr::get_default_resource(),
                        unsigned same_bits = 0, Summed summed = Summed::All);
    StatsTable(const StatsTable&) = delete;
    StatsTable& operator=(const StatsTable&) = delete;
    // Adds the samples; returns false and adds none if the table is full: then take its contents
    // out and clear() it. At most max_batch at a time; an empty table accepts any batch. Keys that
    // are not hashes fill it early.
    static constexpr std::size_t max_batch = 4096;
    bool add(const Sample* samples, std::size_t count);
    std::size_t size() const { return size_; } // different moves at most: not all are summed up yet
    std::size_t bytes() const;
    void clear(); // keeps the memory

    class Reader; // of the contents, in order. Valid until the next add() or clear()

  private:
    struct Slot { // 32 bytes: the sums of a move
        std::uint64_t key;
        std::uint64_t about;                // bits 0-33 elo_sum, 34-47 last_year, 48-63 move
        std::array<std::uint32_t, 3> games; // by half-points: losses, draws, wins
        std::uint32_t rated;                // bits 0-30 rated_games, is_black
    };
    static constexpr std::uint32_t is_black = 1U << 31U;

    // A sample without Elo and year, as it waits: what is left of the key follows from its part.
    struct Brief {
        // From the lowest bit: half-points, whether Black moves, number_of_move(), key.
        static constexpr unsigned mover_bit = 2, move_bit = 3,
                                  key_bit = move_bit + move_number_bits;
        // At least so many parts are needed, so that there is room for the rest of the key.
        static constexpr std::size_t parts(unsigned same_bits) {
            return same_bits < key_bit ? std::size_t{1} << (key_bit - same_bits) : 1;
        }
        explicit Brief(const Sample& sample);
        Brief() = default;
        std::uint64_t bits = 0;
    };
    static std::uint64_t lower_key(const Sample& sample) { return sample.key; }
    static std::uint64_t lower_key(const Brief& sample) { return sample.bits >> Brief::key_bit; }
    // Equal for equal moves
    static std::uint16_t move_field(const Sample& sample) { return sample.move; }
    // The move's number
    static std::uint16_t move_field(const Brief& sample) {
        return static_cast<std::uint16_t>(sample.bits >> Brief::move_bit) %
               (1U << move_number_bits);
    }

    // The unit in which memory is dealt out, aligned to its size so that an address tells where the
    // chunk ends.
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

    // All keys with the same upper bits.
    struct Part {
        Chunk* samples = nullptr; // in any order, the last chunk first, which is filled up to ends_
        Chunk* slots = nullptr;   // the sums of earlier samples, in ascending order of (key, move)
        std::size_t behind = 0;   // samples in the chunks after the last one
        std::size_t slot_count = 0;
    };
    // The samples of a part, of the kind that waits here: Sample or Brief.
    template <class Waiting>
    struct Samples {
        const Chunk* last;
        const Waiting* end;  // of those in the last chunk
        std::size_t count;   // in all chunks
        std::uint64_t upper; // bits in which their keys are the same, those above lower_bits
        unsigned lower_bits;
    };
    // Their sums, in its own memory.
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
        Room<Sample> whole_; // one of the two, no memory for the other
        Room<Brief> brief_;
        std::pmr::vector<Slot> sums_;
    };
    // Of the sums of a part with newer ones.
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
    std::size_t capacity() const; // slots and samples
    void start();
    Chunk* take_chunk();
    void give_back(Chunk* chunk);
    void go_on(std::size_t part);
    void sum_up(std::size_t part);

    std::size_t max_chunks_; // of all slabs
    // Those before [slab_][in_slab_] are or were in use
    std::pmr::vector<std::pmr::vector<Chunk>> slabs_;
    std::size_t slab_chunks_ = 0, slab_ = 0, in_slab_ = 0;
    Chunk* free_ = nullptr;        // chunks that were in use
    std::pmr::vector<void*> ends_; // where the next sample of each part goes
    std::pmr::vector<Part> parts_;
    unsigned part_shift_; // bits of the key below those of the part, without the same ones
    unsigned same_bits_;
    std::uint64_t same_ = 0;  // the bits, of the samples so far
    bool is_brief_;           // Brief samples wait
    std::size_t max_samples_; // of a part
    Summer summer_;
    std::size_t size_ = 0; // slots and samples
    bool full_ = false;
};

// Sums up what waits, for itself: the first reading of many samples costs more than the adding.
class StatsTable::Reader final : public StatsSource {
  public:
    // slice: of `slices` equal ranges of keys.
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

#include "core/book/make/stats_table.hpp"

#include <algorithm>
#include <bit>
#include <cassert>
#include <utility>

namespace polyglot::book {
namespace {

constexpr unsigned year_shift = 34, move_shift = 48;
constexpr std::uint64_t elo_mask = (std::uint64_t{1} << year_shift) - 1;
constexpr std::uint64_t year_mask = MoveStats::max_year;

// A move with this many games makes the table full, so that more games cannot overflow elo_sum.
constexpr std::size_t most_waiting = std::size_t{1} << 16U; // samples of a part
constexpr std::uint32_t many_games = (1U << 22U) - most_waiting - StatsTable::max_batch;
static_assert((std::uint64_t{1} << 22U) * MoveStats::max_elo <= elo_mask);

constexpr std::size_t least_bytes = std::size_t{1} << 20U;
// Each part has a cache line that is written to; the lines of more parts would not fit the
// second-level cache.
constexpr std::size_t most_parts = 4096;
// A part with fewer samples waits for more, because larger groups need fewer merges. This number,
// with room for sorting, fits the second-level cache.
constexpr std::size_t few_samples = 4000;
constexpr std::size_t cache_line = 64;
constexpr std::size_t most_slab_bytes = std::size_t{2} << 20U;
// Fewer samples are sorted in one round, because clearing and adding up the counts of two rounds
// would take longer than the sort.
constexpr std::size_t samples_of_one_round = 1500;

inline void prefetch([[maybe_unused]] const void* address) {
#if defined(__GNUC__)
    __builtin_prefetch(address, 1); // to be written
#endif
}

// Three counts, by half-points, of at most most_waiting samples each, in one register.
class Games {
  public:
    // kept: all bits to add to the present counts, no bits to begin those of another move.
    void add(std::uint64_t kept, std::uint64_t half_points) {
        counts_ = (counts_ & kept) + (std::uint64_t{1} << (bits * half_points));
    }
    std::array<std::uint32_t, 3> counts() const {
        return {static_cast<std::uint32_t>(counts_ & mask),
                static_cast<std::uint32_t>(counts_ >> bits & mask),
                static_cast<std::uint32_t>(counts_ >> 2 * bits)};
    }

  private:
    static constexpr unsigned bits = 21, mask = (1U << bits) - 1;
    std::uint64_t counts_ = 0;
};

// Returns the number of parts for this many chunks: at_least or more, if each part then has 32
// chunks or more.
std::size_t part_count(std::size_t chunks, std::size_t at_least) {
    const std::size_t usual = std::min(std::bit_floor(chunks / 64), most_parts);
    return at_least <= chunks / 32 ? std::max(usual, at_least) : usual;
}

template <class Slot>
bool before(const Slot& a, const Slot& b) {
    return a.key < b.key || (a.key == b.key && a.about >> move_shift < b.about >> move_shift);
}

} // namespace

inline StatsTable::Brief::Brief(const Sample& sample)
    : bits(sample.key << key_bit | number_of_move(sample.move) << move_bit |
           static_cast<std::uint64_t>(sample.mover) << mover_bit | sample.half_points) {}

StatsTable::StatsTable(std::size_t max_bytes, std::pmr::memory_resource* memory, unsigned same_bits,
                       Summed summed)
    : max_chunks_(std::max(max_bytes, least_bytes) / chunk_bytes),
      slabs_(memory),
      ends_(part_count(max_chunks_, summed == Summed::Results ? Brief::parts(same_bits) : 0),
            memory),
      parts_(ends_.size(), memory),
      part_shift_(64 - static_cast<unsigned>(std::countr_zero(parts_.size()))),
      same_bits_(same_bits),
      is_brief_(summed == Summed::Results && parts_.size() >= Brief::parts(same_bits)),
      max_samples_(std::min(max_chunks_ * chunk_slots / parts_.size(), most_waiting)),
      summer_(*this, memory) {
    max_chunks_ -= (bytes() + chunk_bytes - 1) / chunk_bytes;
    slab_chunks_ = std::min(most_slab_bytes / chunk_bytes, max_chunks_ / 16);
    slabs_.reserve(max_chunks_ / slab_chunks_ + 1); // the reservation prevents reallocation
    start();
}

// Returns the capacity as if there were slots only. A sample counts like a slot, since it may be a
// new move. Each part may have an incomplete chunk of samples and one of slots, and a merge needs
// two more chunks.
std::size_t StatsTable::capacity() const {
    return (max_chunks_ - 2 * parts_.size() - 2) * chunk_slots;
}

std::size_t StatsTable::bytes() const {
    std::size_t chunks = 0;
    for (const auto& slab : slabs_)
        chunks += slab.size();
    return chunks * chunk_bytes + parts_.size() * (sizeof(Part) + sizeof(void*)) +
           max_samples_ * (2 * (is_brief_ ? sizeof(Brief) : sizeof(Sample)) + sizeof(Slot));
}

void StatsTable::start() {
    for (std::size_t part = 0; part < parts_.size(); ++part) {
        parts_[part] = {.samples = take_chunk()};
        parts_[part].samples->next = nullptr;
        ends_[part] = parts_[part].samples->samples.data();
    }
}

void StatsTable::clear() {
    slab_ = in_slab_ = 0;
    free_ = nullptr;
    size_ = 0;
    full_ = false;
    start();
}

StatsTable::Chunk* StatsTable::take_chunk() {
    if (free_ != nullptr) {
        Chunk* const chunk = free_;
        free_ = chunk->next;
        return chunk;
    }
    if (slab_ == slabs_.size()) {
        assert(slab_ * slab_chunks_ < max_chunks_);
        slabs_.emplace_back(std::min(slab_chunks_, max_chunks_ - slab_ * slab_chunks_));
    }
    Chunk* const chunk = &slabs_[slab_][in_slab_++];
    if (in_slab_ == slabs_[slab_].size()) {
        ++slab_;
        in_slab_ = 0;
    }
    return chunk;
}

void StatsTable::give_back(Chunk* chunk) {
    chunk->next = free_;
    free_ = chunk;
}

bool StatsTable::add(const Sample* samples, std::size_t count) {
    assert(count <= max_batch);
    if (!full_ && size_ + count > capacity()) {
        for (std::size_t part = 0; part < parts_.size(); ++part)
            sum_up(part);
        // With less free room, the next sum-up would gain too little.
        full_ = full_ || size_ + count > capacity() / 4 * 3;
    }
    if (full_) return false;
    size_ += count;
    if (is_brief_)
        deal_out<Brief>({samples, count});
    else
        deal_out<Sample>({samples, count});
    return true;
}

template <class Waiting>
void StatsTable::deal_out(std::span<const Sample> samples) {
    void** const ends = ends_.data();
    const unsigned shift = part_shift_, same = same_bits_;
    if (!samples.empty()) same_ = samples.front().key & ~(~std::uint64_t{0} >> same);
    for (const Sample& sample : samples) {
        const auto part = static_cast<std::size_t>(sample.key << same >> shift);
        auto* const end = static_cast<Waiting*>(ends[part]);
        prefetch(end + cache_line / sizeof(Waiting)); // the next cache line
        *end = Waiting(sample);
        ends[part] = end + 1;
        if (reinterpret_cast<std::uintptr_t>(end + 1) % chunk_bytes == 0) go_on(part);
    }
}

// Continues a part whose last chunk of samples is full: adds a chunk, or sums up.
void StatsTable::go_on(std::size_t number) {
    Part& part = parts_[number];
    const std::size_t room = is_brief_ ? part.samples->briefs.size() : part.samples->samples.size();
    const std::size_t worthwhile = std::min(std::max(part.slot_count, few_samples), max_samples_);
    if (part.full_chunk_samples + 2 * room > worthwhile) return sum_up(number);
    Chunk* const chunk = take_chunk();
    chunk->next = part.samples;
    part.samples = chunk;
    part.full_chunk_samples += room;
    ends_[number] = chunk->samples.data();
}

template <class Waiting>
StatsTable::Samples<Waiting> StatsTable::samples_of(std::size_t number) const {
    const unsigned lower_bits = part_shift_ - same_bits_;
    return {.last = parts_[number].samples,
            .end = static_cast<const Waiting*>(ends_[number]),
            .count = sample_count(number),
            .upper = same_ | std::uint64_t{number} << lower_bits,
            .lower_bits = lower_bits};
}

std::size_t StatsTable::sample_count(std::size_t number) const {
    const Part& part = parts_[number];
    const auto bytes = static_cast<const char*>(ends_[number]) -
                       reinterpret_cast<const char*>(part.samples->samples.data());
    return part.full_chunk_samples +
           static_cast<std::size_t>(bytes) / (is_brief_ ? sizeof(Brief) : sizeof(Sample));
}

StatsTable::Merge StatsTable::merge_of(std::size_t number, Summer& summer) const {
    const auto sums = is_brief_ ? summer.sum_up(samples_of<Brief>(number))
                                : summer.sum_up(samples_of<Sample>(number));
    return {sums, parts_[number].slots, parts_[number].slot_count};
}

// Sums up a part's samples and merges them into its slots.
void StatsTable::sum_up(std::size_t number) {
    Part& part = parts_[number];
    Merge merge = merge_of(number, summer_);
    size_ -= sample_count(number) + part.slot_count;
    while (part.samples->next != nullptr) {
        Chunk* const next = part.samples->next;
        give_back(part.samples);
        part.samples = next;
    }
    part.full_chunk_samples = 0;
    ends_[number] = part.samples->samples.data();

    Chunk* old = part.slots;
    Chunk** link = &part.slots;
    Chunk* to = nullptr;
    part.slot_count = 0;
    Slot slot{};
    for (std::size_t at = chunk_slots; merge.next(slot); ++part.slot_count) {
        while (old != merge.chunk) { // this chunk has been read
            Chunk* const next = old->next;
            give_back(old);
            old = next;
        }
        if (at == chunk_slots) {
            to = *link = take_chunk();
            link = &to->next;
            at = 0;
        }
        to->slots[at++] = slot;
        full_ = full_ || slot.games[0] + slot.games[1] + slot.games[2] >= many_games;
    }
    if (old != nullptr) give_back(old);
    *link = nullptr;
    size_ += part.slot_count;
    full_ = full_ || part.slot_count > capacity() / parts_.size() * 8; // keys are not hashes
}

// Adds the sums of the same move.
void StatsTable::combine(Slot& slot, const Slot& more) {
    for (std::size_t i = 0; i < slot.games.size(); ++i)
        slot.games[i] += more.games[i];
    slot.rated += more.rated & ~is_black;
    const std::uint64_t known = slot.about >> year_shift & year_mask;
    const std::uint64_t year = more.about >> year_shift & year_mask;
    slot.about += (more.about & elo_mask) + ((std::max(year, known) - known) << year_shift);
}

StatsTable::Summer::Summer(const StatsTable& table, std::pmr::memory_resource* memory)
    : whole_(table.is_brief_ ? 0 : table.max_samples_, memory),
      brief_(table.is_brief_ ? table.max_samples_ : 0, memory),
      sums_(table.max_samples_, memory) {}

// Sorts by the next bits of the key in a radix sort: by ten bits, or by 16 if there are many
// samples. Equal moves are mostly adjacent afterwards.
template <class Waiting>
std::span<const Waiting> StatsTable::Summer::sort(const Samples<Waiting>& samples) {
    constexpr unsigned digit_bits = 10, move_bits = 4;
    constexpr std::size_t digits = std::size_t{1} << digit_bits;
    const auto for_all = [&samples](const auto& use) {
        const Waiting* end = samples.end;
        for (const Chunk* chunk = samples.last; chunk != nullptr; chunk = chunk->next) {
            const Chunk* const next = chunk->next;
            for (std::size_t at = 0; next != nullptr && at < chunk_bytes; at += cache_line)
                prefetch(reinterpret_cast<const char*>(next) + at);
            for (const Waiting* sample = samples_in<Waiting>(*chunk).data(); sample != end;
                 ++sample)
                use(*sample);
            if (next != nullptr)
                end = samples_in<Waiting>(*next).data() + samples_in<Waiting>(*next).size();
        }
    };
    std::array<std::uint32_t, digits> high{};
    const auto high_digit = [shift = samples.lower_bits - digit_bits](const Waiting& sample) {
        return static_cast<std::size_t>(lower_key(sample) >> shift) % digits;
    };
    const auto add_up = [](std::array<std::uint32_t, digits>& counts) {
        std::uint32_t sum = 0;
        for (std::uint32_t& of_digit : counts)
            sum += std::exchange(of_digit, sum);
    };
    Room<Waiting>& room = room_for<Waiting>();
    if (samples.count < samples_of_one_round) {
        for_all([&](const Waiting& sample) { ++high[high_digit(sample)]; });
        add_up(high);
        for_all([&](const Waiting& sample) { room.sorted[high[high_digit(sample)]++] = sample; });
        return {room.sorted.data(), samples.count};
    }
    std::array<std::uint32_t, digits> low{};
    const auto low_digit = [shift = samples.lower_bits - 2 * digit_bits +
                                    move_bits](const Waiting& sample) {
        const unsigned mixed = (move_field(sample) * 0x9e37U & 0xffffU) >> (16 - move_bits);
        return static_cast<std::size_t>(lower_key(sample) >> shift << move_bits | mixed) % digits;
    };
    for_all([&](const Waiting& sample) {
        ++low[low_digit(sample)];
        ++high[high_digit(sample)];
    });
    add_up(low);
    add_up(high);
    for_all([&](const Waiting& sample) { room.taken[low[low_digit(sample)]++] = sample; });
    for (const Waiting& sample : std::span(room.taken.data(), samples.count))
        room.sorted[high[high_digit(sample)]++] = sample;
    return {room.sorted.data(), samples.count};
}

// Sums up equal moves that are adjacent. Equality is unpredictable, so there is no branch for it.
// Returns the last sum.
StatsTable::Slot* StatsTable::Summer::sum_up_adjacent(std::span<const Sample> sorted,
                                                      std::uint64_t /*upper*/) {
    Slot* slot = sums_.data();
    std::uint64_t key = sorted[0].key, move = sorted[0].move, elo = 0, year = 0, rated = 0;
    Games games;
    for (const Sample& sample : sorted) {
        assert(sample.half_points <= 2);
        const bool is_same = (sample.key == key) & (sample.move == move);
        const std::uint64_t kept = is_same ? ~std::uint64_t{0} : 0;
        slot += is_same ? 0 : 1;
        key = sample.key;
        move = sample.move;
        elo = (elo & kept) + std::min(sample.elo, MoveStats::max_elo);
        year = std::max<std::uint64_t>(year & kept, std::min(sample.year, MoveStats::max_year));
        games.add(kept, sample.half_points);
        rated = (rated & kept) + (sample.elo > 0 ? 1 : 0);
        *slot = {key, move << move_shift | year << year_shift | elo, games.counts(),
                 static_cast<std::uint32_t>(rated) |
                     (sample.mover == chess::Color::Black ? is_black : 0)};
    }
    return slot;
}

StatsTable::Slot* StatsTable::Summer::sum_up_adjacent(std::span<const Brief> sorted,
                                                      std::uint64_t upper) {
    Slot* slot = sums_.data();
    std::uint64_t before = sorted[0].bits;
    Games games;
    for (const Brief& sample : sorted) {
        const bool is_same = ((sample.bits ^ before) >> Brief::mover_bit) == 0;
        const std::uint64_t kept = is_same ? ~std::uint64_t{0} : 0;
        slot += is_same ? 0 : 1;
        before = sample.bits;
        games.add(kept, sample.bits % (1U << Brief::mover_bit));
        const std::uint64_t move = move_of_number(move_field(sample));
        *slot = {upper | lower_key(sample), move << move_shift, games.counts(),
                 (sample.bits >> Brief::mover_bit & 1) != 0 ? is_black : 0};
    }
    return slot;
}

template <class Waiting>
std::span<const StatsTable::Slot> StatsTable::Summer::sum_up(const Samples<Waiting>& samples) {
    const std::span<const Waiting> sorted = sort(samples);
    if (sorted.empty()) return {};
    Slot* const first = sums_.data();
    Slot* const slot = sum_up_adjacent(sorted, samples.upper);
    // An insertion sort completes the order: few keys have the same bits, and positions have few
    // moves.
    Slot* sum = first;
    for (const Slot* next = first + 1; next <= slot; ++next) {
        if (before(*sum, *next)) {
            *++sum = *next;
            continue;
        }
        const Slot it = *next;
        Slot* at = ++sum;
        while (at != first && before(it, at[-1]))
            --at;
        if (at != first && !before(at[-1], it)) {
            combine(at[-1], it);
            --sum;
        } else {
            std::move_backward(at, sum, sum + 1);
            *at = it;
        }
    }
    return {first, sum + 1};
}

bool StatsTable::Merge::next(Slot& slot) {
    if (left == 0 || (!sums.empty() && before(sums.front(), chunk->slots[at]))) {
        if (sums.empty()) return false;
        slot = sums.front();
        sums = sums.subspan(1);
        return true;
    }
    slot = chunk->slots[at];
    --left;
    if (++at == chunk_slots) {
        chunk = chunk->next;
        at = 0;
    }
    if (!sums.empty() && !before(slot, sums.front())) {
        combine(slot, sums.front());
        sums = sums.subspan(1);
    }
    return true;
}

StatsTable::Reader::Reader(const StatsTable& table, std::size_t slice, std::size_t slices)
    : table_(table),
      summer_(table, std::pmr::get_default_resource()),
      next_part_(table.parts_.size() * slice / slices),
      end_part_(table.parts_.size() * (slice + 1) / slices) {}

MoveStats StatsTable::stats_of(const Slot& slot) {
    return {.key = slot.key,
            .move = static_cast<std::uint16_t>(slot.about >> move_shift),
            .mover = (slot.rated & is_black) != 0 ? chess::Color::Black : chess::Color::White,
            .wins = slot.games[2],
            .draws = slot.games[1],
            .losses = slot.games[0],
            .rated_games = slot.rated & ~is_black,
            .elo_sum = slot.about & elo_mask,
            .last_year = static_cast<std::uint16_t>(slot.about >> year_shift & year_mask)};
}

bool StatsTable::Reader::next(MoveStats& stats) {
    Slot slot{};
    while (!merge_.next(slot)) {
        if (next_part_ == end_part_) return false;
        merge_ = table_.merge_of(next_part_++, summer_);
    }
    stats = stats_of(slot);
    return true;
}

std::size_t StatsTable::Reader::read(std::span<MoveStats> stats) {
    std::size_t count = 0;
    while (count < stats.size()) {
        const std::size_t alone =
            merge_.left == 0 ? std::min(merge_.sums.size(), stats.size() - count) : 0;
        // In the usual case there is nothing to merge them with.
        for (const Slot& slot : merge_.sums.first(alone))
            stats[count++] = stats_of(slot);
        merge_.sums = merge_.sums.subspan(alone);
        // Avoids a virtual call.
        if (count < stats.size() && !Reader::next(stats[count++])) return count - 1;
    }
    return count;
}

} // namespace polyglot::book

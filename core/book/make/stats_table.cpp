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

// A move with this many games makes the table full, so that further games cannot overflow elo_sum.
constexpr std::size_t most_waiting = std::size_t{1} << 16U; // samples of a part
constexpr std::uint32_t many_games = (1U << 22U) - most_waiting - StatsTable::max_batch;
static_assert((std::uint64_t{1} << 22U) * MoveStats::max_elo <= elo_mask);

constexpr std::size_t least_bytes = std::size_t{1} << 20U;
// Each has a line of the cache that is written to; those of more would not fit the second cache.
constexpr std::size_t most_parts = 4096;
// Fewer samples of a part wait for more: the more of them, the fewer merges. With room to sort they fit the second
// cache.
constexpr std::size_t few_samples = 4000;
constexpr std::size_t most_slab_bytes = std::size_t{2} << 20U;
// Fewer samples are sorted in one round: clearing and adding up the counts of two would take longer than the sorting.
constexpr std::size_t samples_of_one_round = 1500;

inline void prefetch([[maybe_unused]] const void* address) {
#if defined(__GNUC__)
    __builtin_prefetch(address, 1); // to be written
#endif
}

template <class Slot>
bool before(const Slot& a, const Slot& b) {
    return a.key < b.key || (a.key == b.key && a.about >> move_shift < b.about >> move_shift);
}

} // namespace

StatsTable::StatsTable(std::size_t max_bytes, std::pmr::memory_resource* memory, unsigned same_bits)
    : max_chunks_(std::max(max_bytes, least_bytes) / chunk_bytes),
      slabs_(memory),
      ends_(std::min(std::bit_floor(max_chunks_ / 64), most_parts), memory),
      parts_(ends_.size(), memory),
      part_shift_(64 - static_cast<unsigned>(std::countr_zero(parts_.size()))),
      same_bits_(same_bits),
      max_samples_(std::min(max_chunks_ * chunk_slots / parts_.size(), most_waiting)),
      summer_(max_samples_, memory) {
    max_chunks_ -= (bytes() + chunk_bytes - 1) / chunk_bytes;
    slab_chunks_ = std::min(most_slab_bytes / chunk_bytes, max_chunks_ / 16);
    slabs_.reserve(max_chunks_ / slab_chunks_ + 1); // never moved
    start();
}

// As if there were slots only; a sample counts as much, as it may be a new move. Each part may have a chunk that is not
// full, of samples and of slots; a merge has two more.
std::size_t StatsTable::capacity() const {
    return (max_chunks_ - 2 * parts_.size() - 2) * chunk_slots;
}

std::size_t StatsTable::bytes() const {
    std::size_t chunks = 0;
    for (const auto& slab : slabs_)
        chunks += slab.size();
    return chunks * chunk_bytes + parts_.size() * (sizeof(Part) + sizeof(void*)) +
           max_samples_ * (2 * sizeof(Sample) + sizeof(Slot));
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
        full_ = full_ || size_ + count > capacity() / 4 * 3; // less room would not be worth the next time
    }
    if (full_) return false;
    size_ += count;
    Sample** const ends = ends_.data();
    const unsigned shift = part_shift_, same = same_bits_;
    for (const Sample& sample : std::span(samples, count)) {
        const auto part = static_cast<std::size_t>(sample.key << same >> shift);
        Sample* const end = ends[part];
        prefetch(end + 4); // the next line
        *end = sample;
        ends[part] = end + 1;
        if (reinterpret_cast<std::uintptr_t>(end + 1) % chunk_bytes == 0) go_on(part);
    }
    return true;
}

// The last chunk of samples is full.
void StatsTable::go_on(std::size_t number) {
    Part& part = parts_[number];
    const std::size_t worthwhile = std::min(std::max(part.slot_count, few_samples), max_samples_);
    if (part.behind + 2 * chunk_samples > worthwhile) return sum_up(number);
    Chunk* const chunk = take_chunk();
    chunk->next = part.samples;
    part.samples = chunk;
    part.behind += chunk_samples;
    ends_[number] = chunk->samples.data();
}

StatsTable::Merge StatsTable::merge_of(std::size_t number, Summer& summer) const {
    const Part& part = parts_[number];
    return {summer.sum_up(part, ends_[number], part_shift_ - same_bits_), part.slots, part.slot_count};
}

// Sorts a part's samples into its sums.
void StatsTable::sum_up(std::size_t number) {
    Part& part = parts_[number];
    Merge merge = merge_of(number, summer_);
    size_ -= part.behind + static_cast<std::size_t>(ends_[number] - part.samples->samples.data()) + part.slot_count;
    while (part.samples->next != nullptr) {
        Chunk* const next = part.samples->next;
        give_back(part.samples);
        part.samples = next;
    }
    part.behind = 0;
    ends_[number] = part.samples->samples.data();

    Chunk* old = part.slots;
    Chunk** link = &part.slots;
    Chunk* to = nullptr;
    part.slot_count = 0;
    Slot slot{};
    for (std::size_t at = chunk_slots; merge.next(slot); ++part.slot_count) {
        while (old != merge.chunk) { // read
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
    full_ = full_ || part.slot_count > capacity() / parts_.size() * 8; // keys that are not hashes
}

// Of the same move.
void StatsTable::combine(Slot& slot, const Slot& more) {
    for (std::size_t i = 0; i < slot.games.size(); ++i)
        slot.games[i] += more.games[i];
    slot.rated += more.rated & ~is_black;
    const std::uint64_t known = slot.about >> year_shift & year_mask;
    const std::uint64_t year = more.about >> year_shift & year_mask;
    slot.about += (more.about & elo_mask) + ((std::max(year, known) - known) << year_shift);
}

// A radix sort by the next bits of the key: ten of them, or of many samples 16, and equal moves mostly adjacent.
std::span<const Sample> StatsTable::Summer::sort(const Part& part, const Sample* end, unsigned from_bit) {
    constexpr unsigned digit_bits = 10, move_bits = 4;
    constexpr std::size_t digits = std::size_t{1} << digit_bits;
    const std::size_t count = part.behind + static_cast<std::size_t>(end - part.samples->samples.data());
    const auto for_all = [&part, end](const auto& use) {
        const Sample* behind = end;
        for (const Chunk* chunk = part.samples; chunk != nullptr; chunk = chunk->next) {
            const Chunk* const next = chunk->next;
            for (std::size_t i = 0; next != nullptr && i < chunk_samples; i += 4)
                prefetch(&next->samples[i]);
            for (const Sample* sample = chunk->samples.data(); sample != behind; ++sample)
                use(*sample);
            if (next != nullptr) behind = next->samples.data() + chunk_samples;
        }
    };
    std::array<std::uint32_t, digits> high{};
    const auto high_digit = [shift = from_bit - digit_bits](const Sample& sample) {
        return static_cast<std::size_t>(sample.key >> shift) % digits;
    };
    const auto add_up = [](std::array<std::uint32_t, digits>& counts) {
        std::uint32_t sum = 0;
        for (std::uint32_t& of_digit : counts)
            sum += std::exchange(of_digit, sum);
    };
    if (count < samples_of_one_round) {
        for_all([&](const Sample& sample) { ++high[high_digit(sample)]; });
        add_up(high);
        for_all([&](const Sample& sample) { sorted_[high[high_digit(sample)]++] = sample; });
        return {sorted_.data(), count};
    }
    std::array<std::uint32_t, digits> low{};
    const auto low_digit = [shift = from_bit - 2 * digit_bits + move_bits](const Sample& sample) {
        const unsigned mixed = (sample.move * 0x9e37U & 0xffffU) >> (16 - move_bits);
        return static_cast<std::size_t>(sample.key >> shift << move_bits | mixed) % digits;
    };
    for_all([&](const Sample& sample) {
        ++low[low_digit(sample)];
        ++high[high_digit(sample)];
    });
    add_up(low);
    add_up(high);
    for_all([&](const Sample& sample) { taken_[low[low_digit(sample)]++] = sample; });
    for (const Sample& sample : std::span(taken_.data(), count))
        sorted_[high[high_digit(sample)]++] = sample;
    return {sorted_.data(), count};
}

std::span<const StatsTable::Slot> StatsTable::Summer::sum_up(const Part& part, const Sample* end, unsigned from_bit) {
    const std::span<const Sample> sorted = sort(part, end, from_bit);
    if (sorted.empty()) return {};
    // Which of them are equal is unpredictable, so there is no branch for it.
    Slot* const first = sums_.data();
    Slot* slot = first;
    std::uint64_t key = sorted[0].key, move = sorted[0].move, elo = 0, year = 0, rated = 0;
    std::uint64_t games = 0; // three counts: there are no more than most_waiting samples
    constexpr unsigned bits = 21, mask = (1U << bits) - 1;
    for (const Sample& sample : sorted) {
        assert(sample.half_points <= 2);
        const bool is_same = (sample.key == key) & (sample.move == move);
        const std::uint64_t kept = is_same ? ~std::uint64_t{0} : 0;
        slot += is_same ? 0 : 1;
        key = sample.key;
        move = sample.move;
        elo = (elo & kept) + std::min(sample.elo, MoveStats::max_elo);
        year = std::max<std::uint64_t>(year & kept, std::min(sample.year, MoveStats::max_year));
        games = (games & kept) + (std::uint64_t{1} << (bits * sample.half_points));
        rated = (rated & kept) + (sample.elo > 0 ? 1 : 0);
        *slot = {key,
                 move << move_shift | year << year_shift | elo,
                 {static_cast<std::uint32_t>(games & mask), static_cast<std::uint32_t>(games >> bits & mask),
                  static_cast<std::uint32_t>(games >> 2 * bits)},
                 static_cast<std::uint32_t>(rated) | (sample.mover == chess::Color::Black ? is_black : 0)};
    }
    // An insertion sort for what is left: few keys have the same bits, and the moves of a position are few.
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
      summer_(table.max_samples_, std::pmr::get_default_resource()),
      next_part_(table.parts_.size() * slice / slices),
      end_part_(table.parts_.size() * (slice + 1) / slices) {}

bool StatsTable::Reader::next(MoveStats& stats) {
    Slot slot{};
    while (!merge_.next(slot)) {
        if (next_part_ == end_part_) return false;
        merge_ = table_.merge_of(next_part_++, summer_);
    }
    stats = {.key = slot.key,
             .move = static_cast<std::uint16_t>(slot.about >> move_shift),
             .mover = (slot.rated & is_black) != 0 ? chess::Color::Black : chess::Color::White,
             .wins = slot.games[2],
             .draws = slot.games[1],
             .losses = slot.games[0],
             .rated_games = slot.rated & ~is_black,
             .elo_sum = slot.about & elo_mask,
             .last_year = static_cast<std::uint16_t>(slot.about >> year_shift & year_mask)};
    return true;
}

std::size_t StatsTable::Reader::read(std::span<MoveStats> stats) {
    std::size_t count = 0;
    while (count < stats.size() && Reader::next(stats[count])) // not virtual
        ++count;
    return count;
}

} // namespace polyglot::book

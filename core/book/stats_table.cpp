#include "core/book/stats_table.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <utility>

namespace polyglot::book {
namespace {

constexpr unsigned year_shift = 34, move_shift = 48;
constexpr std::uint64_t elo_mask = (std::uint64_t{1} << year_shift) - 1;
constexpr std::uint64_t year_mask = MoveStats::max_year;

// A move that is in so many rated games makes the table full, so that a batch behind it cannot overflow elo_sum.
constexpr std::uint32_t many_games = (1U << 22U) - StatsTable::max_batch;
static_assert((std::uint64_t{many_games} + StatsTable::max_batch) * MoveStats::max_elo <= elo_mask);

// Slots behind the homes: a batch can push no more over the end, and behind that batch the table counts as crowded.
constexpr std::size_t overflow = 2 * StatsTable::max_batch;
// So far from home no key is by chance at the load of 3/4: there the longest run of 30 million keys has some 500.
constexpr std::size_t far_from_home = StatsTable::max_batch;
constexpr std::size_t least_bytes = std::size_t{1} << 20U;

constexpr std::size_t most_load(std::size_t homes) {
    return homes / 4 * 3;
}

inline void prefetch([[maybe_unused]] const void* address) {
#if defined(__GNUC__)
    __builtin_prefetch(address, 1); // to be written
#endif
}

std::uint64_t order_of(std::uint64_t about) {
    return about >> move_shift;
}

} // namespace

// While it grows the old slots and the new ones are there. With a quarter of the last size before that, the last one
// may have 4/5 of the memory; smaller ones double.
StatsTable::StatsTable(std::size_t max_bytes, std::pmr::memory_resource* memory) : slots_(memory) {
    const std::size_t slots = std::max(max_bytes, least_bytes) / sizeof(Slot);
    max_homes_ = (slots - 2 * overflow) / 5 * 4;
    homes_ = max_homes_;
    if (homes_ / 4 >= 2 * max_batch) homes_ /= 4;
    while (homes_ / 2 >= 2 * max_batch)
        homes_ /= 2;
    static_assert(most_load((least_bytes / sizeof(Slot) - 2 * overflow) / 5 * 4) >= max_batch, "room for a batch");
    slots_.resize(homes_ + overflow);
}

// While it may still grow it is half empty at least: fewer steps, and fewer that nobody can foresee.
std::size_t StatsTable::max_load() const {
    return homes_ < max_homes_ ? homes_ / 2 : most_load(homes_);
}

// In the order of the keys, for any number of homes below 2^32.
std::size_t StatsTable::home_of(std::uint64_t key) const {
    return static_cast<std::size_t>((key >> 32U) * homes_ >> 32U);
}

bool StatsTable::add(const Sample* samples, std::size_t count) {
    assert(count <= max_batch);
    if (!make_room(count)) return false;
    // As many misses at once as hide the way to the memory; more of them would push each other out of the first cache.
    constexpr std::size_t at_once = 24;
    std::array<std::size_t, at_once> homes{};
    for (const Sample* const end = samples + count; samples != end;) {
        const std::size_t now = std::min(at_once, static_cast<std::size_t>(end - samples));
        for (std::size_t i = 0; i < now; ++i) {
            homes[i] = home_of(samples[i].key);
            prefetch(&slots_[homes[i]]);
            prefetch(&slots_[homes[i] + 2]); // where most walks end
        }
        for (std::size_t i = 0; i < now; ++i)
            update(find_or_insert(homes[i], samples[i]), samples[i]);
        samples += now;
    }
    return true;
}

StatsTable::Slot& StatsTable::find_or_insert(std::size_t home, const Sample& sample) {
    Slot* slot = &slots_[home];
    while (slot->key < sample.key)
        ++slot;
    while (slot->key == sample.key && order_of(slot->about) < sample.move && (slot->rated & is_used) != 0)
        ++slot;
    if (slot->key == sample.key && order_of(slot->about) == sample.move && (slot->rated & is_used) != 0) return *slot;
    // Its place. What lies here moves on by one, up to the next empty slot.
    Slot* empty = slot;
    while ((empty->rated & is_used) != 0)
        ++empty;
    std::move_backward(slot, empty, empty + 1);
    if (static_cast<std::size_t>(empty - slots_.data()) - home > far_from_home ||
        static_cast<std::size_t>(empty - slots_.data()) + max_batch >= slots_.size())
        crowded_ = true;
    *slot = {};
    slot->key = sample.key;
    slot->about = std::uint64_t{sample.move} << move_shift;
    slot->rated = is_used | (sample.mover == chess::Color::Black ? is_black : 0);
    ++size_;
    return *slot;
}

void StatsTable::update(Slot& slot, const Sample& sample) {
    assert(sample.half_points <= 2);
    ++slot.games[sample.half_points];
    slot.rated += sample.elo > 0 ? 1U : 0U;
    slot.about += std::min(sample.elo, MoveStats::max_elo);
    const std::uint64_t year = std::min(sample.year, MoveStats::max_year);
    const std::uint64_t known = slot.about >> year_shift & year_mask;
    slot.about += (std::max(year, known) - known) << year_shift;
    if ((slot.rated & ~(is_used | is_black)) >= many_games) saturated_ = true;
}

// Nobody knows how many of the samples are new moves: room for all of them.
bool StatsTable::make_room(std::size_t count) {
    if (saturated_) return false;
    while (crowded_ || size_ + count > max_load()) {
        if (homes_ == max_homes_) return false;
        grow();
    }
    return true;
}

// In one pass: every slot goes to its new home or right behind the one before.
void StatsTable::grow() {
    std::pmr::vector<Slot> old(slots_.get_allocator());
    old.swap(slots_);
    homes_ = homes_ * 8 <= max_homes_ ? homes_ * 2 : max_homes_;
    slots_.resize(homes_ + overflow);
    crowded_ = false;
    std::size_t at = 0;
    for (const Slot& slot : old) {
        if ((slot.rated & is_used) == 0) continue;
        const std::size_t home = home_of(slot.key);
        at = std::max(at, home);
        if (at - home > far_from_home || at + max_batch >= slots_.size()) crowded_ = true;
        slots_[at++] = slot;
    }
}

void StatsTable::clear() {
    std::fill(slots_.begin(), slots_.end(), Slot{});
    size_ = 0;
    crowded_ = saturated_ = false;
}

MoveStats StatsTable::to_stats(const Slot& slot) {
    return {.key = slot.key,
            .move = static_cast<std::uint16_t>(slot.about >> move_shift),
            .mover = (slot.rated & is_black) != 0 ? chess::Color::Black : chess::Color::White,
            .wins = slot.games[2],
            .draws = slot.games[1],
            .losses = slot.games[0],
            .rated_games = slot.rated & ~(is_used | is_black),
            .elo_sum = slot.about & elo_mask,
            .last_year = static_cast<std::uint16_t>(slot.about >> year_shift & year_mask)};
}

bool StatsTable::Reader::next(MoveStats& stats) {
    while (at_ < table_.slots_.size() && (table_.slots_[at_].rated & is_used) == 0)
        ++at_;
    if (at_ == table_.slots_.size()) return false;
    stats = to_stats(table_.slots_[at_++]);
    return true;
}

} // namespace polyglot::book

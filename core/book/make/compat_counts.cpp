#include "core/book/make/compat_counts.hpp"

#include <algorithm>
#include <cassert>
#include <limits>

namespace polyglot::book {
namespace {

constexpr unsigned too_many_games = 16384;

constexpr std::uint16_t half_of(std::uint16_t n) {
    return static_cast<std::uint16_t>((n + 1U) / 2);
}

} // namespace

// Returns the move's slot, or the free slot where it belongs.
std::size_t CompatCounts::find_slot(std::uint64_t key, std::uint16_t move) const {
    const std::size_t mask = slots_.size() - 1;
    // Keys are hashes, so their own bits select the slot.
    std::size_t slot = static_cast<std::size_t>(key) & mask;
    for (; slots_[slot] != 0; slot = (slot + 1) & mask) {
        const Count& count = counts_[slots_[slot] - 1];
        if (count.key == key && count.move == move) break;
    }
    return slot;
}

void CompatCounts::add(const Sample& sample) {
    std::size_t slot = find_slot(sample.key, sample.move);
    if (slots_[slot] == 0) {
        assert(counts_.size() < std::numeric_limits<std::uint32_t>::max());
        if (4 * (counts_.size() + 1) > 3 * slots_.size()) {
            grow();
            slot = find_slot(sample.key, sample.move);
        }
        counts_.push_back({.key = sample.key, .move = sample.move, .mover = sample.mover});
        slots_[slot] = static_cast<std::uint32_t>(counts_.size());
    }
    Count& count = counts_[slots_[slot] - 1];
    ++count.games;
    count.half_points = static_cast<std::uint16_t>(count.half_points + sample.half_points);
    if (count.games >= too_many_games) halve(sample.key);
}

void CompatCounts::halve(std::uint64_t key) {
    const std::size_t mask = slots_.size() - 1;
    for (std::size_t slot = static_cast<std::size_t>(key) & mask; slots_[slot] != 0;
         slot = (slot + 1) & mask) {
        Count& count = counts_[slots_[slot] - 1];
        if (count.key != key) continue;
        count.games = half_of(count.games);
        count.half_points = half_of(count.half_points);
    }
}

void CompatCounts::grow() {
    slots_.assign(2 * slots_.size(), 0);
    const std::size_t mask = slots_.size() - 1;
    std::uint32_t number = 0;
    for (const Count& count : counts_) {
        std::size_t slot = static_cast<std::size_t>(count.key) & mask;
        while (slots_[slot] != 0)
            slot = (slot + 1) & mask;
        slots_[slot] = ++number;
    }
}

std::size_t CompatCounts::bytes() const {
    return counts_.size() * sizeof(Count) + slots_.size() * sizeof(slots_[0]);
}

void CompatCounts::write(const CompatRules& rules,
                         const std::function<void(const RawEntry&)>& write) const {
    const auto kept = [&rules](const Count& count) {
        if (count.games < rules.min_game || count.half_points == 0) return false;
        if (count.mover == chess::Color::White ? rules.only_black : rules.only_white) return false;
        // The expression rounds like PolyGlot's: 100.0 * half_points / … differs at the limit.
        return !(count.half_points / (2.0 * count.games) < rules.min_score / 100.0);
    };
    std::vector<RawEntry> entries;
    for (const Count& count : counts_)
        if (kept(count))
            entries.push_back({.key = count.key,
                               .move = count.move,
                               .weight = rules.uniform ? std::uint16_t{1} : count.half_points});
    std::ranges::stable_sort(entries, [](const RawEntry& a, const RawEntry& b) {
        return a.key != b.key ? a.key < b.key : a.weight > b.weight;
    });
    std::ranges::for_each(entries, write);
}

} // namespace polyglot::book

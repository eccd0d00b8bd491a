#include "core/book/key_order.hpp"

#include <algorithm>
#include <array>
#include <limits>

namespace polyglot::book {
namespace {

struct Bounds { // the entry looked for is in [low, high]; low_key < key <= high_key
    std::uint64_t low = 0;
    std::uint64_t high = 0;
    std::uint64_t low_key = 0;
    std::uint64_t high_key = std::numeric_limits<std::uint64_t>::max();
};

// Keys are hashes, so where one lies can be worked out: of d entries between two known keys, about sqrt(d) / 2 at worst
// is how far off the place is, and from a known key d entries away about sqrt(d).
std::uint64_t interpolate(const Bounds& b, std::uint64_t key) {
    const double fraction = static_cast<double>(key - b.low_key) / static_cast<double>(b.high_key - b.low_key);
    const double offset = fraction * static_cast<double>(b.high - b.low);
    return b.low + std::min(static_cast<std::uint64_t>(offset), b.high - b.low);
}

// Brings the window to the first entry of the run whose key is not below key, and returns its number (window.end() when
// it is the next one, or there is none). Nothing when the file cannot be read. key > 0.
std::optional<std::uint64_t> lower_bound(EntryWindow& window, const Run& run, std::uint64_t key) {
    constexpr int max_guesses = 4; // keys that are not evenly spread are left to halving
    Bounds b{.low = run.begin, .high = run.end};
    for (int step = 0; b.low < b.high; ++step) {
        const std::uint64_t width = std::min(window.capacity(), b.high - b.low);
        const std::uint64_t guess = step < max_guesses ? interpolate(b, key) : b.low + (b.high - b.low) / 2;
        const std::uint64_t begin = std::clamp(guess - std::min(guess, width / 2), b.low, b.high - width);
        if (!window.load(begin, begin + width)) return std::nullopt;

        const std::uint64_t first = window.key(begin);
        const std::uint64_t last = window.key(begin + width - 1);
        if (first >= key) {
            b.high = begin;
            b.high_key = first;
        } else if (last < key) {
            b.low = begin + width;
            b.low_key = last;
        } else {
            b.low = begin;
            b.high = begin + width;
            break;
        }
    }
    // What is left is in the window, or nothing: then the entry is the one at both bounds.
    while (b.low < b.high) {
        const std::uint64_t middle = b.low + (b.high - b.low) / 2;
        if (window.key(middle) < key) {
            b.low = middle + 1;
        } else {
            b.high = middle;
        }
    }
    return b.low;
}

// Appends the run's entries of this key. False when the file cannot be read.
bool collect(EntryWindow& window, const Run& run, std::uint64_t key, std::vector<NumberedEntry>& entries) {
    const auto first = lower_bound(window, run, key);
    if (!first) return false;
    for (std::uint64_t i = *first; i < run.end; ++i) {
        if (!window.reach(i)) return false;
        if (window.key(i) != key) break;
        entries.push_back({i, window[i]});
    }
    return true;
}

} // namespace

KeyOrder KeyOrder::assume_sorted(const EntryTable& table) {
    KeyOrder order;
    order.runs_.push_back({0, table.size()});
    return order;
}

KeyOrder KeyOrder::examine(const EntryTable& table) {
    std::vector<std::byte> buffer(64U << 10U);
    EntryWindow window(table, buffer);
    KeyOrder order;
    std::uint64_t begin = 0;
    std::uint64_t last = 0;
    for (std::uint64_t i = 0; i < table.size() && order.runs_.size() <= max_runs && window.reach(i); ++i) {
        const std::uint64_t key = window.key(i);
        if (key < last) {
            order.runs_.push_back({begin, i});
            begin = i;
        }
        last = key;
    }
    order.runs_.push_back({begin, table.size()});
    // Numbers of 4 bytes reach 64 GB; should anybody shuffle more than that, all but the first runs is searched as one.
    if (order.runs_.size() <= max_runs || table.size() > std::numeric_limits<std::uint32_t>::max()) return order;

    order.runs_.clear();
    order.index_.reserve(static_cast<std::size_t>(table.size()));
    for (std::uint64_t i = 0; i < table.size() && window.reach(i); ++i)
        order.index_.push_back((window.key(i) >> 32U << 32U) | i);
    std::sort(order.index_.begin(), order.index_.end());
    return order;
}

std::optional<std::vector<NumberedEntry>> KeyOrder::find(const EntryTable& table, std::uint64_t key) const {
    // Large enough that the second guess seldom misses, small enough that copying costs less than another read.
    std::array<std::byte, 2048> buffer; // NOLINT(cppcoreguidelines-pro-type-member-init): filled by reading
    EntryWindow window(table, buffer);
    std::vector<NumberedEntry> entries;
    for (const Run& run : runs_)
        if (!collect(window, run, key, entries)) return std::nullopt;
    constexpr std::uint64_t number_bits = 0xffffffff;
    const std::uint64_t wanted = key & ~number_bits;
    for (auto it = std::lower_bound(index_.begin(), index_.end(), wanted);
         it != index_.end() && (*it & ~number_bits) == wanted; ++it) {
        const std::uint64_t number = *it & number_bits;
        if (const RawEntry entry = table[number]; entry.key == key) entries.push_back({number, entry});
    }
    return entries;
}

} // namespace polyglot::book

#include "core/book/key_order.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

namespace polyglot::book {
namespace {

constexpr std::uint64_t page_entries = 4096 / entry_size;

struct Bounds { // the entry looked for is in [low, high]; low_key < key <= high_key
    std::uint64_t low = 0;
    std::uint64_t high = 0;
    std::uint64_t low_key = 0;
    std::uint64_t high_key = std::numeric_limits<std::uint64_t>::max();
};

// Keys are hashes, so where one lies can be worked out: n evenly spread keys put it within about sqrt(n) entries.
// A straight guess leaves one bound close and the other far away; the next one overshoots a little from the close
// bound, to bring the far one in. So three or four pages are read where halving reads log2(n / 256) + 1 of them.
std::uint64_t guess(const Bounds& b, std::uint64_t key, bool overshoot) {
    const double width = static_cast<double>(b.high - b.low);
    const double fraction = static_cast<double>(key - b.low_key) / static_cast<double>(b.high_key - b.low_key);
    double offset = fraction * width;
    if (overshoot) {
        constexpr double slack = 64; // entries
        offset = fraction < 0.5 ? 2 * offset + slack : 2 * offset - width - slack;
    }
    offset = std::clamp(offset, 0.0, width - 1);
    return std::min(b.low + static_cast<std::uint64_t>(offset), b.high - 1);
}

// The first entry of the run whose key is not below key (run.end when there is none). key > 0.
std::uint64_t lower_bound(const EntryTable& table, const Run& run, std::uint64_t key) {
    constexpr int max_guesses = 8; // keys that are not evenly spread are left to halving
    Bounds b{.low = run.begin, .high = run.end};
    for (int step = 0; b.low < b.high; ++step) {
        const bool guessing = step < max_guesses && b.high - b.low > page_entries;
        const std::uint64_t middle = guessing ? guess(b, key, step % 2 != 0) : b.low + (b.high - b.low) / 2;
        const std::uint64_t found = table.key(middle);
        if (found < key) {
            b.low = middle + 1;
            b.low_key = found;
        } else {
            b.high = middle;
            b.high_key = found;
        }
    }
    return b.low;
}

} // namespace

KeyOrder KeyOrder::assume_sorted(const EntryTable& table) {
    KeyOrder order;
    order.runs_.push_back({0, table.size()});
    return order;
}

KeyOrder KeyOrder::examine(const EntryTable& table) {
    KeyOrder order;
    std::uint64_t begin = 0;
    std::uint64_t last = 0;
    for (std::uint64_t i = 0; i < table.size() && order.runs_.size() <= max_runs; ++i) {
        const std::uint64_t key = table.key(i);
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
    order.by_key_.resize(static_cast<std::size_t>(table.size()));
    std::iota(order.by_key_.begin(), order.by_key_.end(), 0U);
    std::sort(order.by_key_.begin(), order.by_key_.end(), [&table](std::uint32_t a, std::uint32_t b) {
        const std::uint64_t key_a = table.key(a);
        const std::uint64_t key_b = table.key(b);
        return key_a != key_b ? key_a < key_b : a < b;
    });
    return order;
}

std::vector<std::uint64_t> KeyOrder::find(const EntryTable& table, std::uint64_t key) const {
    std::vector<std::uint64_t> numbers;
    for (const Run& run : runs_)
        for (std::uint64_t i = lower_bound(table, run, key); i < run.end && table.key(i) == key; ++i)
            numbers.push_back(i);
    const auto first = std::partition_point(by_key_.begin(), by_key_.end(),
                                            [&](std::uint32_t number) { return table.key(number) < key; });
    for (auto it = first; it != by_key_.end() && table.key(*it) == key; ++it)
        numbers.push_back(*it);
    return numbers;
}

} // namespace polyglot::book

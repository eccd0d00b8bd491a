#include "core/book/polyglot/key_order.hpp"

#include "core/book/buffers.hpp"
#include "core/book/key_search.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <limits>

namespace polyglot::book {
namespace {

// Appends the run's entries of this key. False if the file cannot be read.
bool collect(EntryWindow& window, const Run& run, std::uint64_t key,
             std::vector<NumberedEntry>& entries) {
    const auto first = find_lower_bound(window, run.begin, run.end, key);
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
    std::vector<std::byte> buffer(bulk_buffer_size);
    EntryWindow window(table, buffer);
    KeyOrder order;
    std::uint64_t begin = 0;
    std::uint64_t last = 0;
    for (std::uint64_t i = 0; i < table.size() && order.runs_.size() <= max_runs && window.reach(i);
         ++i) {
        const std::uint64_t key = window.key(i);
        if (key < last) {
            order.runs_.push_back({begin, i});
            begin = i;
        }
        last = key;
    }
    order.runs_.push_back({begin, table.size()});
    // The 4-byte numbers of an index reach 64 GB. In a larger shuffled file, all but the first runs
    // are searched as one.
    if (order.runs_.size() <= max_runs || table.size() > std::numeric_limits<std::uint32_t>::max())
        return order;

    order.runs_.clear();
    order.index_.reserve(static_cast<std::size_t>(table.size()));
    for (std::uint64_t i = 0; i < table.size() && window.reach(i); ++i)
        order.index_.push_back((window.key(i) >> 32U << 32U) | i);
    std::ranges::sort(order.index_);
    return order;
}

void KeyOrder::make_directory(const EntryTable& table) {
    const std::uint64_t size = table.size();
    if (!sorted() || size < 4 || size > std::numeric_limits<std::uint32_t>::max() ||
        table.held(0, size).empty())
        return;
    const unsigned bits = static_cast<unsigned>(std::bit_width(size)) - 2;
    directory_shift_ = 64 - std::max(bits, 1U);
    directory_.assign((std::size_t{1} << (64 - directory_shift_)) + 1, 0);
    std::array<std::byte, entry_size> buffer{};
    EntryWindow window(table, buffer);
    std::size_t bucket = 0;
    for (std::uint64_t i = 0; i < size && window.reach(i); ++i)
        for (const std::size_t own = window.key(i) >> directory_shift_; bucket <= own; ++bucket)
            directory_[bucket] = static_cast<std::uint32_t>(i);
    for (; bucket < directory_.size(); ++bucket)
        directory_[bucket] = static_cast<std::uint32_t>(size);
}

std::optional<std::vector<NumberedEntry>> KeyOrder::find(const EntryTable& table,
                                                         std::uint64_t key) const {
    // The size is large enough that the second guess seldom misses, and small enough that copying
    // costs less than another read.
    // NOLINTNEXTLINE(cppcoreguidelines-pro-type-member-init): filled by reading
    std::array<std::byte, 2048> buffer;
    EntryWindow window(table, buffer);
    std::vector<NumberedEntry> entries;
    if (!directory_.empty()) {
        const std::size_t bucket = key >> directory_shift_;
        for (std::uint64_t i = directory_[bucket]; i < directory_[bucket + 1]; ++i) {
            if (!window.reach(i)) return std::nullopt;
            if (window.key(i) == key) entries.push_back({i, window[i]});
        }
        return entries;
    }
    for (const Run& run : runs_)
        if (!collect(window, run, key, entries)) return std::nullopt;
    constexpr std::uint64_t number_bits = 0xffffffff;
    const std::uint64_t wanted = key & ~number_bits;
    for (auto it = std::ranges::lower_bound(index_, wanted);
         it != index_.end() && (*it & ~number_bits) == wanted; ++it) {
        const std::uint64_t number = *it & number_bits;
        if (const RawEntry entry = table[number]; entry.key == key)
            entries.push_back({number, entry});
    }
    return entries;
}

} // namespace polyglot::book

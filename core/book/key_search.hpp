// Finds a key among the sorted entries of a file by reading a few windows of it.
#pragma once
#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>

namespace polyglot::book {
namespace detail {

struct Bounds { // the entry looked for is in [low, high]; low_key < key <= high_key
    std::uint64_t low = 0;
    std::uint64_t high = 0;
    std::uint64_t low_key = 0;
    std::uint64_t high_key = std::numeric_limits<std::uint64_t>::max();
};

// Estimates the place of the key by linear interpolation. Keys are hashes, so between two known
// keys that are d entries apart the estimate is off by about sqrt(d) / 2 at worst; from one known
// key that is d entries away, by about sqrt(d).
inline std::uint64_t interpolate(const Bounds& b, std::uint64_t key) {
    const double fraction =
        static_cast<double>(key - b.low_key) / static_cast<double>(b.high_key - b.low_key);
    const double offset = fraction * static_cast<double>(b.high - b.low);
    return b.low + std::min(static_cast<std::uint64_t>(offset), b.high - b.low);
}

} // namespace detail

// Moves the window to the first of the entries [begin, end) whose key is not less than `key`, and
// returns its number. The number is window.end() if the entry is just after the window or there is
// no such entry. Returns nullopt if the file cannot be read.
template <class Window>
std::optional<std::uint64_t> find_lower_bound(Window& window, std::uint64_t begin,
                                              std::uint64_t end, std::uint64_t key) {
    constexpr int max_guesses = 4; // afterwards by halving, for keys that are not evenly spread
    detail::Bounds b{.low = begin, .high = end};
    for (int step = 0; b.low < b.high; ++step) {
        const std::uint64_t width = std::min(window.capacity(), b.high - b.low);
        const std::uint64_t guess =
            step < max_guesses ? detail::interpolate(b, key) : b.low + (b.high - b.low) / 2;
        const std::uint64_t from =
            std::clamp(guess - std::min(guess, width / 2), b.low, b.high - width);
        if (!window.load(from, from + width)) return std::nullopt;

        const std::uint64_t first = window.key(from);
        const std::uint64_t last = window.key(from + width - 1);
        if (first >= key) {
            b.high = from;
            b.high_key = first;
        } else if (last < key) {
            b.low = from + width;
            b.low_key = last;
        } else {
            b.low = from;
            b.high = from + width;
            break;
        }
    }
    // The entry is in the window now, or low equals high and is its number.
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

} // namespace polyglot::book

#include "core/book/make/merge_pair.hpp"

#include "core/book/big_endian.hpp"
#include "core/book/entry_table.hpp"

#include <algorithm>
#include <cassert>
#include <cstdint>

namespace polyglot::book {

// Which book comes next is as good as random. A branch on it would be mispredicted at every second
// entry, which would cost more than the rest of the loop. The code therefore always reads both
// entries and collects the exceptional cases in one branch that is almost never taken.
PairMerge merge_single_entries(std::span<const std::byte> first, std::span<const std::byte> second,
                               std::span<std::byte> output) {
    assert(output.size() >= first.size() + second.size());
    if (first.empty() || second.empty()) return {};
    // Move, weight and learn fields follow the key.
    constexpr std::size_t rest = sizeof(std::uint64_t);
    constexpr unsigned move_shift = 48;
    constexpr std::uint64_t weight_bits = std::uint64_t{0xffff} << 32U;

    const std::byte* a = first.data();
    const std::byte* b = second.data();
    const std::byte* const last_a = a + first.size() - entry_size;
    const std::byte* const last_b = b + second.size() - entry_size;
    std::byte* out = output.data();
    std::uint64_t key_a = load64(a);
    std::uint64_t key_b = load64(b);
    while (a < last_a && b < last_b) {
        const std::uint64_t key = std::min(key_a, key_b);
        const auto takes_a = static_cast<std::size_t>(key_a == key);
        const auto takes_b = static_cast<std::size_t>(key_b == key);
        const std::uint64_t both = std::uint64_t{0} - (takes_a & takes_b); // all bits or none
        const std::uint64_t rest_a = load64(a + rest);
        const std::uint64_t rest_b = load64(b + rest);
        const std::uint64_t taken = takes_a != 0 ? rest_a : rest_b;
        // A carry changes the bits of the move.
        const std::uint64_t sum = taken + (rest_b & weight_bits & both);
        const std::uint64_t other_move = ((rest_a ^ rest_b) | (sum ^ taken)) >> move_shift & both;
        const std::byte* const next_a = a + takes_a * entry_size;
        const std::byte* const next_b = b + takes_b * entry_size;
        const std::uint64_t next_key_a = load64(next_a);
        const std::uint64_t next_key_b = load64(next_b);
        // The book has several entries for the position, or keys in disorder.
        const bool is_several = (next_key_a <= key) | (next_key_b <= key);
        const bool is_special = (key == header_key) | (key == end_marker_key);
        if (is_several | is_special | (other_move != 0)) break;
        store64(key, out);
        store64(sum, out + rest);
        out += entry_size;
        a = next_a;
        b = next_b;
        key_a = next_key_a;
        key_b = next_key_b;
    }
    const auto entries = [](const std::byte* begin, const std::byte* end) {
        return static_cast<std::size_t>(end - begin) / entry_size;
    };
    return {entries(first.data(), a), entries(second.data(), b), entries(output.data(), out)};
}

} // namespace polyglot::book

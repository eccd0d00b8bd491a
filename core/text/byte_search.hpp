// Searches text for any of a few bytes, 16 or eight bytes at a time, since most of a file is
// skipped in this way. Test: byte_search_test.cpp.
#pragma once
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

#if defined(__SSE2__) || defined(_M_X64) // every processor of this kind has it
#define POLYGLOT_SSE2
#include <emmintrin.h>
#endif

namespace polyglot::text {

constexpr std::uint64_t every_byte(std::uint8_t byte) {
    return 0x0101010101010101U * byte;
}
inline std::uint64_t load_bytes(const char* from) {
    std::uint64_t bytes = 0;
    std::memcpy(&bytes, from, sizeof bytes);
    return bytes;
}
// Returns the high bit of each byte that is zero, and of no other. (H. S. Warren, Hacker's Delight,
// 6-1)
constexpr std::uint64_t zero_bytes(std::uint64_t bytes) {
    constexpr std::uint64_t low = every_byte(0x7f);
    return ~(((bytes & low) + low) | bytes | low);
}
constexpr std::uint64_t bytes_equal(std::uint64_t bytes, char c) {
    return zero_bytes(bytes ^ every_byte(static_cast<std::uint8_t>(c)));
}
// Returns the index of the loaded byte that has the first of such high bits.
constexpr std::size_t first_byte(std::uint64_t high_bits) {
    const int bits = std::endian::native == std::endian::little ? std::countr_zero(high_bits)
                                                                : std::countl_zero(high_bits);
    return static_cast<std::size_t>(bits) / 8;
}

#ifdef POLYGLOT_SSE2
inline __m128i load_16(const char* from) {
    return _mm_loadu_si128(reinterpret_cast<const __m128i*>(from));
}
// These set all bits of each byte for which the condition holds, and clear those of the others.
inline __m128i is_equal(__m128i bytes, char wanted) {
    return _mm_cmpeq_epi8(bytes, _mm_set1_epi8(wanted));
}
inline __m128i is_within(__m128i bytes, char first, char last) {
    const __m128i above = _mm_sub_epi8(bytes, _mm_set1_epi8(first));
    return _mm_cmpeq_epi8(_mm_min_epu8(above, _mm_set1_epi8(static_cast<char>(last - first))),
                          above);
}
// Returns a mask in which bit i stands for byte i of 16.
inline unsigned mask_of(__m128i found) {
    return static_cast<unsigned>(_mm_movemask_epi8(found));
}

// Returns a mask in which bit i is set if byte i of 16 is one of these.
template <char... Wanted>
unsigned wanted_bytes(const char* from) {
    const __m128i bytes = load_16(from);
    __m128i found = _mm_setzero_si128();
    ((found = _mm_or_si128(found, is_equal(bytes, Wanted))), ...);
    return mask_of(found);
}
#endif

// Returns the position of the first of these bytes, from `from` on; text.size() if there is none.
template <char... Wanted>
std::size_t find_byte(std::string_view text, std::size_t from) {
    std::size_t i = from;
#ifdef POLYGLOT_SSE2
    for (; i + sizeof(__m128i) <= text.size(); i += sizeof(__m128i))
        if (const unsigned found = wanted_bytes<Wanted...>(text.data() + i))
            return i + static_cast<std::size_t>(std::countr_zero(found));
#endif
    for (; i + sizeof(std::uint64_t) <= text.size(); i += sizeof(std::uint64_t)) {
        const std::uint64_t bytes = load_bytes(text.data() + i);
        if (const std::uint64_t found = (bytes_equal(bytes, Wanted) | ...))
            return i + first_byte(found);
    }
    while (i < text.size() && ((text[i] != Wanted) && ...))
        ++i;
    return i;
}

} // namespace polyglot::text

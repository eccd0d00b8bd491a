// Searching text for any of a few bytes, eight at a time: what lies between them is most of a file.
#pragma once
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace polyglot::pgn {

constexpr std::uint64_t every_byte(char c) {
    return 0x0101010101010101U * static_cast<unsigned char>(c);
}
inline std::uint64_t load_bytes(const char* from) {
    std::uint64_t bytes = 0;
    std::memcpy(&bytes, from, sizeof bytes);
    return bytes;
}
// The high bit of each byte that is zero, and of no other. (H. S. Warren, Hacker's Delight, 6-1)
constexpr std::uint64_t zero_bytes(std::uint64_t bytes) {
    constexpr std::uint64_t low = every_byte('\x7f');
    return ~(((bytes & low) + low) | bytes | low);
}
constexpr std::uint64_t bytes_equal(std::uint64_t bytes, char c) {
    return zero_bytes(bytes ^ every_byte(c));
}

// Where the first of these bytes stands, from `from` on; text.size() when there is none.
template <char... Wanted>
std::size_t find_byte(std::string_view text, std::size_t from) {
    std::size_t i = from;
    while (i + sizeof(std::uint64_t) <= text.size()) {
        const std::uint64_t bytes = load_bytes(text.data() + i);
        if ((bytes_equal(bytes, Wanted) | ...)) break;
        i += sizeof bytes;
    }
    while (i < text.size() && ((text[i] != Wanted) && ...))
        ++i;
    return i;
}

} // namespace polyglot::pgn

// The numbers in .pgstats files: big-endian ones of a fixed size, and varints.
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace polyglot::book::pgstats {

// Appends a number of fixed size. These are big-endian, as in books.
inline void put_number(std::string& to, std::uint64_t number, unsigned bytes) {
    for (unsigned shift = 8 * bytes; shift > 0; shift -= 8)
        to += static_cast<char>(number >> (shift - 8) & 0xffU);
}
inline std::uint64_t get_number(std::span<const std::byte> bytes) {
    std::uint64_t number = 0;
    for (const std::byte byte : bytes)
        number = number << 8U | std::to_integer<std::uint64_t>(byte);
    return number;
}

// Encodes a number as LEB128: seven bits a byte, the low ones first; bit 7 is set if more bytes
// follow.
inline std::size_t put_varint(std::uint64_t number, char* to) {
    std::size_t size = 0;
    for (; number >= 0x80; number >>= 7U)
        to[size++] = static_cast<char>(number | 0x80U);
    to[size++] = static_cast<char>(number);
    return size;
}
// False if the number does not end before `end`, or does not fit into 64 bits.
inline bool get_varint(const std::byte*& at, const std::byte* end, std::uint64_t& number) {
    number = 0;
    for (unsigned shift = 0; at != end && shift < 64; shift += 7) {
        const auto byte = std::to_integer<std::uint64_t>(*at++);
        number |= (byte & 0x7fU) << shift;
        if (byte < 0x80) return shift < 63 || byte < 2;
    }
    return false;
}

inline std::span<const std::byte> as_bytes(std::string_view text) {
    return std::as_bytes(std::span(text));
}

} // namespace polyglot::book::pgstats

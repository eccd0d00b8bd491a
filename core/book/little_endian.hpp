// Little-endian numbers in files, read and written byte by byte: the code casts no structs and does
// not depend on the byte order of the machine.
#pragma once
#include <cstddef>
#include <span>
#include <type_traits>

namespace polyglot::book {

// Loads the sizeof(T) bytes from offset on.
template <class T>
T load_little_endian(std::span<const std::byte> bytes, std::size_t offset) {
    std::make_unsigned_t<T> value = 0;
    for (std::size_t i = sizeof(T); i-- > 0;)
        value = static_cast<decltype(value)>(
            value << (sizeof(T) > 1 ? 8U : 0U) |
            std::to_integer<std::make_unsigned_t<T>>(bytes[offset + i]));
    return static_cast<T>(value);
}

template <class T>
void store_little_endian(T value, std::span<std::byte> bytes, std::size_t offset) {
    auto rest = static_cast<std::make_unsigned_t<T>>(value);
    for (std::size_t i = 0; i < sizeof(T);
         ++i, rest = static_cast<decltype(rest)>(rest >> (sizeof(T) > 1 ? 8U : 0U)))
        bytes[offset + i] = static_cast<std::byte>(rest & 0xffU);
}

} // namespace polyglot::book

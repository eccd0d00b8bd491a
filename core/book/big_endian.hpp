// Writes the big-endian numbers of PolyGlot books; load64() of entry_table.hpp reads them.
#pragma once
#include "core/book/entry_table.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace polyglot::book {

// Swaps the bytes in a number first. Compilers turn two of these in a row into long vector code if
// the bytes are written one by one.
inline void store64(std::uint64_t value, std::byte* b) {
    std::array<std::byte, sizeof value> native{};
    std::memcpy(native.data(), &value, sizeof value);
    const std::uint64_t big_endian = load64(native.data());
    std::memcpy(b, &big_endian, sizeof big_endian);
}

} // namespace polyglot::book

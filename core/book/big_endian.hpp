// Numbers of PolyGlot books as they are written; load64() of entry_table.hpp reads them.
#pragma once
#include "core/book/entry_table.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace polyglot::book {

// The other way round in a number first: written byte by byte, two of these in a row are made into
// long vector code.
inline void store64(std::uint64_t value, std::byte* b) {
    std::array<std::byte, sizeof value> native{};
    std::memcpy(native.data(), &value, sizeof value);
    const std::uint64_t big_endian = load64(native.data());
    std::memcpy(b, &big_endian, sizeof big_endian);
}

} // namespace polyglot::book

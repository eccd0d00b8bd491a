// Buffers for reading files of books. Their sizes decide about time and memory alone.
#pragma once
#include <array>
#include <cstddef>

namespace polyglot::book {

// One page of a file: its beginning, which tells its format, or a few of its entries.
using PageBuffer = std::array<std::byte, 4096>;

// Of a buffer through which all of a file is read.
constexpr std::size_t bulk_buffer_size = 64U << 10U;

} // namespace polyglot::book

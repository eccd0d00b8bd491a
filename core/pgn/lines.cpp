#include "core/pgn/lines.hpp"

namespace polyglot::pgn {

std::uint64_t count_line_ends(std::string_view text, std::size_t from, std::size_t to) {
    constexpr std::size_t block = 64; // bytes; compilers compare 16 of them at once
    std::uint64_t count = 0;
    std::size_t i = from;
    for (; i + block < to; i += block) { // a block also reads the byte after it
        const char* bytes = text.data() + i;
        std::uint8_t in_block = 0;
        for (std::size_t k = 0; k < block; ++k)
            in_block = static_cast<std::uint8_t>(
                in_block + ((bytes[k] == '\n') | ((bytes[k] == '\r') & (bytes[k + 1] != '\n'))));
        count += in_block;
    }
    if (i >= to) return count;
    std::uint8_t in_rest = 0;
    for (const char* bytes = text.data(); i + 1 < to; ++i)
        in_rest = static_cast<std::uint8_t>(
            in_rest + ((bytes[i] == '\n') | ((bytes[i] == '\r') & (bytes[i + 1] != '\n'))));
    return count + in_rest + (ends_line(text, i) ? 1 : 0);
}

} // namespace polyglot::pgn

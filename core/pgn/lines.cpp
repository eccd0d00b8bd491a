#include "core/pgn/lines.hpp"

namespace polyglot::pgn {

std::uint64_t count_line_ends(std::string_view text, std::size_t from, std::size_t to) {
    constexpr std::size_t block = 64; // bytes, of which compilers count 16 at once
    std::uint64_t count = 0;
    std::size_t i = from;
    for (; i + block < to; i += block) { // and the byte after it is looked at
        const char* bytes = text.data() + i;
        std::uint8_t in_block = 0;
        for (std::size_t k = 0; k < block; ++k)
            in_block = static_cast<std::uint8_t>(in_block +
                                                 ((bytes[k] == '\n') | ((bytes[k] == '\r') & (bytes[k + 1] != '\n'))));
        count += in_block;
    }
    for (; i < to; ++i)
        if (ends_line(text, i)) ++count;
    return count;
}

} // namespace polyglot::pgn

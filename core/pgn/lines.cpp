#include "core/pgn/lines.hpp"

#include "core/pgn/byte_search.hpp"

#include <bit>

namespace polyglot::pgn {

std::uint64_t count_line_ends(std::string_view text, std::size_t from, std::size_t to) {
    std::uint64_t count = 0;
    std::size_t i = from;
    for (; i + sizeof(std::uint64_t) < to; i += sizeof(std::uint64_t)) { // and one byte more may be looked at
        const std::uint64_t bytes = load_bytes(text.data() + i);
        const std::uint64_t feeds = bytes_equal(bytes, '\n');
        const std::uint64_t returns = bytes_equal(bytes, '\r');
        count += static_cast<std::uint64_t>(std::popcount(feeds));
        if (returns) // those without a line feed in the same place one byte further on
            count += static_cast<std::uint64_t>(
                std::popcount(returns & ~bytes_equal(load_bytes(text.data() + i + 1), '\n')));
    }
    for (; i < to; ++i)
        if (ends_line(text, i)) ++count;
    return count;
}

} // namespace polyglot::pgn

// Searching for bytes many at a time finds what a loop finds.
#include "core/random.hpp"
#include "core/text/byte_search.hpp"

#include <algorithm>
#include <string>

#include <doctest/doctest.h>

namespace polyglot::text {

TEST_CASE("searching for bytes finds what a loop finds") {
    Random random(1);
    for (int i = 0; i < 2000; ++i) {
        std::string text(random.below(70), 'x');
        for (char& c : text)
            if (random.below(20) == 0) c = "*-/[\n\r\x80\xff"[random.below(8)];
        const std::size_t from = random.below(text.size() + 1);
        CHECK(find_byte<'[', '*', '-', '/'>(text, from) ==
              std::min(text.find_first_of("[*-/", from), text.size()));
        CHECK(find_byte<'\n', '\r'>(text, from) ==
              std::min(text.find_first_of("\n\r", from), text.size()));
        CHECK(find_byte<'\xff'>(text, from) == std::min(text.find('\xff', from), text.size()));
    }
}

} // namespace polyglot::text

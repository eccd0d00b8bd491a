#include "core/text/quoted_name.hpp"

#include <string>
#include <string_view>

#include <doctest/doctest.h>

using namespace polyglot;

TEST_CASE("names of any bytes are written as a word of a line, and read back") {
    for (const std::string name : {"", "a b", "\"", "\\", "a\"\\n\n\xff", "C:\\new"}) {
        const std::string quoted = text::quote_name(name) + " rest";
        std::string_view rest = quoted;
        CHECK(text::parse_name(rest) == name);
        CHECK(rest == " rest");
        CHECK(quoted.find('\n') == std::string::npos);
    }
    std::string_view open = "\"open";
    CHECK(!text::parse_name(open));
}

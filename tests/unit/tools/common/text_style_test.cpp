#include "tools/common/text_style.hpp"

#include <sstream>

#include <doctest/doctest.h>

namespace polyglot::tools {

TEST_CASE("colours are for terminals that want them") {
    CHECK(style_by({.terminal = true, .no_color = {}, .term = "xterm", .locale = {}}).colours);
    CHECK_FALSE(
        style_by({.terminal = false, .no_color = {}, .term = "xterm", .locale = {}}).colours);
    CHECK_FALSE(
        style_by({.terminal = true, .no_color = "1", .term = "xterm", .locale = {}}).colours);
    CHECK_FALSE(style_by({.terminal = true, .no_color = {}, .term = "dumb", .locale = {}}).colours);
}

TEST_CASE("characters beyond ASCII are for UTF-8") {
    const auto utf8 = [](const char* locale, bool console) {
        return style_by({.console_utf8 = console, .no_color = {}, .term = {}, .locale = locale})
            .utf8;
    };
    CHECK(utf8("de_DE.UTF-8", false));
    CHECK(utf8("C.utf8", false));
    CHECK_FALSE(utf8("C", false));
    CHECK_FALSE(utf8("", false));
    CHECK_FALSE(utf8("de_DE.ISO-8859-1", false));
    CHECK(utf8("", true));
}

TEST_CASE("a stream that is not standard output is plain") {
    std::ostringstream out;
    const TextStyle style = style_of(out);
    CHECK_FALSE(style.colours);
    CHECK_FALSE(style.utf8);
    CHECK(style.in(TextColour::Bold, "a") == "a");
}

} // namespace polyglot::tools

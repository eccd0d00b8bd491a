#include "tools/common/terminal_buffer.hpp"

#include <sstream>
#include <string>

#include <doctest/doctest.h>

using polyglot::tools::TerminalBuffer;

TEST_CASE("on a terminal, control characters of others are shown as ?") {
    std::ostringstream out;
    {
        const TerminalBuffer filter(out);
        out << "a\x1b[31mb\x07\x7f" << '\x1b' << "\tc\n\r\x1b[K" << 12 << std::string("\0", 1)
            << std::flush;
        CHECK(out.str() == "a?[31mb???\tc\n\r\x1b[K12?");
        out << "\u009b31m \u00e9 \u00a0" << '\xc2' << '\x9b';
        CHECK(out.str().substr(20) == "\xc2?31m \u00e9 \u00a0\xc2?");
    }
    out.str("");
    out << "\x1b[1m"; // again as it is
    CHECK(out.str() == "\x1b[1m");
}

TEST_CASE("on a terminal, colours of ours pass where they may, and nothing else does") {
    std::ostringstream out;
    TerminalBuffer filter(out);
    filter.let_colours_pass();
    out << "\x1b[1;31ma\x1b[0m\x1b[2J\x1b]0;b\x07\x1b[31" << std::flush;
    CHECK(out.str() == "\x1b[1;31ma\x1b[0m?[2J?]0;b??[31");
}

#ifndef _WIN32
#include "core/text/code_page.hpp"

#include <doctest/doctest.h>

using namespace polyglot;

TEST_CASE("POSIX: bytes that are no UTF-8 stay as they are") {
    CHECK(text::decode_native("B\xfc\x63her") == "B\xfc\x63her");
    CHECK(text::decode_native("B\xc3\xbc\x63her") == "B\xc3\xbc\x63her");
}
#endif

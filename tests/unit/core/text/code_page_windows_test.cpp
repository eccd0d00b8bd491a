#ifdef _WIN32
#include "core/text/code_page.hpp"

#include <doctest/doctest.h>

using namespace polyglot;

TEST_CASE("Windows: text in a code page") {
    CHECK(text::decode_code_page("B\xfc\x63her\\\x80", 1252) == "B\xc3\xbc\x63her\\\xe2\x82\xac");
    CHECK(text::decode_code_page("\xd8\xe0\xf5\xec\xe0\xf2\xfb", 1251) ==
          "\xd0\xa8\xd0\xb0\xd1\x85\xd0\xbc\xd0\xb0\xd1\x82\xd1\x8b");
    CHECK(text::decode_code_page("\xb9\xfa\xbc\xca", 936) == "\xe5\x9b\xbd\xe9\x99\x85");
    CHECK(text::decode_code_page("", 1252) == "");
}

TEST_CASE("Windows: UTF-8 is read as such, other bytes as the code page of the system") {
    CHECK(text::decode_native("B\xc3\xbc\x63her\r\n") == "B\xc3\xbc\x63her\r\n");
    CHECK(text::decode_native("plain") == "plain");
    const std::string decoded = text::decode_native("B\xfc\x63her");
    CHECK(decoded != "B\xfc\x63her");
    CHECK(text::decode_native(decoded) == decoded);
}
#endif

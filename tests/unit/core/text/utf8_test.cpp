#include "core/text/utf8.hpp"

#include <doctest/doctest.h>

namespace polyglot::text {
namespace {

TEST_CASE("UTF-8 stays, Latin-1 becomes UTF-8") {
    const auto check = [](std::string_view bytes, std::string_view text) { CHECK(to_utf8(bytes) == text); };
    check("", "");
    check("e4", "e4");
    check("Gr\xc3\xbcnfeld", "Gr\xc3\xbcnfeld");
    check("Gr\xfcnfeld", "Gr\xc3\xbcnfeld");
    check("\xe9\xfc", "\xc3\xa9\xc3\xbc");
    check("\xc3", "\xc3\x83");                         // cut off
    check("\xf0\x9f\x99\x82", "\xf0\x9f\x99\x82");     // four bytes
    check("\xf0\x9f\x99", "\xc3\xb0\xc2\x9f\xc2\x99"); // three of them
    check("\xc0\xaf\xff", "\xc3\x80\xc2\xaf\xc3\xbf"); // never UTF-8
    CHECK(utf8_length("\xe2\x99\x9e") == 3);
    CHECK(utf8_length("\x80") == 0);
}

} // namespace
} // namespace polyglot::text

#include "core/text/utf8.hpp"

#include <doctest/doctest.h>

namespace polyglot::text {
namespace {

TEST_CASE("arbitrary bytes as UTF-8") {
    const auto check = [](std::string_view bytes, std::string_view text) {
        CHECK(shown_text(bytes) == text);
    };
    check("", "");
    check("Gr\xc3\xbcnfeld \xe2\x99\x9e \xf0\x9f\x90\xb4",
          "Gr\xc3\xbcnfeld \xe2\x99\x9e \xf0\x9f\x90\xb4");
    check("Gr\xfcnfeld", "Gr\xc3\xbcnfeld");
    check("a\x1b[2J\n", "a?[2J?");
    check("\xc0\x80\xff", "\xc3\x80?\xc3\xbf");
    check("\xed\xa0\x80", "\xc3\xad\xc2\xa0?"); // a surrogate
    check("cut \xe2\x99", "cut \xc3\xa2?");
    CHECK(utf8_length("\xe2\x99\x9e") == 3);
    CHECK(utf8_length("\x80") == 0);
}

} // namespace
} // namespace polyglot::text

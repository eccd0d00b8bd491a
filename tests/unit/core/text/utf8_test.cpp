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

TEST_CASE("letters of Europe are compared in any case") {
    CHECK(fold_case("ABC xyz 1-0 \"") == "abc xyz 1-0 \"");
    CHECK(fold_case("ÀÖØÞŸ×÷ß") == "àöøþÿ×÷ß");
    CHECK(fold_case("ŁÓDŹ ČŠŽ ĐĲŊ ŐŰ") == "łódź čšž đĳŋ őű");
    CHECK(fold_case("łódź čšž ı") == "łódź čšž ı");
    CHECK(fold_case("ΚΑΣΠΆΡΟΒ ΈΉΊΌΎΏ ς") == "κασπάροβ έήίόύώ σ");
    CHECK(fold_case("КАСПАРОВ Ё Ђ Ґ Ӂ") == "каспаров ё ђ ґ ӂ");
    CHECK(fold_case("♞ € \xff\xc3") == "♞ € \xff\xc3");
}

TEST_CASE("a text is cut between characters") {
    CHECK(first_bytes("aé", 3) == "aé");
    CHECK(first_bytes("aéb", 2) == "a");
    CHECK(first_bytes("♞♞", 5) == "♞");
    CHECK(first_bytes("♞", 1).empty());
}

} // namespace
} // namespace polyglot::text

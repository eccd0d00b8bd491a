#include "core/text/path_text.hpp"
#include "core/text/utf16.hpp"

#include <doctest/doctest.h>

using namespace polyglot;

TEST_CASE("UTF-16: characters of every length, there and back") {
    for (const auto& [utf8, utf16] :
         {std::pair<std::string, std::u16string>{"", u""},
          {"book.bin", u"book.bin"},
          {"B\xc3\xbc\x63her", u"B\u00fccher"},
          {"\xd0\xa8\xd0\xb0\xd1\x85\xd0\xbc\xd0\xb0\xd1\x82\xd1\x8b",
           u"\u0428\u0430\u0445\u043c\u0430\u0442\u044b"},
          {"\xe5\x9b\xbd\xe9\x99\x85", u"\u56fd\u9645"},
          {"\xf0\x9f\x99\x82 \xf4\x8f\xbf\xbf", u"\U0001f642 \U0010ffff"},
          {"\xef\xbf\xbd\x7f\xc2\x80\xdf\xbf\xe0\xa0\x80", u"\ufffd\u007f\u0080\u07ff\u0800"}}) {
        CHECK(text::to_utf16(utf8) == utf16);
        CHECK(text::to_utf8(utf16) == utf8);
    }
}

TEST_CASE("UTF-16: half a surrogate pair, which a name on Windows may hold, survives") {
    for (const std::u16string name : {u"a\xd83d",
                                      u"\xde42"
                                      u"b",
                                      u"\xde42\xd83d", u"\xd83d\xd83d\xde42"})
        CHECK(text::to_utf16(text::to_utf8(name)) == name);
}

TEST_CASE("UTF-16: bytes that are no UTF-8 become U+FFFD, one for each") {
    CHECK(text::to_utf16("B\xfc\x63her") == u"B\ufffdcher");
    CHECK(text::to_utf16("\xc3") == u"\ufffd");
    CHECK(text::to_utf16("\xe2\x82") == u"\ufffd\ufffd");
    CHECK(text::to_utf16("\xc0\xaf\xff") == u"\ufffd\ufffd\ufffd");
}

TEST_CASE("the name of a file as text: every name survives, and none throws") {
    for (const std::string name :
         {"", "book.bin", "B\xc3\xbc\x63her \xd0\xa8.bin", "\xe5\x9b\xbd\xe9\x99\x85"})
        CHECK(to_text(to_path(name)) == name);
    CHECK(to_text(to_path("\xe5\x9b\xbd") / u8"\u56fd.abk").ends_with("\xe5\x9b\xbd.abk"));
    CHECK_NOTHROW(static_cast<void>(to_text(to_path("B\xfc\x63her"))));
}

// The small text helpers.
#include "core/text/text.hpp"

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include <doctest/doctest.h>

namespace polyglot::text {
namespace {

std::vector<std::string_view> words(std::string_view s) {
    std::vector<std::string_view> all;
    for (std::string_view word = next_word(s); !word.empty(); word = next_word(s))
        all.push_back(word);
    return all;
}

using Words = std::vector<std::string_view>;

} // namespace

TEST_CASE("text: trim takes every kind of blank off the ends only") {
    CHECK(trim("  a b\t") == "a b");
    CHECK(trim("\r\n\v\f x \r\n") == "x");
    CHECK(trim("x") == "x");
    CHECK(trim("") == "");
    CHECK(trim(" \t ") == "");
    CHECK(trim_left("  a ") == "a ");
    CHECK(trim_right("  a ") == "  a");
    CHECK(trim("\xa0x") == "\xa0x"); // bytes beyond ASCII are text
}

TEST_CASE("text: words") {
    CHECK(words("position startpos  moves\te2e4\r") ==
          Words{"position", "startpos", "moves", "e2e4"});
    CHECK(words("") == Words{});
    CHECK(words("   ") == Words{});
    std::string_view rest = " go  wtime 1 ";
    CHECK(next_word(rest) == "go");
    CHECK(rest == "  wtime 1 ");
    std::string_view none = "  ";
    CHECK(next_word(none).empty());
    CHECK(none.empty());
}

TEST_CASE("text: case, ASCII only") {
    CHECK(lower("Clear HASH 960 \xc4") == "clear hash 960 \xc4");
    CHECK(to_upper('q') == 'Q');
    CHECK(to_upper('Q') == 'Q');
    CHECK(to_lower('[') == '[');
    CHECK(to_upper('{') == '{');
    CHECK(equal_ignoring_case("OwnBook", "ownbook"));
    CHECK(equal_ignoring_case("", ""));
    CHECK_FALSE(equal_ignoring_case("OwnBook", "OwnBooks"));
    CHECK_FALSE(equal_ignoring_case("@", "`")); // 32 apart, but no letters
}

TEST_CASE("text: whole numbers, nothing else") {
    CHECK(parse_int<int>("0") == 0);
    CHECK(parse_int<int>("42") == 42);
    CHECK(parse_int<int>("-42") == -42);
    CHECK(parse_int<int>("+42") == 42);
    CHECK(parse_int<int>("007") == 7);
    CHECK(parse_int<int>("2147483647") == std::numeric_limits<int>::max());
    CHECK(parse_int<std::int64_t>("-9223372036854775808") ==
          std::numeric_limits<std::int64_t>::min());
    CHECK(parse_int<std::uint64_t>("18446744073709551615") ==
          std::numeric_limits<std::uint64_t>::max());
    CHECK(parse_int<std::uint8_t>("255") == 255);
    for (const char* text :
         {"", "-", "+", "x", "1x", " 1", "1 ", "1.0", "0x10", "+-1", "--1", "2147483648", "1e3"})
        CHECK_FALSE_MESSAGE(parse_int<int>(text).has_value(), text);
    CHECK_FALSE(parse_int<std::uint8_t>("256").has_value());
    CHECK_FALSE(parse_int<unsigned>("-1").has_value());
}

TEST_CASE("text: booleans") {
    for (const char* text : {"true", "yes", "1", "on", "TRUE", "Yes", "oN"})
        CHECK_MESSAGE(parse_bool(text) == true, text);
    for (const char* text : {"false", "no", "0", "off", "False", "NO"})
        CHECK_MESSAGE(parse_bool(text) == false, text);
    for (const char* text : {"", "2", "y", "t", "truee", " true", "10"})
        CHECK_FALSE_MESSAGE(parse_bool(text), text);
}

TEST_CASE("text: edit distance") {
    CHECK(edit_distance("", "") == 0);
    CHECK(edit_distance("book", "book") == 0);
    CHECK(edit_distance("BookFile", "bookfile") == 0);
    CHECK(edit_distance("", "abc") == 3);
    CHECK(edit_distance("abc", "") == 3);
    CHECK(edit_distance("BookTreshold", "BookThreshold") == 1);
    CHECK(edit_distance("kitten", "sitting") == 3);
    CHECK(edit_distance("Log", "LogFile") == 4);
    CHECK(edit_distance("LogFile", "Log") == 4);
    CHECK(edit_distance("ab", "ba") == 1);
    CHECK(edit_distance("abc", "ca") == 3); // swapped neighbours are not edited again
}

TEST_CASE("text: control characters become blanks") {
    CHECK(without_controls("").empty());
    CHECK(without_controls("a\tb\r\nc\x7f d") == "a b  c  d");
    CHECK(without_controls("Größe ~") == "Größe ~");
    CHECK(is_control('\0'));
    CHECK_FALSE(is_control(' '));
}

} // namespace polyglot::text

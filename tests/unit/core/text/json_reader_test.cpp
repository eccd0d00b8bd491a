#include "core/text/json.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <doctest/doctest.h>

namespace polyglot::text {
namespace {

std::string error_of(std::string_view text) {
    const auto read = parse_json(text);
    return read ? "none" : read.error().message + " at " + std::to_string(read.error().offset);
}

std::optional<std::int64_t> integer_of(std::string_view text) {
    const auto read = parse_json(text);
    return read ? read->integer() : std::nullopt;
}

} // namespace

TEST_CASE("JSON is read as it is written") {
    const auto read = parse_json(R"( {"id": 7, "moves":[{"move":"e2e4"},[],{}], "x":null, "b":true,
        "id":8} )");
    REQUIRE(read.has_value());
    REQUIRE(read->find("id") != nullptr);
    CHECK(read->find("id")->integer() == 8); // the last one of a name
    const JsonValue* const moves = read->find("moves");
    REQUIRE(moves != nullptr);
    REQUIRE(moves->items.size() == 3);
    CHECK(moves->items[0].find("move")->text == "e2e4");
    CHECK(moves->items[1].kind == JsonValue::Kind::Array);
    CHECK(read->find("x")->kind == JsonValue::Kind::Null);
    CHECK(read->find("b")->text == "true");
    CHECK(read->find("none") == nullptr);
    CHECK(moves->find("move") == nullptr);
}

TEST_CASE("whole numbers, also with a fraction of 0 or an exponent") {
    CHECK(integer_of("-12") == -12);
    CHECK(integer_of("12.0") == 12);
    CHECK(integer_of("1e3") == 1000);
    CHECK(integer_of("1.5") == std::nullopt);
    CHECK(integer_of("1e300") == std::nullopt);
    CHECK(integer_of("\"12\"") == std::nullopt);
    CHECK(integer_of("123456789012345678901234567890") == std::nullopt);
}

TEST_CASE("texts with escapes") {
    const std::string_view all = R"("\"\\\/\b\f\n\r\tA\u00e9\u20ac\ud83d\ude00")";
    const auto read = parse_json(all);
    REQUIRE(read.has_value());
    CHECK(read->text == "\"\\/\b\f\n\r\tA\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80");
    CHECK(format_json_string("a\"\\\n\x7f\xc3\xa9") == "\"a\\\"\\\\\\u000a\\u007f\xc3\xa9\"");
    const auto again = parse_json(format_json_string(read->text));
    REQUIRE(again.has_value());
    CHECK(again->text == read->text);
}

TEST_CASE("the place and kind of a fault") {
    CHECK(error_of("") == "a value is expected at 0");
    CHECK(error_of("[1,]") == "a value is expected at 3");
    CHECK(error_of("[1 2]") == "a , or ] is expected at 3");
    CHECK(error_of("{\"a\" 1}") == "a : is expected at 5");
    CHECK(error_of("{\"a\":1") == "a , or } is expected at 6");
    CHECK(error_of("{a:1}") == "a \" is expected at 1");
    CHECK(error_of("\"abc") == "a \" is missing at 4");
    CHECK(error_of("\"\\x\"") == "an unknown escape at 3");
    CHECK(error_of("\"\\u12g4\"") == "four hexadecimal digits are expected at 3");
    CHECK(error_of("\"\\u1") == "four hexadecimal digits are expected at 3");
    CHECK(error_of("\"a\nb\"") == "a control character at 2");
    CHECK(error_of("1 2") == "there is more after the value at 2");
    CHECK(error_of("1.") == "a digit is expected at 2");
    CHECK(error_of("-") == "a value is expected at 1");
    CHECK(error_of(std::string(100'000, '[')).starts_with("values are nested too deep"));
    CHECK(error_of(std::string(16, '[') + std::string(16, ']')) == "none");
}

// A program may end in the middle of a line.
TEST_CASE("no beginning of a line is taken for the whole") {
    const std::string whole = R"({"id":1,"moves":[{"move":"e2e4","weight":-6.5e1,"x":"\u00e9"}]})";
    REQUIRE(parse_json(whole).has_value());
    for (std::size_t length = 0; length < whole.size(); ++length)
        CHECK_FALSE(parse_json(whole.substr(0, length)).has_value());
}

} // namespace polyglot::text

// What the commands' JSON has in common.
#include "tools/common/json.hpp"

#include <doctest/doctest.h>

namespace polyglot::tools {
namespace {

namespace json = boost::json;

TEST_CASE("JSON: any bytes become UTF-8") {
    CHECK(json::serialize(json_of("a\t\"b\"\\c")) == R"("a\t\"b\"\\c")");
    CHECK(json::serialize(json_of("caf\xc3\xa9")) == "\"caf\xc3\xa9\"");
    CHECK(json::serialize(json_of("caf\xe9")) == "\"caf\xc3\xa9\""); // Latin-1
    CHECK(json::serialize(json_of("a\nb\x01")) == "\"a?b?\"");
    CHECK(json::serialize(json_of(std::vector<std::string>{"a", "\xe9"})) ==
          "[\"a\",\"\xc3\xa9\"]");
}

TEST_CASE("JSON: a list has a line for each element, wherever it stands in the object") {
    const json::object object{{"a", 1}, {"list", {{{"x", 1}}, {{"y", {1, 2}}}}}, {"b", {3}}};
    CHECK(format_json_list(object, "list") ==
          "{\"a\":1,\"list\":[\n{\"x\":1},\n{\"y\":[1,2]}\n],\"b\":[3]}\n");
    CHECK(json::parse(format_json_list(object, "list")) == object);
    CHECK(format_json_list({{"list", json::array()}}, "list") == "{\"list\":[]}\n");
}

} // namespace
} // namespace polyglot::tools

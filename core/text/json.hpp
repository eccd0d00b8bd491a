// Reads JSON (RFC 8259) of a peer without trusting it, and writes its texts. The session uses it,
// which has no libraries; commands have Boost.JSON. Test: json_reader_test.cpp.
#pragma once
#include "core/result.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace polyglot::text {

struct JsonValue {
    enum class Kind : std::uint8_t { Null, Bool, Number, String, Array, Object };
    Kind kind = Kind::Null;
    std::string text;               // String: its characters; Bool and Number: as written
    std::vector<JsonValue> items;   // Array, Object
    std::vector<std::string> names; // Object: of the items

    // Returns the last member of this name; null if there is none, or this is no object.
    const JsonValue* find(std::string_view name) const;
    // Returns the whole number, also if it is written as 12.0 or 1e3; nullopt for any other value.
    std::optional<std::int64_t> integer() const;
};

// Reads one value; blanks around it are allowed. Values may be nested 16 deep. The error has the
// place of the first fault.
Result<JsonValue> parse_json(std::string_view text);

// Returns the text in quotes. Bytes that are not UTF-8 stay as they are.
std::string format_json_string(std::string_view text);

} // namespace polyglot::text

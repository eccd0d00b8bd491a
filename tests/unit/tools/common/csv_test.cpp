// Comma-separated values.
#include "tools/common/csv.hpp"

#include <sstream>

#include <doctest/doctest.h>

namespace polyglot::tools {
namespace {

using Fields = std::vector<std::string>;

// Records as "line: field|field", the error last.
std::string read(const std::string& text) {
    std::istringstream in(text);
    CsvReader reader(in);
    std::string result;
    for (;;) {
        const auto record = reader.next();
        if (!record) return result + "! " + record.error().message;
        if (!*record) return result;
        result += std::to_string((*record)->line) + ':';
        for (const std::string& field : (*record)->fields)
            result += ' ' + field + '|';
        result += '\n';
    }
}

TEST_CASE("CSV: a row quotes fields that need it") {
    CHECK(CsvRow().text().empty());
    CHECK(CsvRow().add("a").add(1).add(-2).skip(2).add("b").text() == "a,1,-2,,,b");
    CHECK(CsvRow().add("").add("").text() == ",");
    CHECK(CsvRow().add("a,b").add("say \"x\"").add("c\nd").add("e\r").text() ==
          "\"a,b\",\"say \"\"x\"\"\",\"c\nd\",\"e\r\"");
}

TEST_CASE("CSV: a written row is read back unchanged") {
    const Fields fields{"", "a", "\"", ",", "\r\n", "a\"\"b", " c "};
    CsvRow row;
    for (const std::string& field : fields)
        row.add(field);
    std::istringstream in(row.text() + "\r\n");
    CsvReader reader(in);
    const auto record = reader.next();
    REQUIRE(record.has_value());
    REQUIRE(record->has_value());
    CHECK((*record)->fields == fields);
}

TEST_CASE("CSV: line ends, blank lines, a byte-order mark") {
    CHECK(read("").empty());
    CHECK(read("\xef\xbb\xbfk,m\r\na,b\nc,d\re,\n\n\r\nf") == "1: k| m|\n2: a| b|\n3: c| d|\n4: e| |\n7: f|\n");
    CHECK(read("\"a\nb\"\nc") == "1: a\nb|\n3: c|\n");
}

TEST_CASE("CSV: errors name their line") {
    CHECK(read("a\n\"b\nc") == "1: a|\n! 2: a quote that does not end");
    CHECK(read("a\nb\"c") == "1: a|\n! 2: a quote where a separator should be");
    CHECK(read("\"a\"b") == "! 1: a quote where a separator should be");
    CHECK(read(std::string(200, ',')) == "! 1: more than a hundred fields");
    CHECK(read(std::string((1 << 20) + 1, 'x')) == "! 1: a field of more than a million bytes");
    CHECK(read('"' + std::string((1 << 20) + 1, 'x') + '"') == "! 1: a quote that does not end");
}

} // namespace
} // namespace polyglot::tools

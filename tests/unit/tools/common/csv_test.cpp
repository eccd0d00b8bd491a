// Comma-separated values.
#include "core/random.hpp"
#include "tools/common/csv.hpp"

#include <sstream>
#include <string>
#include <vector>

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

TEST_CASE("CSV: a text that was cut in the middle of a line is an error") {
    CHECK(read("a,b,c\n1,2,3\n4,5")
              .ends_with("! 3: the text ends after 2 of 3 fields of this line: it has been cut, or "
                         "its line end is "
                         "missing"));
    CHECK(read("a,b,c\n1").find("! 2: the text ends after 1 of 3 fields") != std::string::npos);
    // The lines of a list written by hand may be short, and editors leave the last line end out.
    CHECK(read("a,b,c\n1,2\n3,4") == "1: a| b| c|\n2: 1| 2|\n3: 3| 4|\n");
    const auto has_line_end = [](const std::string& text) {
        std::istringstream in(text);
        CsvReader reader(in);
        while (*reader.next()) {
        }
        return reader.has_last_line_end();
    };
    CHECK(has_line_end(""));
    CHECK(has_line_end("a,b\n"));
    CHECK(has_line_end("a,b\r"));
    CHECK_FALSE(has_line_end("a,b"));
    CHECK_FALSE(has_line_end("a\n\"b\""));
}

TEST_CASE("CSV: no text is a formula for a spreadsheet, and numbers stay numbers") {
    const auto written = [](std::string_view field) { return CsvRow().add(field).text(); };
    CHECK(written("=1+1") == "'=1+1");
    CHECK(written("=cmd|' /C calc'!A0") == "'=cmd|' /C calc'!A0");
    CHECK(written("=HYPERLINK(\"x\",\"y\")") == "\"'=HYPERLINK(\"\"x\"\",\"\"y\"\")\"");
    CHECK(written("+49 30") == "'+49 30");
    CHECK(written("-x") == "'-x");
    CHECK(written("@SUM(A1)") == "'@SUM(A1)");
    CHECK(written("\t=1") == "'\t=1");
    CHECK(written("\r=1") == "\"'\r=1\"");
    CHECK(written("'=1") == "''=1");
    CHECK(written("-1-1") == "'-1-1");
    CHECK(written("-1.") == "'-1.");
    for (const char* harmless :
         {"-12", "+0.35", "-0.5", "12", "e2e4", "a=b", "'quoted'", "O'Kelly", "'", "1-0", ""})
        CHECK(written(harmless) == harmless);
    CHECK(CsvRow().add(-12).text() == "-12");
    // What people write themselves stays as it is.
    CHECK(read("'a,'-12,=1,''") == "1: 'a| '-12| =1| ''|\n");
    CHECK(read("'=1,\"'@x\",''+y") == "1: =1| @x| '+y|\n");
}

TEST_CASE("CSV: any fields are read back unchanged") {
    constexpr std::string_view letters = "'=+-@\t\r\n,;\"1.x ";
    for (std::uint64_t seed = 1; seed <= 3000; ++seed) {
        Random random(seed);
        Fields fields(1 + random.below(5));
        CsvRow row;
        for (std::string& field : fields) {
            while (random.below(6) > 0)
                field += letters[random.below(letters.size())];
            row.add(field);
        }
        if (fields == Fields{""}) continue; // a blank line
        std::istringstream in(row.text() + "\n");
        CsvReader reader(in);
        const auto record = reader.next();
        REQUIRE(record.has_value());
        REQUIRE(record->has_value());
        CHECK((*record)->fields == fields);
        // And no cell begins like a formula, quoted or not.
        std::istringstream raw(row.text());
        for (const std::string& field : fields)
            if (const std::string one = CsvRow().add(field).text(); !one.empty()) {
                const char first = one[one.front() == '"' && one.size() > 1 ? 1 : 0];
                const bool is_sign = first == '-' || first == '+';
                CHECK((std::string_view("=+-@\t\r\n").find(first) == std::string_view::npos ||
                       (is_sign && one.find_first_not_of("+-.0123456789") == std::string::npos)));
            }
    }
}

TEST_CASE("CSV: line ends, blank lines, a byte-order mark") {
    CHECK(read("").empty());
    CHECK(read("\xef\xbb\xbfk,m\r\na,b\nc,d\re,\n\n\r\nf,g") ==
          "1: k| m|\n2: a| b|\n3: c| d|\n4: e| |\n7: f| g|\n");
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

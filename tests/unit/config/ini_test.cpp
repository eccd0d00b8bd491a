#include "config/ini.hpp"
#include "config/ini_line.hpp"

#include <random>
#include <string>

#include <doctest/doctest.h>

using namespace polyglot::config;

namespace {

// "section|name|value" per entry, "!line:column message" per problem, one per line.
std::string show(const std::string& text) {
    const IniFile file = parse_ini(text);
    std::string out;
    for (const IniEntry& entry : file.entries)
        out += entry.section + '|' + entry.name + '|' + entry.value +
               (entry.quoted ? "|quoted\n" : "\n");
    for (const IniProblem& problem : file.problems) {
        out += problem.kind == IniProblem::Kind::Syntax ? '!' : '?';
        out +=
            std::to_string(problem.place.line) + ':' + std::to_string(problem.place.column) + ' ';
        out += problem.message + '\n';
    }
    return out;
}

std::string value_of(const std::string& line) {
    const IniFile file = parse_ini("[E]\nN = " + line + '\n');
    REQUIRE(file.entries.size() == 1);
    CHECK(file.entries[0].name == "N");
    return file.entries[0].value;
}

} // namespace

TEST_CASE("sections, names and values") {
    CHECK(show("") == "");
    CHECK(show("\n \n\t\n") == "");
    CHECK(show("[A]\nx=1\n y = 2 3 \n[B]\n\tx\t=\t4\t\n") == "A|x|1\nA|y|2 3\nB|x|4\n");
    CHECK(show("x=1") == "|x|1\n"); // before any section, no line end
    CHECK(show("[A]\nClear Hash = 1\nUCI Chess 960=x") == "A|Clear Hash|1\nA|UCI Chess 960|x\n");
    CHECK(show("[A]\nx=b=c\ny=[z]\n") == "A|x|b=c\nA|y|[z]\n");
    CHECK(show("[A]\nx=\ny=\n") == "A|x|\nA|y|\n");
    CHECK(show("[A#b;c]\nx=1\n") == "A#b;c|x|1\n"); // as PolyGlot reads it
    CHECK(show("[ A b ] # c\nx=1\n") == "A b|x|1\n");
    // Inih alone takes ':' for '='
    CHECK(show("[A]\nC:\\x = C:\\y:z\n") == "A|C:\\x|C:\\y:z\n");
    // … and this for more of x
    CHECK(show("[A]\nx=1\n  indented = 2\n") == "A|x|1\nA|indented|2\n");
    CHECK(show("[A]\nx = 50%25 %zz %\n") == "A|x|50%25 %zz %\n");
    CHECK(show("[A]\nx=1\nx=2\n") == "A|x|1\nA|x|2\n");
}

TEST_CASE("line ends and encodings") {
    CHECK(show("[A]\r\nx=1\r\ny=2\r\n") == "A|x|1\nA|y|2\n");
    CHECK(show("[A]\rx=1\ry=2") == "A|x|1\nA|y|2\n");
    CHECK(show("[A]\nx=1\r\ny=2\rz\n") == "A|x|1\nA|y|2\rz\n");
    CHECK(show("\xef\xbb\xbf[A]\nx=1\n") == "A|x|1\n");
    CHECK(show("[A]\nx=a\\") == "A|x|a\\\n"); // nothing left to quote
    CHECK(show("[A]\nx=caf\xc3\xa9\ny=caf\xe9\nz=\xa0\x85\n") ==
          "A|x|caf\xc3\xa9\nA|y|caf\xe9\nA|z|\xa0\x85\n");
    CHECK(show(std::string("[A]\nx=a\0b\n", 10)) == std::string("A|x|a\0b\n", 8));
    CHECK(show("\xff\xfe[\0A\0") == "!1:0 this is UTF-16 text\n");
}

TEST_CASE("comments and '\\', as Debian's PolyGlot reads them") {
    CHECK(show("# x\n ; y\n[A];z\n#\nx=1 ;2\ny=1 #2\n") == "A|x|1\nA|y|1\n");
    CHECK(value_of("plain # c") == "plain");
    CHECK(value_of("x\\;y\\#z\\[q\\]\\=\\\\end\\n") == "x;y#z[q]=\\end\\n");
    CHECK(value_of("C:\\Engines\\sf.exe") == "C:\\Engines\\sf.exe");
    CHECK(value_of("F:\\dir\\") == "F:\\dir\\");
    CHECK(value_of("F:\\dir\\ # c") == "F:\\dir\\");
    CHECK(show("[A]\n\\#x = 1\n\\[y] = 2\na\\=b = 3\n") == "A|#x|1\nA|[y]|2\nA|a=b|3\n");
}

TEST_CASE("quotes around a whole value protect everything") {
    CHECK(show("[A]\nx = \"C:\\a;D:\\b\" ; c\n") == "A|x|C:\\a;D:\\b|quoted\n");
    CHECK(value_of("\"C:\\a\\\"") == "C:\\a\\");
    CHECK(value_of("\"\\;\"") == "\\;");
    CHECK(value_of("\"  a  \"#") == "  a  ");
    CHECK(show("[A]\nx=\"\"\n") == "A|x||quoted\n");
}

TEST_CASE("other quotes are characters, as they are to PolyGlot") {
    CHECK(value_of("\"a\" b") == "\"a\" b");
    CHECK(value_of("a \"b\"") == "a \"b\"");
    CHECK(value_of("\"./my engine\" --book \"a b\"") == "\"./my engine\" --book \"a b\"");
    CHECK(value_of("\"") == "\"");
    CHECK(show("[A]\nx = \"a;b\n") ==
          "A|x|\"a\n?2:6 a comment begins between quotes: the value is only '\"a'\n");
    CHECK(show("[A]\nx = e \"a#b\"\n") ==
          "A|x|e \"a\n?2:8 a comment begins between quotes: the value is only 'e \"a'\n");
}

TEST_CASE("a comment inside a word cuts the value as in PolyGlot, with a remark that shows what is "
          "left") {
    CHECK(show("[A]\nx = C:\\tb\\3-4-5;D:\\tb\\6\n") ==
          "A|x|C:\\tb\\3-4-5\n?2:15 a comment begins inside a word: the value is only "
          "'C:\\tb\\3-4-5'\n");
    CHECK(show("[A]\nx = /home/me/#dev/v.ini\n") ==
          "A|x|/home/me/\n?2:13 a comment begins inside a word: the value is only '/home/me/'\n");
    CHECK(show("[A]\nx = log#1.log\n") ==
          "A|x|log\n?2:7 a comment begins inside a word: the value is only 'log'\n");
    for (const char* fine : {"x = a ;b", "x = a; b", "x = a;", "x = a #b", "x = a\\;b",
                             "x = \"a;b\"", "x = ;b", "x =#b"})
        CHECK(show(std::string("[A]\n") + fine).find('?') == std::string::npos);
}

TEST_CASE("lines that PolyGlot refuses are errors with their line") {
    CHECK(show("[A]\nx\ny=1\n") == "A|y|1\n!2:0 '=' is missing\n");
    CHECK(show("[A]\n  x y # = 1") == "!2:2 '=' is missing\n");
    CHECK(show("[A\nx=1\n") == "|x|1\n!1:0 the section is not closed by ']'\n");
    CHECK(show("[A]\n =1\n") == "!2:1 no name before '='\n");
    CHECK(show("[A]\nx\ny\n[B\n") ==
          "!2:0 '=' is missing\n!3:0 '=' is missing\n!4:0 the section is not closed by ']'\n");
}

TEST_CASE("lines that PolyGlot ignores are reported") {
    CHECK(show("[A] x=1\ny=2\n") == "A|y|2\n?1:4 what follows the section's name is ignored\n");
    CHECK(show("[A]\n" + std::string(500, 'n') + "=1\ny=2\n") ==
          "A|y|2\n?2:0 the name is too long and the line is ignored\n");
}

TEST_CASE("lines of any length, across every border of inih's buffer") {
    for (std::size_t length = 150; length < 620; ++length) {
        CAPTURE(length);
        for (const char fill : {'a', ';', '%', ' '}) { // 1 and 3 bytes for inih
            const std::string value = 'x' + std::string(length, fill) + 'y';
            const IniFile file = parse_ini("[E]\nName = \"" + value + "\"\nNext=1\n");
            REQUIRE(file.problems.empty());
            REQUIRE(file.entries.size() == 2);
            CHECK(file.entries[0].value == value);
            CHECK(file.entries[1].value == "1");
        }
    }
    for (std::size_t length = 1; length < 194; ++length) { // of the name
        const std::string name(length, 'n');
        CAPTURE(length);
        CHECK(show("[E]\n" + name + "=" + std::string(300, 'v')) ==
              "E|" + name + '|' + std::string(300, 'v') + '\n');
    }
    const std::string mega(1 << 20, 'm');
    CHECK(show("[E]\nx=" + mega + "\n#" + mega + "\ny=2") == "E|x|" + mega + "\nE|y|2\n");
    CHECK(show("[E]\n" + mega) == "!2:0 '=' is missing\n");
    CHECK(show('[' + mega + "]\nx=1\n[E]\ny=2").ends_with("E|y|2\n"));
}

TEST_CASE("places point at names and values") {
    const IniFile file = parse_ini("[E]\n  a b =  C:\\;x  # c\n");
    REQUIRE(file.entries.size() == 1);
    const IniEntry& entry = file.entries[0];
    CHECK(entry.name_place.line == 2);
    CHECK(entry.name_place.text == "  a b =  C:\\;x  # c");
    CHECK(entry.name_place.column == 2);
    CHECK(entry.name_place.length == 3);
    CHECK(entry.value_place.column == 9);
    CHECK(entry.value_place.length == 5);
}

TEST_CASE("a formatted value reads back") {
    const std::string alphabet = "ab ;#[]=\\\":%'\t\xc3\xa9";
    std::mt19937 random(20240501);
    for (int i = 0; i < 20'000; ++i) {
        std::string value;
        for (auto n = random() % 12; n > 0; --n)
            value += alphabet[random() % alphabet.size()];
        // What has no spelling: a quote and blanks at an end.
        const bool blank_ends = !value.empty() && (value.find_first_of(" \t") == 0 ||
                                                   value.find_last_of(" \t") == value.size() - 1);
        if (value.find('"') != std::string::npos && blank_ends) continue;
        CAPTURE(value);
        CAPTURE(format_ini_value(value));
        const IniFile file = parse_ini("[E]\nN = " + format_ini_value(value) + "  # comment\n");
        REQUIRE(file.entries.size() == 1);
        REQUIRE(file.entries[0].value == value);
    }
}

TEST_CASE("any bytes: no crash, and every line is accounted for at most once") {
    const unsigned seed = std::random_device{}();
    CAPTURE(seed);
    std::mt19937 random(seed);
    const std::string alphabet = "ab=[];#\\\"% \t\r\n\n:\xef\xbb\xbf";
    for (int i = 0; i < 20'000; ++i) {
        std::string text;
        const bool wild = random() % 4 == 0;
        for (auto n = random() % 300; n > 0; --n)
            text += wild ? static_cast<char>(random() % 256) : alphabet[random() % alphabet.size()];
        const IniFile file = parse_ini(text);
        std::size_t last = 0;
        for (const IniEntry& entry : file.entries) {
            REQUIRE(entry.name_place.line > last);
            last = entry.name_place.line;
            REQUIRE(!entry.name.empty());
            REQUIRE(entry.value_place.column + entry.value_place.length <=
                    entry.value_place.text.size());
        }
        for (const IniProblem& problem : file.problems)
            REQUIRE(problem.place.column <= problem.place.text.size());
    }
}

// Reads ini text in PolyGlot's dialect (docs/config.md) with the library inih. Only this file and
// load.hpp know the dialect. Test: ini_test.cpp.
//
// inih keeps track of sections and splits lines, but Debian's build reads at most 200 bytes of a
// line, ends a name at ':' too, and has neither '#' comments after a value nor '\' escapes. So the
// lines are read here, comments and quotes are resolved, and each line is passed to inih in a form
// that it cannot misread (docs/adr/0001-inih.md).
#pragma once
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace polyglot::config {

// A part of one line of the file, for messages. Columns count bytes from 0.
struct IniPlace {
    std::size_t line = 0;  // from 1
    std::string_view text; // the whole line, unchanged from the file
    std::size_t column = 0;
    std::size_t length = 0;
};

struct IniEntry {
    std::string section;
    std::string name;
    std::string value;   // empty means "not given", unless it is quoted
    bool quoted = false; // the value was between quotes, which are removed
    IniPlace name_place;
    IniPlace value_place;
};

struct IniProblem {
    enum class Kind { Syntax, Suspicious }; // PolyGlot refuses a file with the former
    Kind kind = Kind::Syntax;
    std::string message;
    std::string hint;
    IniPlace place;
};

struct IniSection {
    std::string name;
    IniPlace place;
};

// All lists are in the order of the file. The views point into the text that was parsed.
struct IniFile {
    // One for each line that begins a section; a name may occur more than once.
    std::vector<IniSection> sections;
    std::vector<IniEntry> entries;
    std::vector<IniProblem> problems;
};

// Takes any bytes: lines of any length that end with LF, CRLF, or CR alone if there is no LF; with
// or without a UTF-8 byte order mark and a final line end. Bytes of other encodings stay unchanged.
IniFile parse_ini(std::string_view bytes);

} // namespace polyglot::config

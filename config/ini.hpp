// Reads ini text in PolyGlot's dialect (docs/config.md) with the library inih. This and load.hpp are all that knows it.
//
// inih keeps track of sections and splits lines, but Debian's build reads at most 200 bytes of a line, ends a name at
// ':' too, and has neither '#' comments after a value nor '\' escapes. So we read the lines ourselves, resolve comments
// and quotes, and pass each to inih in a form that it cannot misread (docs/adr/0001-inih.md).
#pragma once
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace polyglot::config {

// A stretch of one line of the file, for messages. Columns count bytes from 0.
struct IniPlace {
    std::size_t line = 0;  // from 1
    std::string_view text; // the whole line, unchanged from the file
    std::size_t column = 0;
    std::size_t length = 0;
};

struct IniEntry {
    std::string section;
    std::string name;
    std::string value;   // may be empty: "not given", unless quoted
    bool quoted = false; // the value stood between quotes, which are taken off
    IniPlace name_place;
    IniPlace value_place;
};

struct IniProblem {
    enum class Kind { Syntax, Suspicious }; // PolyGlot refuses the file for the former
    Kind kind = Kind::Syntax;
    std::string message;
    std::string hint;
    IniPlace place;
};

struct IniSection {
    std::string name;
    IniPlace place;
};

// All in the order of the file. The views look into the text that was parsed.
struct IniFile {
    std::vector<IniSection> sections; // each line that begins one: a name can be there more than once
    std::vector<IniEntry> entries;
    std::vector<IniProblem> problems;
};

// Any bytes: lines of any length ended by LF, CRLF, or CR alone when there is no LF; with or without a UTF-8 byte order
// mark and a final line end. Bytes of other encodings pass untouched.
IniFile parse_ini(std::string_view bytes);

} // namespace polyglot::config

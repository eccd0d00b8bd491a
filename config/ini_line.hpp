// Parses one line of an ini file in PolyGlot's dialect into name and value, with comments and
// quotes resolved; and formats a name and a value so that parse_ini() reads them back. Test:
// ini_test.cpp.
#pragma once
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace polyglot::config {

// Returns true for the characters that '\' quotes. Before any other character '\' is an ordinary
// character: C:\Engines\sf.exe.
constexpr bool is_quotable(char c) {
    return std::string_view(";#[]=\\").find(c) != std::string_view::npos;
}

struct SourceLine {
    std::size_t number = 0; // from 1
    std::string_view text;  // without its line end
};

// Cuts text into lines. A text is cut at CR only if it has no LF, so that a single CR does no harm
// otherwise.
class LineCutter {
  public:
    explicit LineCutter(std::string_view text)
        : rest_(text), end_(text.find('\n') == std::string_view::npos ? '\r' : '\n') {}
    bool next(SourceLine& line); // returns false at the end

  private:
    std::string_view rest_;
    char end_;
    std::size_t number_ = 0;
};

enum class LineKind { Empty, Section, OpenSection, Pair, NoEquals };

struct Remark {
    std::string message;
    std::string hint;
    std::size_t column = 0;
    std::size_t length = 0;
};

struct LineScan {
    LineKind kind = LineKind::Empty;
    std::string name; // of the section or the option, trimmed
    std::string value;
    bool quoted = false;
    std::size_t name_column = 0; // columns in bytes from 0
    std::size_t name_length = 0;
    std::size_t value_column = 0;
    std::size_t value_length = 0;
    std::vector<Remark> remarks;
};

LineScan scan_line(std::string_view line);

// Returns the NAME of a section [Book NAME], empty for [Book]; nullopt for other sections.
std::optional<std::string_view> book_of_section(std::string_view section);

// Returns a value in the form that parse_ini() reads back. Two kinds of text have no such form in
// this dialect: those with a line end, and those with both a quote and blanks at an end.
std::string format_ini_value(std::string_view value);

// The same for EngineCommand, whose quotes group words, so that they stay and none are added.
std::string format_ini_command(std::string_view command);

// The same for a name, which must not be empty, begin or end with blanks, or contain a line end.
std::string format_ini_name(std::string_view name);

} // namespace polyglot::config

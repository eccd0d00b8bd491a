// One line of an ini file in PolyGlot's dialect: where its name and value are, comments and quoting settled; and how a
// name and a value are spelt so that parse_ini() reads them back.
#pragma once
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace polyglot::config {

// What '\' takes the special meaning from. In front of anything else it is itself: C:\Engines\sf.exe.
constexpr bool is_quotable(char c) {
    return std::string_view(";#[]=\\").find(c) != std::string_view::npos;
}

struct SourceLine {
    std::size_t number = 0; // from 1
    std::string_view text;  // without its line end
};

// Cuts text into lines. Only a file without any LF is cut at CR, so that a stray CR does no harm in another.
class LineCutter {
  public:
    explicit LineCutter(std::string_view text)
        : rest_(text), end_(text.find('\n') == std::string_view::npos ? '\r' : '\n') {}
    bool next(SourceLine& line); // false: no more

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

// The NAME of a section [Book NAME], empty for [Book]; nothing for other sections.
std::optional<std::string_view> book_of_section(std::string_view section);

// A value spelt so that parse_ini() reads it back. Two kinds of text have no spelling in this dialect: with a line end
// in it, and with a quote in it and blanks at an end.
std::string format_ini_value(std::string_view value);

// The same for EngineCommand, whose quotes group words: they stay where they are, and none are added.
std::string format_ini_command(std::string_view command);

// The same for a name, which must not be empty, begin or end with blanks, or hold a line end.
std::string format_ini_name(std::string_view name);

} // namespace polyglot::config

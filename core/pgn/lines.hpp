// Lines of a text. They end with LF, CRLF or CR.
#pragma once
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace polyglot::pgn {

// True if the byte is the last of its line: LF, or CR without a following LF.
constexpr bool ends_line(std::string_view text, std::size_t i) {
    return text[i] == '\n' || (text[i] == '\r' && (i + 1 == text.size() || text[i + 1] != '\n'));
}
constexpr bool begins_line(std::string_view text, std::size_t i) {
    return i == 0 || ends_line(text, i - 1);
}

// Returns the number of lines that end in the text from `from` up to `to`.
std::uint64_t count_line_ends(std::string_view text, std::size_t from, std::size_t to);

// Returns the line numbers of ascending places in one text, and looks at each byte once.
class LineNumbers {
  public:
    explicit LineNumbers(std::string_view text) : text_(text) {}
    // Returns the line number, from 1. The place must not precede the last one.
    std::uint64_t at(std::size_t place) {
        line_ += count_line_ends(text_, place_, place);
        place_ = place;
        return line_;
    }

  private:
    std::string_view text_;
    std::size_t place_ = 0;
    std::uint64_t line_ = 1;
};

} // namespace polyglot::pgn

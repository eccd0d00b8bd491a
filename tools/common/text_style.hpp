// Describes how a command may print on standard output: colours, characters and width. Test:
// text_style_test.cpp.
#pragma once
#include <cstddef>
#include <iosfwd>
#include <string>
#include <string_view>

namespace polyglot::tools {

enum class TextColour : unsigned char { Bar, Name, Faint, Bold, Warning };

struct TextStyle {
    bool colours = false;
    bool utf8 = false; // characters beyond ASCII can be shown
    std::size_t columns = 80;

    // Returns the text in this colour if there are colours, otherwise unchanged.
    std::string in(TextColour colour, std::string_view text) const;
};

// Detects the style of a stream. Colours are used only on a terminal, unless NO_COLOR is set to
// anything (no-color.org) or TERM is dumb. The locale decides about characters beyond ASCII; on
// Windows only a console shows them. Any stream but std::cout counts as no terminal and gets ASCII.
// If there are colours, lets them pass the filter of the terminal's output.
TextStyle style_of(std::ostream& out);
// Does the same from given facts, for tests.
struct StyleFacts {
    bool terminal = false;
    bool console_utf8 = false; // overrides the locale
    std::string no_color, term, locale;
    std::size_t columns = 80;
};
TextStyle style_by(const StyleFacts& facts);

} // namespace polyglot::tools

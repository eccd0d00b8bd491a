// How a command may print on standard output: colours, characters, width.
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

    // The text, in this colour if there are colours.
    std::string in(TextColour colour, std::string_view text) const;
};

// Colours only on a terminal, unless NO_COLOR is set to anything (no-color.org) or TERM is dumb;
// characters by the locale, on Windows on a console only. Anything but std::cout is not a terminal,
// and gets ASCII. Lets the colours pass the filter that a terminal's output has.
TextStyle style_of(std::ostream& out);
// The same by what is known: for tests.
struct StyleFacts {
    bool terminal = false;
    bool console_utf8 = false; // whatever the locale says
    std::string no_color, term, locale;
    std::size_t columns = 80;
};
TextStyle style_by(const StyleFacts& facts);

} // namespace polyglot::tools

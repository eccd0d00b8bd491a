// Writes polyglot.ini.example out of the schema.
#include "config/schema.hpp"

namespace polyglot::config {
namespace {

constexpr std::size_t width = 100;

// Text as comment lines of limited width.
std::string comment(std::string_view text) {
    std::string out, line(1, '#');
    while (!text.empty()) {
        const std::size_t blank = text.find(' ');
        const std::string_view word = text.substr(0, blank);
        if (line.size() + 1 + word.size() > width) {
            out += line + '\n';
            line.assign(1, '#');
        }
        line += ' ';
        line += word;
        text.remove_prefix(blank == std::string_view::npos ? text.size() : blank + 1);
    }
    return out + line + '\n';
}

// shown: the value in the line, which does not count as long as the ';' is there.
template <typename Of>
std::string entry(const OptionOf<Of>& option, const std::string& shown) {
    const std::string name(option.name);
    const std::string value = default_value(option);
    std::string what = allowed_values(option);
    if (value.empty())
        what += "; not set by default";
    else
        what += "; default " + value;
    std::string text = '\n' + comment(std::string(option.help) + ". (" + what + ')');
    if (!option.alias.empty()) text += comment("The spelling " + std::string(option.alias) + " is understood, too.");
    return text + ";" + name + " =" + (shown.empty() ? "" : " " + shown) + '\n';
}

template <typename Of>
std::string entry(const OptionOf<Of>& option) {
    return entry(option, default_value(option));
}

constexpr std::string_view introduction =
    R"(# polyglot.ini: every option of polyglot with its default. Take the ';' away from a line to set it.
# This file is made from the program itself: polyglot --print-example-config
#
# The file is looked for where polyglot is started, or give its path as the first argument. The command line beats it.
# A line is "name = value"; blanks around both do not matter, nor does the case of names. An empty value counts as not
# given, and of two lines with one name the later wins. '#' and ';' start a comment anywhere. To have one in a value, put
# the value between quotes, where everything is taken as it stands:  SyzygyPath = "C:\a;D:\b"
# or put a '\' in front of it. '\' does that for ; # [ ] = \ and is itself in front of anything else, so that
# C:\Engines\sf.exe needs no care. "polyglot --check-config" shows what is in force and what is wrong.

[PolyGlot]
)";

constexpr std::string_view book_section = R"(
# ---- Further books --------------------------------------------------------

# Each section [Book NAME] is one more book, with any name. BookFile is asked first, if there is
# one, then the sections in the order in which they stand here, until one has a move to play. Two
# sections of one name are one. BookMisses, BookAvoidDraws and BookLearn are for all books.
;[Book NAME]
)";

constexpr std::string_view engine_section = R"(
# ---- Options of the engine -------------------------------------------------

# Each line is sent to the engine as an option when it starts, in the way its manual names them.
[Engine]
;Hash = 128
;Threads = 1
;SyzygyPath = "/home/me/syzygy/3-4-5;/home/me/syzygy/6"
)";

} // namespace

std::string generate_example() {
    std::string text(introduction);
    for (const std::string_view group : option_groups()) {
        std::string heading = "\n# ---- " + std::string(group) + ' ';
        heading.append(heading.size() < 78 ? 78 - heading.size() : 0, '-');
        text += heading + '\n';
        for (const Option& option : schema())
            if (option.group == group && option.type != OptionType::Button) text += entry(option);
    }
    text += book_section;
    for (const BookOption& option : book_schema())
        text += option.name == "File" ? entry(option, "more.abk") : entry(option);
    text += engine_section;
    return text;
}

} // namespace polyglot::config

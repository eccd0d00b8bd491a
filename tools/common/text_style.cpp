#include "tools/common/text_style.hpp"

#include "core/text/text.hpp"
#include "storage/files/environment.hpp"
#include "tools/common/terminal.hpp"
#include "tools/common/terminal_buffer.hpp"

#include <iostream>

namespace polyglot::tools {
namespace {

// Returns the first of these variables that is set and not empty, in the order of setlocale().
std::string locale_name() {
    for (const char* name : {"LC_ALL", "LC_CTYPE", "LANG"})
        if (const auto value = io::environment_variable(name); value && !value->empty())
            return *value;
    return {};
}

std::string_view code_of(TextColour colour) {
    switch (colour) {
    case TextColour::Bar: return "32";
    case TextColour::Name: return "36";
    case TextColour::Faint: return "2";
    case TextColour::Bold: return "1";
    case TextColour::Warning: return "31";
    }
    return "0";
}

} // namespace

std::string TextStyle::in(TextColour colour, std::string_view text) const {
    if (!colours || text.empty()) return std::string(text);
    return "\x1b[" + std::string(code_of(colour)) + 'm' + std::string(text) + "\x1b[0m";
}

TextStyle style_by(const StyleFacts& facts) {
    const std::string locale = text::lower(facts.locale);
    return {.colours = facts.terminal && facts.no_color.empty() && facts.term != "dumb",
            .utf8 = facts.console_utf8 || locale.find("utf-8") != std::string::npos ||
                    locale.find("utf8") != std::string::npos,
            .columns = facts.columns};
}

TextStyle style_of(std::ostream& out) {
    if (&out != &std::cout) return {};
    StyleFacts facts{.terminal = io::stdout_is_terminal(),
                     .console_utf8 = false,
                     .no_color = io::environment_variable("NO_COLOR").value_or(""),
                     .term = io::environment_variable("TERM").value_or(""),
                     .locale = locale_name(),
                     .columns = 80};
    if (facts.terminal) facts.columns = io::stdout_columns();
    facts.console_utf8 = facts.terminal && io::console_is_utf8();
    const TextStyle style = style_by(facts);
    if (auto* const filter = dynamic_cast<TerminalBuffer*>(out.rdbuf());
        filter != nullptr && style.colours)
        filter->let_colours_pass();
    return style;
}

} // namespace polyglot::tools

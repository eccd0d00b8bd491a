#include "tools/common/command_line.hpp"

#include "core/text/utf8.hpp"

#include <algorithm>
#include <ostream>
#include <string>

namespace polyglot::tools {

int fail(std::ostream& err, std::string_view message) {
    err << message << '\n';
    return exit_bad_input;
}

void show_error(std::ostream& err, std::string_view place, std::string_view message,
                std::string_view text, std::size_t offset) {
    constexpr std::size_t shown_bytes = 240;
    err << text::shown_text(place) << ": " << text::shown_text(message) << '\n';
    std::string line(text.substr(0, shown_bytes));
    std::ranges::replace_if(
        line, [](char c) { return static_cast<unsigned char>(c) < 0x20; }, ' ');
    err << "    " << text::shown_text(line) << '\n';
    if (offset <= line.size()) err << std::string(4 + offset, ' ') << "^\n";
}

} // namespace polyglot::tools

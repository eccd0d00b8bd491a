#include "tools/common/help_text.hpp"

#include "core/text/text.hpp"

#include <algorithm>
#include <sstream>

namespace polyglot::tools {
namespace {

constexpr std::size_t narrowest = 40; // columns
constexpr std::size_t widest = 120;   // longer lines are hard to read
constexpr std::size_t description_column = 24;

std::string format_option(const boost::program_options::option_description& option,
                          const TextStyle& style, std::size_t columns) {
    const std::string parameter = option.format_parameter();
    const std::string name = '-' + option.long_name() + (parameter.empty() ? "" : ' ' + parameter);
    const std::size_t column = std::min(description_column, columns / 2);
    const bool beside = name.size() + 4 <= column;
    return "  " + style.in(TextColour::Name, name) + (beside ? "" : "\n") +
           std::string(beside ? column - 2 - name.size() : column, ' ') +
           text::wrap(option.description(), column, columns) + '\n';
}

} // namespace

// Boost does not expose the groups, but its own output contains titles and options in order.
std::string format_options(const boost::program_options::options_description& options,
                           const TextStyle& style) {
    const std::size_t columns = std::clamp(style.columns, narrowest, widest);
    std::stringstream listed;
    listed << options;
    std::string out;
    for (std::string line; std::getline(listed, line);) {
        constexpr std::string_view before_name = "  --";
        if (line.starts_with(before_name)) {
            std::string_view rest = std::string_view(line).substr(before_name.size());
            out += format_option(options.find(std::string(text::next_word(rest)), false), style,
                                 columns);
        } else if (!line.starts_with("   ")) { // other lines continue a description
            out += style.in(TextColour::Bold, line) + '\n';
        }
    }
    return out;
}

} // namespace polyglot::tools

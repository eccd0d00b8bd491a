// Formats the help of a command for a terminal.
#pragma once
#include "tools/common/text_style.hpp"

#include <string>

#include <boost/program_options/options_description.hpp>

namespace polyglot::tools {

// Returns the options with one dash before their names, in lines of the terminal's width. Titles
// and names are coloured if the style has colours.
std::string format_options(const boost::program_options::options_description& options,
                           const TextStyle& style);

} // namespace polyglot::tools

// The help of a command as a terminal shows it.
#pragma once
#include "tools/common/text_style.hpp"

#include <string>

#include <boost/program_options/options_description.hpp>

namespace polyglot::tools {

// With one dash before the names, in lines of the terminal's width; titles and names coloured if
// there are colours.
std::string format_options(const boost::program_options::options_description& options,
                           const TextStyle& style);

} // namespace polyglot::tools

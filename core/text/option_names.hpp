// Writes the names of options as messages show them. Test: option_names_test.cpp.
#pragma once
#include <string>

namespace polyglot::text {

// Turns Boost's "option '--color'" into "option -color": options have one dash in all messages.
std::string with_one_dash(std::string message);

} // namespace polyglot::text

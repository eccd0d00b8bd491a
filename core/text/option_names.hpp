// How messages name options.
#pragma once
#include <string>

namespace polyglot::text {

// Boost's "option '--color'" is "option -color": options have one dash in all messages.
std::string with_one_dash(std::string message);

} // namespace polyglot::text

// What all commands have in common: their exit statuses, and how they show an error in a text.
#pragma once
#include "tools/common/commands.hpp"

#include <cstddef>
#include <iosfwd>
#include <string_view>

namespace polyglot::tools {

// What every command returns, see commands.hpp.
constexpr int exit_done = 0;
constexpr int exit_bad_input = 1;
constexpr int exit_bad_usage = 2;

// "place: message", then the text with a caret under the byte at offset.
void show_error(std::ostream& err, std::string_view place, std::string_view message,
                std::string_view text, std::size_t offset);

} // namespace polyglot::tools

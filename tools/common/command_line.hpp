// Defines what all commands share: the exit statuses and the display of an error in a text.
#pragma once
#include "tools/common/commands.hpp"

#include <cstddef>
#include <iosfwd>
#include <string_view>

namespace polyglot::tools {

// The exit statuses of every command; commands.hpp describes them.
constexpr int exit_done = 0;
constexpr int exit_bad_input = 1;
constexpr int exit_bad_usage = 2;

// Prints the message as a line of its own; returns exit_bad_input.
int fail(std::ostream& err, std::string_view message);

// Prints "place: message" and then the text with a caret under the byte at offset.
void show_error(std::ostream& err, std::string_view place, std::string_view message,
                std::string_view text, std::size_t offset);

} // namespace polyglot::tools

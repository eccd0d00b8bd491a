// The terminal that we may have been started in.
#pragma once
#include <cstddef>

namespace polyglot::io {

bool stdin_is_terminal();
bool stdout_is_terminal();
bool stderr_is_terminal();
// Characters of a line on standard error's terminal, as it is now; 80 where that is not known.
std::size_t stderr_columns();

} // namespace polyglot::io

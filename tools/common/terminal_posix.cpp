#ifndef _WIN32
#include "tools/common/terminal.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

namespace polyglot::io {

bool stdin_is_terminal() {
    return ::isatty(STDIN_FILENO) == 1;
}

bool stdout_is_terminal() {
    return ::isatty(STDOUT_FILENO) == 1;
}

bool stderr_is_terminal() {
    return ::isatty(STDERR_FILENO) == 1;
}

std::size_t stderr_columns() {
    winsize size{};
    const bool known = ::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
    return known ? size.ws_col : 80;
}

TerminalText::TerminalText() {
    static_cast<void>(code_page_);
}
TerminalText::~TerminalText() = default;

} // namespace polyglot::io
#endif

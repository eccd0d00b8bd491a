#include "tools/common/terminal.hpp"

#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace polyglot::io {
namespace {

std::size_t columns_of(int terminal) {
    winsize size{};
    const bool known = ::ioctl(terminal, TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
    return known ? size.ws_col : 80;
}

} // namespace

bool stdin_is_terminal() {
    return ::isatty(STDIN_FILENO) == 1;
}

bool stdin_is_pipe() {
    struct stat status {};
    return ::fstat(STDIN_FILENO, &status) == 0 &&
           (S_ISFIFO(status.st_mode) || S_ISSOCK(status.st_mode));
}

bool stdout_is_terminal() {
    return ::isatty(STDOUT_FILENO) == 1;
}

bool stderr_is_terminal() {
    return ::isatty(STDERR_FILENO) == 1;
}

bool has_console_to_itself() {
    return false;
}

std::size_t stderr_columns() {
    return columns_of(STDERR_FILENO);
}

std::size_t stdout_columns() {
    return columns_of(STDOUT_FILENO);
}

bool console_is_utf8() {
    return false;
}

TerminalText::TerminalText() {
    static_cast<void>(code_page_);
}
TerminalText::~TerminalText() = default;

} // namespace polyglot::io

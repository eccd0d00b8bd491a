#include "tools/common/terminal.hpp"

#include <array>
#include <cstddef>
#include <initializer_list>
#include <windows.h>

namespace polyglot::io {
namespace {

// Not _isatty(), which takes the device NUL for a terminal.
bool is_console(DWORD standard) {
    DWORD mode = 0;
    return ::GetConsoleMode(::GetStdHandle(standard), &mode) != 0;
}

std::size_t columns_of(DWORD standard) {
    CONSOLE_SCREEN_BUFFER_INFO info{};
    const bool known = ::GetConsoleScreenBufferInfo(::GetStdHandle(standard), &info) != 0;
    const int columns = info.srWindow.Right - info.srWindow.Left + 1;
    return known && columns > 0 ? static_cast<std::size_t>(columns) : 80;
}

} // namespace

bool stdin_is_terminal() {
    return is_console(STD_INPUT_HANDLE);
}

bool stdin_is_pipe() {
    return ::GetFileType(::GetStdHandle(STD_INPUT_HANDLE)) == FILE_TYPE_PIPE;
}

bool stdout_is_terminal() {
    return is_console(STD_OUTPUT_HANDLE);
}

bool stderr_is_terminal() {
    return is_console(STD_ERROR_HANDLE);
}

bool has_console_to_itself() {
    std::array<DWORD, 2> processes{};
    return ::GetConsoleProcessList(processes.data(), static_cast<DWORD>(processes.size())) == 1;
}

std::size_t stderr_columns() {
    return columns_of(STD_ERROR_HANDLE);
}

std::size_t stdout_columns() {
    return columns_of(STD_OUTPUT_HANDLE);
}

bool console_is_utf8() {
    return ::GetConsoleOutputCP() == CP_UTF8;
}

TerminalText::TerminalText() {
    for (const DWORD standard : {STD_OUTPUT_HANDLE, STD_ERROR_HANDLE}) {
        DWORD mode = 0;
        const HANDLE handle = ::GetStdHandle(standard);
        if (::GetConsoleMode(handle, &mode) == 0) continue; // not a console
        if (code_page_ == 0) code_page_ = ::GetConsoleOutputCP();
        ::SetConsoleOutputCP(CP_UTF8);
        ::SetConsoleMode(handle, mode | ENABLE_VIRTUAL_TERMINAL_PROCESSING);
    }
}

TerminalText::~TerminalText() {
    if (code_page_ != 0) ::SetConsoleOutputCP(code_page_);
}

} // namespace polyglot::io

// Describes the terminal that the program may have been started in.
#pragma once
#include <cstddef>

namespace polyglot::io {

bool stdin_is_terminal();
bool stdin_is_pipe(); // or a socket: a program has started this one and may send lines
bool stdout_is_terminal();
bool stderr_is_terminal();
// Returns true if no other program uses the console, as after a double click in Windows' Explorer;
// its window closes when this program ends. Always false on other systems.
bool has_console_to_itself();
// Returns the current width of standard error's terminal in characters, or 80 if it is unknown.
std::size_t stderr_columns();
std::size_t stdout_columns(); // the same for standard output

// Returns true on a Windows console, which TerminalText sets to UTF-8; elsewhere the locale
// decides.
bool console_is_utf8();

// On Windows, makes a console show UTF-8 and obey escape sequences during its lifetime and then
// restores the previous state. POSIX terminals need no change.
class TerminalText {
  public:
    TerminalText();
    // NOLINTNEXTLINE(performance-trivially-destructible): on Windows it restores the console
    ~TerminalText();
    TerminalText(const TerminalText&) = delete;
    TerminalText& operator=(const TerminalText&) = delete;

  private:
    unsigned code_page_ = 0; // 0: nothing to restore
};

} // namespace polyglot::io

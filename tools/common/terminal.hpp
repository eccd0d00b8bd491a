// The terminal that we may have been started in.
#pragma once
#include <cstddef>

namespace polyglot::io {

bool stdin_is_terminal();
bool stdout_is_terminal();
bool stderr_is_terminal();
// Characters of a line on standard error's terminal, as it is now; 80 where that is not known.
std::size_t stderr_columns();
std::size_t stdout_columns(); // the same of standard output's

// True of a console of Windows, which TerminalText makes show UTF-8; elsewhere the locale says it.
bool console_is_utf8();

// Windows: while this lives, a console that we write to shows UTF-8 and obeys escape sequences;
// then it is as before. POSIX: terminals do so anyway.
class TerminalText {
  public:
    TerminalText();
    // NOLINTNEXTLINE(performance-trivially-destructible): of Windows it has something to restore
    ~TerminalText();
    TerminalText(const TerminalText&) = delete;
    TerminalText& operator=(const TerminalText&) = delete;

  private:
    unsigned code_page_ = 0; // 0: nothing to restore
};

} // namespace polyglot::io

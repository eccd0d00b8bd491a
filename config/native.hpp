// The differences between systems in the form of settings.
#pragma once
#include "core/text/shell_words.hpp"

namespace polyglot::config {

struct Dialect {
    text::Quoting quoting = text::Quoting::Posix; // of EngineCommand
    bool variables = false;                       // %NAME% in a path is an environment variable
    // Without SettingsDir settings are saved in ~/.polyglot if this is true, in .\_PG if not.
    bool saves_at_home = true;
    // The system looks for programs under names with blanks that are not in quotes.
    bool joins_engine_name = false;
    // The shell hands *.pgn to the program, which has to find the files.
    bool expands_arguments = false;
};

Dialect native_dialect();

} // namespace polyglot::config

// What differs between the systems in how settings are written.
#pragma once
#include "core/text/shell_words.hpp"

namespace polyglot::config {

struct Dialect {
    text::Quoting quoting = text::Quoting::Posix; // of EngineCommand
    bool variables = false;                       // %NAME% in a path is a variable of the environment
    bool saves_at_home = true;                    // without SettingsDir: in ~/.polyglot, else in .\_PG
};

Dialect native_dialect();

} // namespace polyglot::config

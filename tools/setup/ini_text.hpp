// Formats the ini file of the choices. Test: ini_text_test.cpp, which reads it back.
#pragma once
#include "tools/setup/choices.hpp"

#include <string>

namespace polyglot::tools {

// If there is a book, the engine's own book is switched off if an option for it is on by default,
// unless the user has set that option.
std::string format_setup_ini(const ChosenEngine& engine, const SetupChoices& choices);

} // namespace polyglot::tools

// Logs what the session asks for and is answered: books, their files, saved settings, the store of
// results. With these lines (answer_lines.hpp) a replay gets the same answers and needs no files.
#pragma once
#include "adapter/session/shared/context.hpp"

#include <string>
#include <vector>

namespace polyglot::session {

// Returns the same environment, with its answers written to its log.
Environment with_logged_answers(Environment environment);

// Returns the lines with which a transcript plays by these settings: "set NAME = VALUE" where that
// is not the default, "set [BOOK] NAME = VALUE", "engine-option NAME = VALUE". BookSeed is left
// out, because the shell logs the seed that was drawn.
std::vector<std::string> settings_lines(const config::Settings& settings);

} // namespace polyglot::session

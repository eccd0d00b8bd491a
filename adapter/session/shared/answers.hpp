// What the session asks of the world outside (books, their files, saved settings, the store of results) as lines of the
// log (answer_lines.hpp), so that a replay is given the same answers and needs no file.
#pragma once
#include "adapter/session/shared/context.hpp"

#include <string>
#include <vector>

namespace polyglot::session {

// The same environment, but what it answers goes into its log.
Environment with_logged_answers(Environment environment);

// What a transcript must set to play by these settings: "set NAME = VALUE" where that is not the default, "set [BOOK]
// NAME = VALUE", "engine-option NAME = VALUE". Without BookSeed: the seed drawn is the shell's.
std::vector<std::string> settings_lines(const config::Settings& settings);

} // namespace polyglot::session

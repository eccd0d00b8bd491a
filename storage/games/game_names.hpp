// The names of files of games in statistics. Test: game_names_test.cpp.
#pragma once
#include "core/result.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace polyglot::io {

// Returns the name under which statistics in the file `stats` record a file of games, with '/' on
// all systems: below the folder of `stats` relative to it, so that both can be moved together;
// otherwise the whole path.
std::string recorded_name(const std::filesystem::path& games, const std::filesystem::path& stats);

// Returns the file that a recorded name meant when `stats` was written.
std::filesystem::path recorded_file(const std::string& name, const std::filesystem::path& stats);

// Returns the regular file that a recorded name means now. Anybody may have written the name:
// therefore it is looked for only in the folder of `stats` and in `folders`, there at its place and
// by its last part, and links that lead out of the folder do not count. The error says where it was
// looked for.
Result<std::filesystem::path> find_recorded(const std::string& name,
                                            const std::filesystem::path& stats,
                                            const std::vector<std::filesystem::path>& folders);

} // namespace polyglot::io

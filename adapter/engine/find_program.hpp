// Finds the program for an engine's name. Test: find_program_*_test.cpp.
#pragma once
#include "core/result.hpp"

#include <filesystem>
#include <string>

namespace polyglot::io {

struct Program {
    std::filesystem::path executable;        // absolute
    std::filesystem::path working_directory; // absolute: EngineDir
};

// A name with a directory in it ("./sf", "bin/sf", "/opt/sf") is that file, relative to engine_dir.
// A bare name ("sf") is searched in engine_dir first, then in the directories of search_path (the
// value of PATH). engine_dir itself is relative to start_directory. No other place is tried. Only a
// regular file that may be executed counts; on Windows .exe, .bat and .cmd are added to a name
// without one of them. The error begins with the reason and is short enough for a message box:
// XBoard takes a text with "not found", "No such file" or "Permission denied" for its own failure
// to start us, and shows only the beginning.
Result<Program> find_program(const std::string& name, const std::string& engine_dir,
                             const std::filesystem::path& start_directory,
                             const std::string& search_path);

} // namespace polyglot::io

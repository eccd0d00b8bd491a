// The system's conventions for the names of programs.
#pragma once
#include <filesystem>
#include <string_view>
#include <vector>

namespace polyglot::io {

struct ProgramNames {
    // A name with one of them is a path, and is not searched.
    std::string_view directory_marks;
    std::vector<std::string_view> usual_directories; // where engines are installed, for a hint
};

ProgramNames program_names();

// Returns the files that a name may mean, in the order in which they are tried.
std::vector<std::filesystem::path> spellings(const std::filesystem::path& file);

// Returns true for a regular file that may be executed.
bool may_execute(const std::filesystem::path& file);

} // namespace polyglot::io

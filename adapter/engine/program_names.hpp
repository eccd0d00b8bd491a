// How this system names programs.
#pragma once
#include <filesystem>
#include <string_view>
#include <vector>

namespace polyglot::io {

struct ProgramNames {
    char list_separator;                             // between the folders of PATH
    std::string_view directory_marks;                // a name with one of them is not searched
    std::vector<std::string_view> usual_directories; // where engines are installed, for a hint
};

ProgramNames program_names();

// The files that a name may stand for, in the order in which they are tried.
std::vector<std::filesystem::path> spellings(const std::filesystem::path& file);

// A regular file that may be executed.
bool may_execute(const std::filesystem::path& file);

} // namespace polyglot::io

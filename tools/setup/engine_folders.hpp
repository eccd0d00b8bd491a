// The folders in which engines usually are, and where a list of folders begins: the systems differ.
#pragma once
#include <filesystem>
#include <vector>

namespace polyglot::tools {

struct EngineFolder {
    std::filesystem::path path;
    // True where engines are among themselves: each program in it is taken for one. False where
    // other programs are as well, so that only known names count.
    bool has_engines_only = false;
    int depth = 0; // folders within folders

    bool operator==(const EngineFolder&) const = default;
};

// Returns the usual folders, whether they exist or not, without those of PATH.
std::vector<EngineFolder> usual_engine_folders();
// Returns the roots of the file system: "/", or the drives.
std::vector<std::filesystem::path> file_system_roots();

} // namespace polyglot::tools

// Finds engines for `polyglot setup`. Test: engine_places_test.cpp.
#pragma once
#include "tools/setup/engine_folders.hpp"

#include <cstddef>
#include <filesystem>
#include <string_view>
#include <vector>

namespace polyglot::tools {

constexpr std::size_t most_found_engines = 100;

// Recognizes the file names of programs that are engines: "stockfish-ubuntu-x86-64-avx2",
// "toga2". Names of GUIs (xboard) and of polyglot are not.
bool is_engine_name(std::string_view file_name);

// Returns the folders of PATH, in its order, that are absolute.
std::vector<EngineFolder> folders_of_search_path(std::string_view search_path);

// Returns the programs in these folders that are taken for engines, in the order of the folders,
// sorted by name within one; each once, whatever links lead to it.
std::vector<std::filesystem::path> find_engines(const std::vector<EngineFolder>& folders);

} // namespace polyglot::tools

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

struct FoundEngine {
    std::filesystem::path path;
    std::filesystem::path file; // to which links lead
};

// Returns the programs in this folder that are taken for engines, sorted by name. Waits as long as
// the file system does.
std::vector<FoundEngine> list_engines(const EngineFolder& folder);

} // namespace polyglot::tools

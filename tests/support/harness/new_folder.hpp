// An empty folder among the system's temporary ones, on every system.
#pragma once
#include <filesystem>
#include <random>
#include <string>

namespace polyglot::test {

inline std::filesystem::path new_folder(const std::string& stem) {
    std::random_device random;
    std::filesystem::path folder;
    do {
        folder = std::filesystem::temp_directory_path() / (stem + std::to_string(random()));
    } while (
        !std::filesystem::create_directory(folder)); // false: there already; other errors throw
    return folder;
}

} // namespace polyglot::test

// Creates an empty folder in the system's temporary folder, on every system.
#pragma once
#include <filesystem>
#include <random>
#include <string>

namespace polyglot::test {

inline std::filesystem::path new_folder(const std::string& stem) {
    std::random_device random;
    std::filesystem::path folder;
    // create_directory() returns false if the folder exists already; other errors throw.
    do {
        folder = std::filesystem::temp_directory_path() / (stem + std::to_string(random()));
    } while (!std::filesystem::create_directory(folder));
    return folder;
}

} // namespace polyglot::test

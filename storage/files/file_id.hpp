// Identifies the file that a path leads to: equal for every path, link and spelling that leads to
// the same file.
#pragma once
#include <cstdint>
#include <filesystem>
#include <optional>

namespace polyglot::io {

struct FileId {
    std::uint64_t volume = 0;
    std::uint64_t number = 0; // unique on the volume; may be reused after this file is deleted
    friend bool operator==(const FileId&, const FileId&) = default;
};

// Follows links. Returns nullopt if the file does not exist or cannot be examined.
std::optional<FileId> find_file_id(const std::filesystem::path& file);

} // namespace polyglot::io

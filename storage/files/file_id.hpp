// Which file a name leads to: the same for every name, link and spelling of it.
#pragma once
#include <cstdint>
#include <filesystem>
#include <optional>

namespace polyglot::io {

struct FileId {
    std::uint64_t volume = 0;
    std::uint64_t number = 0; // on that volume; another file may get it after this one is gone
    friend bool operator==(const FileId&, const FileId&) = default;
};

// Follows links. Returns nullopt if there is no such file, or it cannot be examined.
std::optional<FileId> find_file_id(const std::filesystem::path& file);

} // namespace polyglot::io

// A file in memory, read-only, without reading it: pages come in as they are looked at.
#pragma once
#include "core/result.hpp"

#include <cstddef>
#include <filesystem>
#include <span>

namespace polyglot::io {

class MappedFile {
  public:
    // An empty file gives no bytes. The error names the path and the system's reason; directories and other things
    // that are no regular file are refused.
    static Result<MappedFile> open(const std::filesystem::path& path);

    MappedFile(MappedFile&& other) noexcept;
    MappedFile& operator=(MappedFile&& other) noexcept;
    ~MappedFile();

    // Valid as long as this object, also when it is moved.
    std::span<const std::byte> bytes() const { return {data_, size_}; }
    // False when somebody has cut the file short since: reading the missing part would end the process.
    bool intact() const;
    // Gives the pages read so far back to the system, which keeps them cached; the next look costs a page fault.
    void release_pages() const;

  private:
    MappedFile() = default;
    void close() noexcept;

    const std::byte* data_ = nullptr;
    std::size_t size_ = 0;
    std::ptrdiff_t file_ = -1; // the system's handle, kept for intact()
};

} // namespace polyglot::io

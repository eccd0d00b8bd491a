// A file that any number of programs read, and change in place, a few bytes at a time. Test:
// shared_file_test.cpp.
#pragma once
#include "core/book/byte_reader.hpp"
#include "core/result.hpp"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>

namespace polyglot::io {

// Every error names the path and the system's reason.
class SharedFile : public book::ByteReader {
  public:
    // Locks these bytes; returns false if another owner has locked them. Never waits. Locks are
    // advisory, and do not stop readers. Each opened file is a separate owner, even in the same
    // process; a process's locks are released when it ends, for whatever reason.
    virtual Result<bool> try_lock(std::uint64_t offset, std::uint64_t count) = 0;
    virtual Result<void> unlock(std::uint64_t offset, std::uint64_t count) = 0;
    // Reads all of these bytes. It is an error if the file ends before.
    virtual Result<void> read(std::uint64_t offset, std::span<std::byte> into) const = 0;
    // Overwrites existing bytes of the file, in one call.
    virtual Result<void> overwrite(std::uint64_t offset, std::span<const std::byte> bytes) = 0;
    // Returns false if the path names another file now. It is an error if the path names no file,
    // or the file is shorter than it was at opening.
    virtual Result<bool> is_current() const = 0;
};

// Opens a regular file for reading and writing; links are followed as by follow_links().
Result<std::shared_ptr<SharedFile>> open_shared_file(const std::filesystem::path& path);

// Returns whether the process may create files in this folder. Nothing is created.
bool may_make_files_in(const std::filesystem::path& folder);

} // namespace polyglot::io

// A file that several processes add to, read and remove, one at a time.
#pragma once
#include "core/book/byte_reader.hpp"
#include "core/result.hpp"

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string_view>

namespace polyglot::io {

// Open and locked until the object is destroyed or the process ends, for whatever reason. Every error names the path
// and the system's reason.
class LockedFile : public book::ByteReader {
  public:
    // Writes all of the bytes after the last one of the file, or nothing. They outlive a kill of the process, but not a
    // power failure: nothing is synced.
    virtual Result<void> append(std::string_view bytes) = 0;
    // The file loses its name. Nothing may be done with the object afterwards.
    virtual Result<void> remove() = 0;
    // The same number for every opening of one file, another one for a file that exists at the same time.
    virtual std::uint64_t identity() const = 0;
};

struct OpenedLockedFile {
    std::unique_ptr<LockedFile> file{}; // null: there is no such file, or it is busy
    bool is_busy = false;               // another process had it locked all the time
};
enum class MakeLockedFile : std::uint8_t { Never, IfMissing };

// patience: how long to wait for the lock of another process. A new file gets owner and permissions of the file
// `beside`, as far as we may give them, if that file exists and is trusted; if it is not trusted, no more permissions
// than all users have there. Refused are anything but a regular file, a link, and what another user may have put there:
// in a folder where others may make files, a file of another user, or one with a second name.
Result<OpenedLockedFile> open_locked_file(const std::filesystem::path& path, const std::filesystem::path& beside,
                                          MakeLockedFile make, std::chrono::milliseconds patience);

} // namespace polyglot::io

// A file that several processes append to, read and remove, one at a time.
#pragma once
#include "core/book/byte_reader.hpp"
#include "core/result.hpp"

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string_view>

namespace polyglot::io {

// The file is open and locked until the object is destroyed or the process ends, for whatever
// reason. Every error names the path and the system's reason.
class LockedFile : public book::ByteReader {
  public:
    // Appends all of the bytes, or nothing. They survive a kill of the process, but not a power
    // failure, because nothing is synced.
    virtual Result<void> append(std::string_view bytes) = 0;
    // Removes the file's name. The object must not be used afterwards.
    virtual Result<void> remove() = 0;
    // Returns the same number for every opening of one file, and another one for a file that exists
    // at the same time.
    virtual std::uint64_t identity() const = 0;
};

struct OpenedLockedFile {
    std::unique_ptr<LockedFile> file{}; // null if there is no such file, or it is busy
    bool is_busy = false;               // another process has had it locked all the time
};
enum class MakeLockedFile : std::uint8_t { Never, IfMissing };

// Waits up to patience for the lock of another process. A new file gets owner and permissions of
// the file `beside`, as far as the process may set them, if that file exists and is trusted; if it
// is not trusted, no more permissions than all users have there. A link and anything but a regular
// file are refused, and so is a file that another user may have put there: in a folder where others
// may create files, a file of another user, or one with a second name.
Result<OpenedLockedFile> open_locked_file(const std::filesystem::path& path,
                                          const std::filesystem::path& beside, MakeLockedFile make,
                                          std::chrono::milliseconds patience);

} // namespace polyglot::io

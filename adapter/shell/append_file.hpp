// A file to which several processes append. Tests: log_file*_test.cpp.
#pragma once
#include "core/result.hpp"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace polyglot::io {

class AppendFile {
  public:
    // Opens the file, and creates it if it does not exist. Links are followed as by follow_links().
    // A pipe without a reader is an error, and is not waited for. The error does not contain the
    // file's name.
    static Result<AppendFile> open(const std::filesystem::path& file);
    AppendFile(AppendFile&&) noexcept;
    AppendFile& operator=(AppendFile&&) noexcept;
    ~AppendFile();

    // Appends in one piece, so that the output of several processes never mixes. Returns false if
    // not all bytes were written (the disk is full).
    bool append(std::string_view bytes);
    std::optional<std::uint64_t> size() const; // nullopt if it is not a regular file

    // Call this for a file that has become too large. Renames it to FILE.1, replacing the old
    // one, and continues in a new file; if another process has renamed it already, only the latter.
    // Never waits for other processes; with force false it may leave the file as it is, for a later
    // call. If FILE.1 cannot be replaced, the file is emptied instead, and the reason is returned.
    std::optional<std::string> rotate(bool force);

  private:
    struct Impl;
    explicit AppendFile(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> impl_;
};

} // namespace polyglot::io

// A file that several processes append to.
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
    // Creates it if need be. Links are followed as by follow_links(). Does not wait for a pipe without a reader: that
    // is an error. The error lacks the file's name.
    static Result<AppendFile> open(const std::filesystem::path& file);
    AppendFile(AppendFile&&) noexcept;
    AppendFile& operator=(AppendFile&&) noexcept;
    ~AppendFile();

    // In one piece: what several processes append never mixes. False: not all of it was written (the disk is full).
    bool append(std::string_view bytes);
    std::optional<std::uint64_t> size() const; // nullopt: not a regular file

    // For a file that has become too large: renames it to FILE.1, replacing the old one, and goes on in a new file; if
    // another process has done so already, only the latter. Never waits for other processes: with force false it may
    // leave the file as it is, for a later call. If FILE.1 cannot be replaced, the file is emptied instead: returns
    // why.
    std::optional<std::string> rotate(bool force);

  private:
    struct Impl;
    explicit AppendFile(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> impl_;
};

} // namespace polyglot::io

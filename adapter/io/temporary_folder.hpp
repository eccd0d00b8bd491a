// A folder for intermediate files, gone with the object.
#pragma once
#include "core/result.hpp"

#include <filesystem>

namespace polyglot::io {

class TemporaryFolder {
  public:
    // In the folder of `file`, named after it. What killed processes have left there for the same file is removed.
    static Result<TemporaryFolder> beside(const std::filesystem::path& file);
    TemporaryFolder(TemporaryFolder&& other) noexcept;
    TemporaryFolder& operator=(TemporaryFolder&& other) noexcept;
    ~TemporaryFolder();
    const std::filesystem::path& path() const { return path_; }

  private:
    explicit TemporaryFolder(std::filesystem::path path) : path_(std::move(path)) {}
    std::filesystem::path path_;
};

} // namespace polyglot::io

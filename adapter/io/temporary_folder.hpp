// A folder for intermediate files, gone with the object, and nobody else's meanwhile.
#pragma once
#include "core/result.hpp"

#include <filesystem>
#include <memory>

namespace polyglot::io {

// Held on a folder until it is destroyed, or the process ends, however it does.
class FolderLock {
  public:
    virtual ~FolderLock() = default;
    // Null when another process has it, or the folder is gone.
    static std::unique_ptr<FolderLock> take(const std::filesystem::path& folder);
};

class TemporaryFolder {
  public:
    // "FILE.<number>.polyglot-runs" in the folder of `file`. What killed processes have left there for the same file is
    // removed; the folders of living ones stay.
    static Result<TemporaryFolder> beside(const std::filesystem::path& file);
    static void remove_left_overs(const std::filesystem::path& file); // that alone
    // This folder, made where it is not there, and kept. The error says when another process has it.
    static Result<TemporaryFolder> keep(const std::filesystem::path& folder);
    TemporaryFolder(TemporaryFolder&& other) noexcept = default;
    TemporaryFolder& operator=(TemporaryFolder&& other) noexcept;
    ~TemporaryFolder();
    const std::filesystem::path& path() const { return path_; }

  private:
    TemporaryFolder(std::filesystem::path path, std::unique_ptr<FolderLock> lock, bool kept);

    std::filesystem::path path_;
    std::unique_ptr<FolderLock> lock_; // null: moved from
    bool kept_ = false;
};

} // namespace polyglot::io

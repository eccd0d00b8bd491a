// A folder for intermediate files, gone with the object, and nobody else's meanwhile.
#pragma once
#include "core/result.hpp"

#include <filesystem>
#include <memory>

namespace polyglot::io {

class TemporaryFolder {
  public:
    // "FILE.<number>.polyglot-runs" in the folder of `file`. What killed processes have left there for the same file is
    // removed; the folders of living ones stay.
    static Result<TemporaryFolder> beside(const std::filesystem::path& file);
    static void remove_left_overs(const std::filesystem::path& file); // that alone
    // This folder, made where it is not there, and kept. The error says when another process has it.
    static Result<TemporaryFolder> keep(const std::filesystem::path& folder);
    TemporaryFolder(TemporaryFolder&& other) noexcept;
    TemporaryFolder& operator=(TemporaryFolder&& other) noexcept;
    ~TemporaryFolder();
    const std::filesystem::path& path() const { return path_; }

  private:
    class Lock; // held as long as the folder is in use, however the process ends
    TemporaryFolder(std::filesystem::path path, std::unique_ptr<Lock> lock, bool kept);
    static std::unique_ptr<Lock> lock(const std::filesystem::path& folder); // null: another process has it, or no such

    std::filesystem::path path_;
    std::unique_ptr<Lock> lock_;
    bool kept_ = false;
};

} // namespace polyglot::io

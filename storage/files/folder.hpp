// A folder that is held open. All operations are on this folder, even if its name leads elsewhere
// meanwhile.
#pragma once
#include "core/result.hpp"
#include "core/text/path_text.hpp"

#include <concepts>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace polyglot::io {

class Folder {
  public:
    using Pointer = std::shared_ptr<const Folder>;
    enum class Make : std::uint8_t { Never, IfMissing, MustBeNew };

    // Opens a folder by its path; links are followed.
    static Result<Pointer> open(const std::filesystem::path& path);
    // Opens the user's folder of this name in the parent, and gives it mode 0700. A link is not
    // followed. It is an error if the folder belongs to another user, or if others may write to it
    // and so may have put something into it.
    static Result<Pointer> own(Pointer parent, const std::string& name, Make make);
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;
    ~Folder();

    // For an own() folder: locks it for this process until the object is destroyed. Returns false
    // if another process has locked it, if its name in the parent refers to another folder now, or
    // if locking is not supported here.
    bool lock() const;
    // Removes an own() folder from its parent, if it is empty and still has its name there.
    bool remove() const;

    std::vector<std::string> names() const; // of files and folders in it
    bool has(const std::string& name) const;
    // Does nothing if it is no file or cannot be removed.
    void remove_file(const std::string& name) const;

    const std::filesystem::path& path() const { return path_; } // for messages
    int descriptor() const { return descriptor_; }              // POSIX

  private:
    explicit Folder(std::filesystem::path path) : path_(std::move(path)) {}

    std::filesystem::path path_;
    Pointer parent_; // for own()
    std::string name_;
    int descriptor_ = -1;
    void* handle_ = nullptr; // Windows: of the folder
    mutable void* lock_ = nullptr;
};

// The place of a file: a path, or a name in a folder that is held open, where no link is followed.
class FileAt {
  public:
    // NOLINTNEXTLINE(google-explicit-constructor)
    FileAt(std::filesystem::path path) : name_(std::move(path)) {}
    FileAt(Folder::Pointer folder, const std::string& name)
        : folder_(std::move(folder)), name_(to_path(name)) {}

    // Null if name() is a path.
    const Folder::Pointer& folder() const { return folder_; }
    // In folder().
    const std::filesystem::path& name() const { return name_; }
    // For messages.
    std::filesystem::path path() const { return folder_ ? folder_->path() / name_ : name_; }
    friend bool operator==(const FileAt&, const FileAt&) = default;

  private:
    Folder::Pointer folder_;
    std::filesystem::path name_;
};

// Returns false if there is no such file, or it cannot be removed.
bool remove_file(const FileAt& file);

} // namespace polyglot::io

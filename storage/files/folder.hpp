// A folder that is held open: what is done in it is done in this folder, whatever its name leads to meanwhile.
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

    // By its path; links are followed.
    static Result<Pointer> open(const std::filesystem::path& path);
    // Our own folder of this name in the parent: ours by its owner, and with mode 0700 from now on. A link is not
    // followed. An error if it is another user's, or others may write to it and so may have put something into it.
    static Result<Pointer> own(Pointer parent, const std::string& name, Make make);
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;
    ~Folder();

    // For an own() folder: locks it for this process until the object is destroyed. False if another process has it, if
    // its name in the parent refers to another folder now, or if locking is not supported here.
    bool lock() const;
    // Removes an own() folder from its parent, if it is empty and still has its name there.
    bool remove() const;

    std::vector<std::string> names() const; // of files and folders in it
    bool has(const std::string& name) const;
    void remove_file(const std::string& name) const; // if it is one and can be removed

    const std::filesystem::path& path() const { return path_; } // as it was opened, for messages
    int descriptor() const { return descriptor_; }              // POSIX

  private:
    explicit Folder(std::filesystem::path path) : path_(std::move(path)) {}

    std::filesystem::path path_;
    Pointer parent_; // of own()
    std::string name_;
    int descriptor_ = -1;
    void* handle_ = nullptr; // Windows: of the folder
    mutable void* lock_ = nullptr;
};

// Where a file is: a path, or a name in a folder that is held open; there, no link is followed.
class FileAt {
  public:
    FileAt(std::filesystem::path path) : name_(std::move(path)) {} // NOLINT(google-explicit-constructor)
    FileAt(Folder::Pointer folder, const std::string& name) : folder_(std::move(folder)), name_(to_path(name)) {}

    const Folder::Pointer& folder() const { return folder_; }                                // null: name() is a path
    const std::filesystem::path& name() const { return name_; }                              // in folder()
    std::filesystem::path path() const { return folder_ ? folder_->path() / name_ : name_; } // for messages
    friend bool operator==(const FileAt&, const FileAt&) = default;

  private:
    Folder::Pointer folder_;
    std::filesystem::path name_;
};

// False if there is no such file, or it cannot be removed.
bool remove_file(const FileAt& file);

} // namespace polyglot::io

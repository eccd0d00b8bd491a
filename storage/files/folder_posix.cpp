#include "storage/files/folder.hpp"

#include <cerrno>
#include <dirent.h>
#include <fcntl.h>
#include <string_view>
#include <sys/file.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

namespace polyglot::io {
namespace fs = std::filesystem;
namespace {

constexpr ::mode_t own_mode = 0700;
constexpr int folder_flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC;

Error system_error(const fs::path& path) {
    return make_error(to_text(path) + ": " + std::generic_category().message(errno));
}

bool is_same(const struct stat& a, const struct stat& b) {
    return a.st_dev == b.st_dev && a.st_ino == b.st_ino;
}

// Returns why the folder is not the user's own; empty if it is.
std::string_view why_not_own(const struct stat& status) {
    if (status.st_uid != ::geteuid()) return "belongs to another user";
    if ((status.st_mode & (S_IWGRP | S_IWOTH)) != 0) return "may be written to by other users";
    return {};
}

} // namespace

Result<Folder::Pointer> Folder::open(const fs::path& path) {
    std::shared_ptr<Folder> folder(new Folder(path));
    folder->descriptor_ = ::open(path.empty() ? "." : path.c_str(), folder_flags);
    if (folder->descriptor_ < 0) return system_error(path);
    return Pointer(std::move(folder));
}

Result<Folder::Pointer> Folder::own(Pointer parent, const std::string& name, Make make) {
    std::shared_ptr<Folder> folder(new Folder(parent->path() / to_path(name)));
    if (make != Make::Never && ::mkdirat(parent->descriptor(), name.c_str(), own_mode) != 0 &&
        (errno != EEXIST || make == Make::MustBeNew))
        return system_error(folder->path());
    folder->descriptor_ = ::openat(parent->descriptor(), name.c_str(), folder_flags | O_NOFOLLOW);
    struct stat status {};
    if (folder->descriptor_ < 0 || ::fstat(folder->descriptor_, &status) != 0)
        return system_error(folder->path());
    if (const std::string_view why = why_not_own(status); !why.empty())
        return make_error(to_text(folder->path()) + ": " + std::string(why));
    if ((status.st_mode & 07777U) != own_mode && ::fchmod(folder->descriptor_, own_mode) != 0)
        return system_error(folder->path());
    folder->parent_ = std::move(parent);
    folder->name_ = name;
    return Pointer(std::move(folder));
}

Folder::~Folder() {
    if (descriptor_ >= 0) ::close(descriptor_);
}

bool Folder::lock() const {
    struct stat ours {
    }, named{};
    return ::flock(descriptor_, LOCK_EX | LOCK_NB) == 0 && ::fstat(descriptor_, &ours) == 0 &&
           ::fstatat(parent_->descriptor(), name_.c_str(), &named, AT_SYMLINK_NOFOLLOW) == 0 &&
           is_same(ours, named);
}

bool Folder::remove() const {
    struct stat ours {
    }, named{};
    return ::fstat(descriptor_, &ours) == 0 &&
           ::fstatat(parent_->descriptor(), name_.c_str(), &named, AT_SYMLINK_NOFOLLOW) == 0 &&
           is_same(ours, named) &&
           ::unlinkat(parent_->descriptor(), name_.c_str(), AT_REMOVEDIR) == 0;
}

std::vector<std::string> Folder::names() const {
    std::vector<std::string> names;
    // A separate open file description is used, because it has the position in the listing.
    const int descriptor = ::openat(descriptor_, ".", folder_flags);
    ::DIR* const listing = descriptor < 0 ? nullptr : ::fdopendir(descriptor);
    if (listing == nullptr) {
        if (descriptor >= 0) ::close(descriptor);
        return names;
    }
    // NOLINTNEXTLINE(concurrency-mt-unsafe): the listing is this thread's
    while (const ::dirent* entry = ::readdir(listing))
        if (const std::string_view name = entry->d_name; name != "." && name != "..")
            names.emplace_back(name);
    ::closedir(listing);
    return names;
}

bool Folder::has(const std::string& name) const {
    struct stat status {};
    return ::fstatat(descriptor_, name.c_str(), &status, AT_SYMLINK_NOFOLLOW) == 0;
}

void Folder::remove_file(const std::string& name) const {
    ::unlinkat(descriptor_, name.c_str(), 0);
}

bool remove_file(const FileAt& file) {
    return ::unlinkat(file.folder() ? file.folder()->descriptor() : AT_FDCWD, file.name().c_str(),
                      0) == 0;
}

} // namespace polyglot::io

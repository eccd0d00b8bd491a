#include "adapter/shell/append_file.hpp"
#include "core/text/path_text.hpp"
#include "storage/files/open_posix.hpp"
#include "storage/files/rights_posix.hpp"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace polyglot::io {

namespace fs = std::filesystem;

struct AppendFile::Impl {
    Impl(fs::path path, int opened) : file(std::move(path)), descriptor(opened) {}
    ~Impl() { ::close(descriptor); }
    Impl(const Impl&) = delete;
    Impl& operator=(const Impl&) = delete;

    fs::path file;
    int descriptor;
};

namespace {

// O_NONBLOCK avoids the wait for a pipe without a reader; it has no effect on a regular file.
OpenedFile open_log(const fs::path& file, ::mode_t mode = 0666) {
    return open_file(file, O_WRONLY | O_APPEND | O_CREAT | O_NONBLOCK | O_NOCTTY, mode);
}

} // namespace

AppendFile::AppendFile(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
AppendFile::AppendFile(AppendFile&&) noexcept = default;
AppendFile& AppendFile::operator=(AppendFile&&) noexcept = default;
AppendFile::~AppendFile() = default;

Result<AppendFile> AppendFile::open(const fs::path& file) {
    const OpenedFile opened = open_log(file);
    if (opened.descriptor < 0)
        return make_error(opened.error == ENXIO ? "it is a pipe without a reader" : opened.why());
    std::error_code error;
    // A link stays, and its target is renamed when it is full.
    const fs::path named = fs::canonical(file, error);
    return AppendFile(std::make_unique<Impl>(error ? file : named, opened.descriptor));
}

// Lines of several processes never mix, because they are appended by one write with O_APPEND.
bool AppendFile::append(std::string_view bytes) {
    while (!bytes.empty()) {
        const ssize_t written = ::write(impl_->descriptor, bytes.data(), bytes.size());
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) return false;
        bytes.remove_prefix(static_cast<std::size_t>(written));
    }
    return true;
}

std::optional<std::uint64_t> AppendFile::size() const {
    struct stat file {};
    if (::fstat(impl_->descriptor, &file) != 0 || !S_ISREG(file.st_mode)) return std::nullopt;
    return static_cast<std::uint64_t>(file.st_size);
}

std::optional<std::string> AppendFile::rotate(bool force) {
    // The lock is never waited for, because any user who may read the file may also lock it
    // forever.
    int& descriptor = impl_->descriptor;
    const bool locked = ::flock(descriptor, LOCK_EX | LOCK_NB) == 0;
    if (!locked && !force) return std::nullopt;
    struct stat ours {};
    struct stat named {};
    const bool still_ours = ::fstat(descriptor, &ours) == 0 &&
                            ::stat(impl_->file.c_str(), &named) == 0 &&
                            named.st_ino == ours.st_ino && named.st_dev == ours.st_dev;
    // If another process has renamed the file already, only the new one has to be opened.
    const fs::path old = fs::path(impl_->file) += u8".1";
    // ENOENT means that another process has just renamed the file without the lock. Another error
    // means, for example, that a directory has the name.
    if (still_ours && ::rename(impl_->file.c_str(), old.c_str()) != 0 && errno != ENOENT) {
        std::string why = to_text(old) + " cannot be replaced: " + std::strerror(errno);
        const bool emptied = ::ftruncate(descriptor, 0) == 0;
        ::flock(descriptor, LOCK_UN);
        return emptied ? std::optional(std::move(why)) : std::nullopt;
    }
    // A private log continues in a private file (private_copies_posix_test.cpp). The rights of a
    // new file that another program has created are not changed.
    const SourceRights source(still_ours ? old : fs::path());
    const ::mode_t mode = source.exists() ? source.mode_to_make() : (ours.st_mode & 0666U) | 0600U;
    const int fresh = open_log(impl_->file, mode).descriptor;
    if (locked) ::flock(descriptor, LOCK_UN);
    if (fresh < 0) return std::nullopt; // the old file is continued
    // If this fails, the file keeps the rights of its creation.
    if (source.exists()) static_cast<void>(source.apply(fresh));
    ::close(descriptor);
    descriptor = fresh;
    return std::nullopt;
}

} // namespace polyglot::io

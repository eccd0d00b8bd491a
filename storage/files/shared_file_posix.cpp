#include "core/text/path_text.hpp"
#include "storage/files/open_posix.hpp"
#include "storage/files/shared_file.hpp"

#include <cerrno>
#include <fcntl.h>
#include <string>
#include <sys/file.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace polyglot::io {
namespace {

// Repeats a call that a signal has interrupted.
template <class Call>
auto uninterrupted(Call call) {
    auto result = call();
    while (result < 0 && errno == EINTR)
        result = call();
    return result;
}

class PosixSharedFile final : public SharedFile {
  public:
    explicit PosixSharedFile(std::filesystem::path path) : path_(std::move(path)) {}
    PosixSharedFile(const PosixSharedFile&) = delete;
    PosixSharedFile& operator=(const PosixSharedFile&) = delete;
    ~PosixSharedFile() override {
        if (descriptor_ >= 0) ::close(descriptor_);
    }

    Result<void> open();

    std::uint64_t size() const override { return static_cast<std::uint64_t>(opened_.st_size); }
    std::size_t read_at(std::uint64_t offset, std::span<std::byte> into) const override;
    Result<void> read(std::uint64_t offset, std::span<std::byte> into) const override;
    Result<bool> try_lock(std::uint64_t offset, std::uint64_t count) override;
    Result<void> unlock(std::uint64_t offset, std::uint64_t count) override;
    Result<void> overwrite(std::uint64_t offset, std::span<const std::byte> bytes) override;
    Result<bool> is_current() const override;

  private:
    Error error(std::string_view reason) const {
        return make_error(to_text(path_) + ": " + std::string(reason));
    }
    Error system_error() const { return error(std::generic_category().message(errno)); }
    int lock_call(short type, std::uint64_t offset, std::uint64_t count) const;

    std::filesystem::path path_;
    int descriptor_ = -1;
    struct stat opened_ {};
};

Result<void> PosixSharedFile::open() {
    // O_NONBLOCK avoids the wait for a pipe; it has no effect on a regular file.
    const OpenedFile opened = open_file(path_, O_RDWR | O_NONBLOCK | O_NOCTTY);
    descriptor_ = opened.descriptor;
    if (descriptor_ < 0) return error(opened.why());
    if (::fstat(descriptor_, &opened_) != 0) return system_error();
    if (!S_ISREG(opened_.st_mode)) return error("is not a regular file");
    return {};
}

std::size_t PosixSharedFile::read_at(std::uint64_t offset, std::span<std::byte> into) const {
    std::size_t done = 0;
    while (done < into.size()) {
        const ssize_t count = uninterrupted([&] {
            return ::pread(descriptor_, into.data() + done, into.size() - done,
                           static_cast<off_t>(offset + done));
        });
        if (count == 0) errno = 0; // the end of the file
        if (count <= 0) break;
        done += static_cast<std::size_t>(count);
    }
    return done;
}

Result<void> PosixSharedFile::read(std::uint64_t offset, std::span<std::byte> into) const {
    if (read_at(offset, into) == into.size()) return {};
    return errno == 0 ? error("has been cut short") : system_error();
}

// Uses locks of the open file description if they exist. The classic ones belong to the process, so
// that threads would not exclude each other, and end when the process closes the file anywhere, as
// happens when a book is opened again.
int PosixSharedFile::lock_call(short type, std::uint64_t offset, std::uint64_t count) const {
#ifdef F_OFD_SETLK
    struct flock lock {};
    lock.l_type = type;
    lock.l_whence = SEEK_SET;
    lock.l_start = static_cast<off_t>(offset);
    lock.l_len = static_cast<off_t>(count);
    return uninterrupted([&] { return ::fcntl(descriptor_, F_OFD_SETLK, &lock); });
#else
    // The lock is on the whole file, because releasing any part of it releases all.
    static_cast<void>(offset);
    static_cast<void>(count);
    return uninterrupted(
        [&] { return ::flock(descriptor_, (type == F_UNLCK ? LOCK_UN : LOCK_EX) | LOCK_NB); });
#endif
}

Result<bool> PosixSharedFile::try_lock(std::uint64_t offset, std::uint64_t count) {
    if (lock_call(F_WRLCK, offset, count) == 0) return true;
    if (errno == EAGAIN || errno == EACCES || errno == EDEADLK) return false;
    return system_error();
}

Result<void> PosixSharedFile::unlock(std::uint64_t offset, std::uint64_t count) {
    if (lock_call(F_UNLCK, offset, count) == 0) return {};
    return system_error(); // network file systems write when they unlock
}

Result<void> PosixSharedFile::overwrite(std::uint64_t offset, std::span<const std::byte> bytes) {
    // A few bytes within a block are written completely or not at all. If a file system writes
    // fewer, all of them are written again.
    for (int attempt = 0; attempt < 3; ++attempt) {
        const ssize_t count = uninterrupted([&] {
            return ::pwrite(descriptor_, bytes.data(), bytes.size(), static_cast<off_t>(offset));
        });
        if (count < 0) return system_error();
        if (static_cast<std::size_t>(count) == bytes.size()) return {};
    }
    return error("takes only a part of what is written");
}

Result<bool> PosixSharedFile::is_current() const {
    struct stat named {};
    struct stat now {};
    if (::stat(path_.c_str(), &named) != 0 || ::fstat(descriptor_, &now) != 0)
        return system_error();
    if (named.st_dev != now.st_dev || named.st_ino != now.st_ino) return false;
    if (now.st_size < opened_.st_size) return error("has been cut short since it was opened");
    return true;
}

} // namespace

Result<std::shared_ptr<SharedFile>> open_shared_file(const std::filesystem::path& path) {
    auto file = std::make_shared<PosixSharedFile>(path);
    if (const auto opened = file->open(); !opened) return opened.error();
    return std::shared_ptr<SharedFile>(std::move(file));
}

bool may_make_files_in(const std::filesystem::path& folder) {
    return ::access(folder.c_str(), W_OK | X_OK) == 0;
}

} // namespace polyglot::io

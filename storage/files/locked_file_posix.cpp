#include "core/text/path_text.hpp"
#include "core/text/system_message.hpp"
#include "storage/files/locked_file.hpp"
#include "storage/files/patience.hpp"
#include "storage/files/rights_posix.hpp"
#include "storage/files/size_signal_posix.hpp"

#include <cerrno>
#include <fcntl.h>
#include <span>
#include <string>
#include <sys/file.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace polyglot::io {
namespace {

namespace fs = std::filesystem;

class PosixLockedFile final : public LockedFile {
  public:
    PosixLockedFile(int descriptor, fs::path path)
        : descriptor_(descriptor), path_(std::move(path)) {}
    PosixLockedFile(const PosixLockedFile&) = delete;
    PosixLockedFile& operator=(const PosixLockedFile&) = delete;
    ~PosixLockedFile() override { ::close(descriptor_); }

    Error error(std::string_view reason) const {
        return make_error(to_text(path_) + ": " + std::string(reason));
    }
    Error system_error() const { return error(system_message({errno, std::generic_category()})); }

    // Checks the file after opening.
    Result<void> check();
    Result<bool> try_lock() const;
    // Returns true if the file still has its name.
    bool is_current() const;
    bool take_rights(const SourceRights& source) const { return source.apply(descriptor_); }

    std::uint64_t size() const override {
        struct stat now {};
        return ::fstat(descriptor_, &now) == 0 ? static_cast<std::uint64_t>(now.st_size) : 0;
    }
    std::uint64_t identity() const override {
        return static_cast<std::uint64_t>(opened_.st_dev) * 0x9e3779b97f4a7c15U ^
               static_cast<std::uint64_t>(opened_.st_ino);
    }
    std::size_t read_at(std::uint64_t offset, std::span<std::byte> into) const override;
    Result<void> append(std::string_view bytes) override;
    Result<void> remove() override {
        if (::unlink(path_.c_str()) != 0) return system_error();
        return {};
    }

  private:
    int descriptor_;
    fs::path path_;
    struct stat opened_ {};
};

Result<void> PosixLockedFile::check() {
    if (::fstat(descriptor_, &opened_) != 0) return system_error();
    if (!S_ISREG(opened_.st_mode)) return error("is not a regular file");
    if (!is_trusted_file(opened_, path_))
        return error("is another user's, in a folder where others may make files");
    if (opened_.st_nlink > 1 && is_in_shared_folder(path_))
        return error("has a second name, and is in a folder where others may make files");
    return {};
}

// Uses locks of the open file description if they exist, as in shared_file_posix.cpp.
Result<bool> PosixLockedFile::try_lock() const {
    for (;;) {
#ifdef F_OFD_SETLK
        struct flock lock {};
        lock.l_type = F_WRLCK;
        lock.l_whence = SEEK_SET;
        if (::fcntl(descriptor_, F_OFD_SETLK, &lock) == 0) return true;
#else
        if (::flock(descriptor_, LOCK_EX | LOCK_NB) == 0) return true;
#endif
        if (errno == EAGAIN || errno == EACCES || errno == EWOULDBLOCK) return false;
        if (errno != EINTR) return system_error();
    }
}

bool PosixLockedFile::is_current() const {
    struct stat named {};
    return ::lstat(path_.c_str(), &named) == 0 && named.st_dev == opened_.st_dev &&
           named.st_ino == opened_.st_ino;
}

std::size_t PosixLockedFile::read_at(std::uint64_t offset, std::span<std::byte> into) const {
    std::size_t done = 0;
    while (done < into.size()) {
        const ssize_t count = ::pread(descriptor_, into.data() + done, into.size() - done,
                                      static_cast<off_t>(offset + done));
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) break;
        done += static_cast<std::size_t>(count);
    }
    return done;
}

Result<void> PosixLockedFile::append(std::string_view bytes) {
    const NoSizeSignal guard;
    const auto before = static_cast<off_t>(size());
    while (!bytes.empty()) {
        const ssize_t count = ::write(descriptor_, bytes.data(), bytes.size());
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) {
            Error failed = system_error();
            // On failure the last line is incomplete, which readers recognise
            static_cast<void>(::ftruncate(descriptor_, before) == 0);
            return failed;
        }
        bytes.remove_prefix(static_cast<std::size_t>(count));
    }
    return {};
}

// O_NONBLOCK avoids the wait for a pipe of that name. Returns -1 and errno on failure. made is set
// if the file is new.
int open_or_make(const fs::path& path, MakeLockedFile make, ::mode_t mode, bool& made) {
    constexpr int flags = O_RDWR | O_APPEND | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY;
    for (;;) {
        int descriptor = ::open(path.c_str(), flags);
        made = descriptor < 0 && errno == ENOENT && make == MakeLockedFile::IfMissing;
        if (made) descriptor = ::open(path.c_str(), flags | O_CREAT | O_EXCL, mode);
        // Another process has created it.
        const bool was_quicker = made && descriptor < 0 && errno == EEXIST;
        if (descriptor >= 0 || !(was_quicker || errno == EINTR)) return descriptor;
    }
}

} // namespace

Result<OpenedLockedFile> open_locked_file(const fs::path& path, const fs::path& beside,
                                          MakeLockedFile make, std::chrono::milliseconds patience) {
    Patience wait(patience);
    for (;;) {
        const SourceRights source(beside);
        bool made = false;
        const int descriptor = open_or_make(path, make, source.mode_to_make(), made);
        if (descriptor < 0 && errno == ENOENT && make == MakeLockedFile::Never)
            return OpenedLockedFile{};
        if (descriptor < 0 && errno == ELOOP)
            return make_error(to_text(path) + ": is a symbolic link");
        if (descriptor < 0)
            return make_error(to_text(path) + ": " +
                              system_message({errno, std::generic_category()}));
        auto file = std::make_unique<PosixLockedFile>(descriptor, path);
        if (const auto checked = file->check(); !checked) return checked.error();
        if (made && !file->take_rights(source)) return file->system_error();
        const auto locked = file->try_lock();
        if (!locked) return locked.error();
        // The last owner may have removed or replaced the file; then the one of that name is
        // opened.
        if (*locked && file->is_current()) return OpenedLockedFile{.file = std::move(file)};
        if (!wait.pause()) return OpenedLockedFile{.is_busy = true};
    }
}

} // namespace polyglot::io

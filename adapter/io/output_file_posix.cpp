#ifndef _WIN32
#include "adapter/io/temporary_file.hpp"

#include <atomic>
#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <string>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace polyglot::io {
namespace fs = std::filesystem;
namespace {

std::error_code last_error() {
    return {errno, std::generic_category()};
}

// A file that grows over the limit of its size (ulimit -f) is the end of the process by SIGXFSZ, unless that is kept
// from this thread; then write() says so.
class NoSizeSignal {
  public:
    NoSizeSignal() {
        ::sigemptyset(&signal_);
        ::sigaddset(&signal_, SIGXFSZ);
        ::pthread_sigmask(SIG_BLOCK, &signal_, &old_);
    }
    NoSizeSignal(const NoSizeSignal&) = delete;
    NoSizeSignal& operator=(const NoSizeSignal&) = delete;
    ~NoSizeSignal() {
        ::sigset_t pending{};
        int taken = 0;
        if (::sigpending(&pending) == 0 && ::sigismember(&pending, SIGXFSZ) == 1) ::sigwait(&signal_, &taken);
        ::pthread_sigmask(SIG_SETMASK, &old_, nullptr);
    }

  private:
    ::sigset_t signal_{}, old_{};
};

// Its writer holds a lock on it, which ends with the process however that ends: unlike a process number in the name it
// cannot be mistaken for another's, and it holds between machines where the file system has locks at all.
class PosixTemporaryFile final : public TemporaryFile {
  public:
    PosixTemporaryFile(int descriptor, fs::path path, fs::path target)
        : descriptor_(descriptor), path_(std::move(path)), target_(std::move(target)) {}
    PosixTemporaryFile(const PosixTemporaryFile&) = delete;
    PosixTemporaryFile& operator=(const PosixTemporaryFile&) = delete;
    ~PosixTemporaryFile() override {
        if (!renamed_) ::unlink(path_.c_str());
        ::close(descriptor_);
    }

    std::error_code write(std::string_view bytes) override {
        const NoSizeSignal guard;
        while (!bytes.empty()) {
            const ssize_t count = ::write(descriptor_, bytes.data(), bytes.size());
            if (count < 0 && errno == EINTR) continue;
            if (count < 0) return last_error();
            bytes.remove_prefix(static_cast<std::size_t>(count));
        }
        return {};
    }
    std::error_code sync() override {
        while (::fsync(descriptor_) != 0)
            if (errno != EINTR) return last_error();
        return {};
    }
    std::error_code rename_to_target() override {
        renamed_ = ::rename(path_.c_str(), target_.c_str()) == 0;
        return renamed_ ? std::error_code() : last_error();
    }
    // Some file systems cannot sync a folder: the file is whole then all the same.
    void sync_folder() override {
        const fs::path folder = target_.parent_path();
        const int descriptor = ::open(folder.empty() ? "." : folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
        if (descriptor < 0) return;
        static_cast<void>(::fsync(descriptor));
        ::close(descriptor);
    }

  private:
    int descriptor_;
    fs::path path_, target_;
    bool renamed_ = false;
};

} // namespace

std::unique_ptr<TemporaryFile> make_temporary_file(const fs::path& target, std::error_code& error) {
    static std::atomic<unsigned> number{0}; // several threads may write the same file at once
    struct stat old {};
    const bool replaces = ::stat(target.c_str(), &old) == 0;
    while (true) {
        fs::path path = target;
        path += "." + std::to_string(::getpid()) + "-" + std::to_string(number++) + ".polyglot-part";
        // What is private stays so while it is written.
        const ::mode_t mode = replaces ? old.st_mode & 0777U : 0666U;
        const int descriptor = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, mode);
        if (descriptor < 0 && (errno == EEXIST || errno == EINTR)) continue;
        if (descriptor < 0) {
            error = last_error();
            return nullptr;
        }
        while (::flock(descriptor, LOCK_EX) != 0 && errno == EINTR) {
        }
        auto file = std::make_unique<PosixTemporaryFile>(descriptor, std::move(path), target);
        struct stat made {};
        if (::fstat(descriptor, &made) != 0 || (replaces && ::fchmod(descriptor, old.st_mode & 07777U) != 0)) {
            error = last_error();
            return nullptr;
        }
        if (made.st_nlink > 0) return file; // else somebody has cleaned it up before it was locked
    }
}

void remove_left_over(const fs::path& temporary) {
    const int descriptor = ::open(temporary.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW);
    if (descriptor < 0) return;
    struct stat opened {
    }, named{};
    // Locked by us, and still the file of that name: then nobody writes it.
    if (::flock(descriptor, LOCK_EX | LOCK_NB) == 0 && ::fstat(descriptor, &opened) == 0 && S_ISREG(opened.st_mode) &&
        ::stat(temporary.c_str(), &named) == 0 && named.st_dev == opened.st_dev && named.st_ino == opened.st_ino)
        ::unlink(temporary.c_str());
    ::close(descriptor);
}

} // namespace polyglot::io
#endif

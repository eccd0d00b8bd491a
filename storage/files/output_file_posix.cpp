#include "core/text/path_text.hpp"
#include "core/text/system_message.hpp"
#include "storage/files/rights_posix.hpp"
#include "storage/files/size_signal_posix.hpp"
#include "storage/files/temporary_file.hpp"

#include <atomic>
#include <cerrno>
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

int place_of(const Folder::Pointer& folder) {
    return folder ? folder->descriptor() : AT_FDCWD;
}

// The writer holds a lock on the file, which ends with the process, however that ends. Unlike a
// process number in the name it cannot be mistaken for that of another process, and it works
// between machines if the file system supports locks.
class PosixTemporaryFile final : public TemporaryFile {
  public:
    // Both names are in folder; if it is null, they are paths.
    PosixTemporaryFile(int descriptor, Folder::Pointer folder, fs::path path, fs::path target)
        : descriptor_(descriptor),
          folder_(std::move(folder)),
          path_(std::move(path)),
          target_(std::move(target)) {}
    PosixTemporaryFile(const PosixTemporaryFile&) = delete;
    PosixTemporaryFile& operator=(const PosixTemporaryFile&) = delete;
    ~PosixTemporaryFile() override {
        if (!renamed_) ::unlinkat(place_of(folder_), path_.c_str(), 0);
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
    void begin_sync() override {
#ifdef __linux__
        ::sync_file_range(descriptor_, 0, 0, SYNC_FILE_RANGE_WRITE); // sync() reports an error
#endif
    }
    std::error_code sync() override {
        while (::fsync(descriptor_) != 0)
            if (errno != EINTR) return last_error();
        return {};
    }
    Result<void> rename_to_target() override {
        renamed_ =
            ::renameat(place_of(folder_), path_.c_str(), place_of(folder_), target_.c_str()) == 0;
        if (!renamed_) return make_error(system_message(last_error()));
        return {};
    }
    // Some file systems cannot sync a folder. The file is complete in any case.
    void sync_folder() override {
        if (folder_) return static_cast<void>(::fsync(folder_->descriptor()));
        const fs::path folder = target_.parent_path();
        const int descriptor =
            ::open(folder.empty() ? "." : folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
        if (descriptor < 0) return;
        static_cast<void>(::fsync(descriptor));
        ::close(descriptor);
    }

  private:
    int descriptor_;
    Folder::Pointer folder_;
    fs::path path_, target_;
    bool renamed_ = false;
};

// Creates an empty file of a new name and locks it; returns -1 and errno on failure.
int make_locked_file(const Folder::Pointer& folder, const fs::path& target, ::mode_t mode,
                     fs::path& path) {
    static std::atomic<unsigned> number{0}; // several threads may write the same file at once
    constexpr int most_tries = 1000;        // names may be taken, and files locked, by attackers
    for (int i = 0; i < most_tries; ++i) {
        path = target;
        path += to_path("." + std::to_string(::getpid()) + "-" + std::to_string(number++) +
                        ".polyglot-part");
        const int descriptor = ::openat(place_of(folder), path.c_str(),
                                        O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, mode);
        if (descriptor < 0 && (errno == EEXIST || errno == EINTR)) continue;
        if (descriptor < 0) return -1;
        // The file is locked, or the file system does not support locks.
        const bool locked = ::flock(descriptor, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK;
        struct stat made {};
        if (locked && ::fstat(descriptor, &made) == 0 && made.st_nlink > 0) return descriptor;
        // Another process may have removed it before it was locked.
        ::unlinkat(place_of(folder), path.c_str(), 0);
        ::close(descriptor);
    }
    errno = EWOULDBLOCK;
    return -1;
}

// old is the status of the existing target, if it counts. Its rights are kept, except those that
// the source does not permit.
bool set_rights(int descriptor, const SourceRights& source, const fs::path& target,
                const struct stat* old) {
    if (old == nullptr) return source.apply(descriptor);
    const struct stat most = source.exists() ? source.most_beside(target) : *old;
    return copy_rights(target, *old, descriptor, &most);
}

} // namespace

std::unique_ptr<TemporaryFile>
make_temporary_file(const FileAt& target, const fs::path& contents_of, std::error_code& error) {
    struct stat old {};
    const bool keeps = !target.folder() && ::lstat(target.name().c_str(), &old) == 0 &&
                       is_trusted_file(old, target.name());
    const SourceRights source(contents_of);
    // A private file stays private while it is written.
    fs::path path;
    const ::mode_t mode = keeps ? 0600U : source.mode_to_make();
    const int descriptor = make_locked_file(target.folder(), target.name(), mode, path);
    if (descriptor < 0) {
        error = last_error();
        return nullptr;
    }
    auto file = std::make_unique<PosixTemporaryFile>(descriptor, target.folder(), std::move(path),
                                                     target.name());
    if (!set_rights(descriptor, source, target.name(), keeps ? &old : nullptr)) {
        error = last_error();
        return nullptr;
    }
    return file;
}

bool is_marked_read_only(const fs::path& /*file*/) {
    return false;
}

void repair_replacement(const fs::path& /*target*/) {}

void remove_left_over(const fs::path& temporary) {
    const int descriptor =
        ::open(temporary.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW);
    if (descriptor < 0) return;
    struct stat opened {
    }, named{};
    // If the lock succeeds and the name still leads to this file, it has no writer.
    if (::flock(descriptor, LOCK_EX | LOCK_NB) == 0 && ::fstat(descriptor, &opened) == 0 &&
        S_ISREG(opened.st_mode) && opened.st_uid == ::geteuid() &&
        ::lstat(temporary.c_str(), &named) == 0 && named.st_dev == opened.st_dev &&
        named.st_ino == opened.st_ino)
        ::unlink(temporary.c_str());
    ::close(descriptor);
}

} // namespace polyglot::io

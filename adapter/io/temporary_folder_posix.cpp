#ifndef _WIN32
#include "adapter/io/temporary_folder.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace polyglot::io {
namespace {

class PosixFolderLock final : public FolderLock {
  public:
    explicit PosixFolderLock(int descriptor) : descriptor_(descriptor) {}
    PosixFolderLock(const PosixFolderLock&) = delete;
    PosixFolderLock& operator=(const PosixFolderLock&) = delete;
    ~PosixFolderLock() override { ::close(descriptor_); }

  private:
    int descriptor_;
};

} // namespace

std::unique_ptr<FolderLock> FolderLock::take(const std::filesystem::path& folder) {
    const int descriptor = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW);
    if (descriptor < 0) return nullptr;
    auto lock = std::make_unique<PosixFolderLock>(descriptor);
    struct stat opened {
    }, named{};
    // Somebody may have removed it, and made another of that name, before it was locked.
    const bool ours = ::flock(descriptor, LOCK_EX | LOCK_NB) == 0 && ::fstat(descriptor, &opened) == 0 &&
                      ::stat(folder.c_str(), &named) == 0 && named.st_dev == opened.st_dev &&
                      named.st_ino == opened.st_ino;
    if (!ours) lock.reset();
    return lock;
}

} // namespace polyglot::io
#endif

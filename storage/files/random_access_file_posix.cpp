#include "core/text/path_text.hpp"
#include "storage/files/overwrite_guard.hpp"
#include "storage/files/random_access_file.hpp"

#include <cerrno>
#include <fcntl.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

namespace polyglot::io {
namespace {

class RandomAccessFile final : public book::ByteReader {
  public:
    explicit RandomAccessFile(int descriptor) : descriptor_(descriptor) {}
    RandomAccessFile(const RandomAccessFile&) = delete;
    RandomAccessFile& operator=(const RandomAccessFile&) = delete;
    ~RandomAccessFile() override { ::close(descriptor_); }

    void set_size(std::uint64_t size) { size_ = size; }
    std::uint64_t size() const override { return size_; }

    std::size_t read_at(std::uint64_t offset, std::span<std::byte> into) const override {
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

  private:
    int descriptor_;
    std::uint64_t size_ = 0;
};

Error system_error(const std::filesystem::path& path) {
    return make_error(to_text(path) + ": " + std::generic_category().message(errno));
}

} // namespace

Result<std::shared_ptr<const book::ByteReader>> open_random_access_file(const FileAt& at,
                                                                        Access access) {
    const std::filesystem::path path = at.path();
    if (!at.folder()) note_input(path);
    const int folder = at.folder() ? at.folder()->descriptor() : AT_FDCWD;
    const int flags = at.folder() ? O_NOFOLLOW : 0;
    int descriptor = -1;
    // O_NONBLOCK avoids the wait for the writer of a pipe; it has no effect on a regular file.
    do {
        descriptor = ::openat(folder, at.name().c_str(),
                              O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY | flags);
    } while (descriptor < 0 && errno == EINTR);
    if (descriptor < 0) return system_error(path);
    auto file = std::make_shared<RandomAccessFile>(descriptor);

    struct stat status {};
    if (::fstat(descriptor, &status) != 0) return system_error(path);
    if (S_ISDIR(status.st_mode)) return make_error(to_text(path) + ": is a directory, not a file");
    if (!S_ISREG(status.st_mode)) return make_error(to_text(path) + ": is not a regular file");
    file->set_size(static_cast<std::uint64_t>(status.st_size));
#ifdef POSIX_FADV_RANDOM
    // Probes read at random places, so that reading ahead is useless. This is only advice, so
    // errors are ignored.
    static_cast<void>(::posix_fadvise(
        descriptor, 0, 0, access == Access::Random ? POSIX_FADV_RANDOM : POSIX_FADV_SEQUENTIAL));
#else
    static_cast<void>(access);
#endif
    return std::shared_ptr<const book::ByteReader>(std::move(file));
}

} // namespace polyglot::io

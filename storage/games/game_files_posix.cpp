#include "core/text/path_text.hpp"
#include "storage/files/overwrite_guard.hpp"
#include "storage/games/game_files_bytes.hpp"

#include <cerrno>
#include <fcntl.h>
#include <optional>
#include <poll.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace polyglot::io {
namespace {

constexpr int patience_ms = 10'000; // the time for the writer of a pipe

class FileBytes final : public RawBytes {
  public:
    explicit FileBytes(int descriptor) : descriptor_(descriptor) {}
    FileBytes(const FileBytes&) = delete;
    FileBytes& operator=(const FileBytes&) = delete;
    ~FileBytes() override { ::close(descriptor_); }

    void set_size(std::uint64_t size) { size_ = size; }

    // Waits for the writer of a pipe that was opened with O_NONBLOCK. Until a writer has opened it
    // and written or closed it, poll() waits, and reading returns the end at once. A byte that
    // comes between the two is kept for read().
    bool has_writer() {
        pollfd waiting{descriptor_, POLLIN, 0};
        int ready = 0;
        do {
            ready = ::poll(&waiting, 1, patience_ms);
        } while (ready < 0 && errno == EINTR);
        if (ready > 0) return true;
        char byte = 0;
        const ssize_t count = ::read(descriptor_, &byte, 1);
        if (count > 0) first_ = byte;
        return count > 0 || (count < 0 && errno == EAGAIN);
    }

    std::size_t read(char* into, std::size_t size) override {
        if (first_ && size > 0) {
            *into = *std::exchange(first_, std::nullopt);
            return 1;
        }
        for (;;) {
            const ssize_t count = ::read(descriptor_, into, size);
            if (count >= 0) return static_cast<std::size_t>(count);
            if (errno == EINTR) continue;
            problem_ = std::generic_category().message(errno);
            return 0;
        }
    }
    bool seek(std::uint64_t offset) override {
        return ::lseek(descriptor_, static_cast<off_t>(offset), SEEK_SET) >= 0;
    }
    std::uint64_t size() const override { return size_; }
    const std::string& problem() const override { return problem_; }

  private:
    int descriptor_;
    std::uint64_t size_ = 0;
    std::string problem_;
    std::optional<char> first_; // read already
};

Error system_error(const std::filesystem::path& file) {
    return make_error(to_text(file) + ": " + std::generic_category().message(errno));
}

bool is_same_device(const struct stat& status, const char* device) {
    struct stat other {};
    return ::stat(device, &other) == 0 && other.st_rdev == status.st_rdev;
}

} // namespace

Result<std::unique_ptr<RawBytes>> open_raw_bytes(const std::filesystem::path& file) {
    note_input(file);
    int descriptor = -1;
    do { // without O_NONBLOCK opening a pipe waits for its writer
        descriptor = ::open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    } while (descriptor < 0 && errno == EINTR);
    if (descriptor < 0) return system_error(file);
    auto bytes = std::make_unique<FileBytes>(descriptor);

    struct stat status {};
    if (::fstat(descriptor, &status) != 0) return system_error(file);
    if (S_ISDIR(status.st_mode)) return make_error(to_text(file) + ": is a folder, not a file");
    if (S_ISREG(status.st_mode)) {
        bytes->set_size(static_cast<std::uint64_t>(status.st_size));
#ifdef POSIX_FADV_SEQUENTIAL
        // This is advice, whose failure does not matter.
        static_cast<void>(::posix_fadvise(descriptor, 0, 0, POSIX_FADV_SEQUENTIAL));
#endif
    } else if (S_ISFIFO(status.st_mode)) {
        if (!bytes->has_writer()) return make_error(to_text(file) + ": is a pipe without a writer");
        // From now on reads wait.
        if (::fcntl(descriptor, F_SETFL, O_RDONLY) != 0) return system_error(file);
    } else if (!S_ISCHR(status.st_mode) || !is_same_device(status, "/dev/null")) {
        return make_error(to_text(file) + ": is not a regular file");
    }
    return std::unique_ptr<RawBytes>(std::move(bytes));
}

} // namespace polyglot::io

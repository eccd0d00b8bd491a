#include "core/text/path_text.hpp"
#include "core/text/system_message.hpp"
#include "storage/files/journal_file.hpp"
#include "storage/files/size_signal_posix.hpp"

#include <cerrno>
#include <fcntl.h>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace polyglot::io {
namespace {

Error last_error(const std::filesystem::path& path) {
    return make_error(to_text(path) + ": " + system_message({errno, std::generic_category()}));
}

class PosixJournalFile final : public JournalFile {
  public:
    PosixJournalFile(int descriptor, std::filesystem::path path)
        : descriptor_(descriptor), path_(std::move(path)) {}
    PosixJournalFile(const PosixJournalFile&) = delete;
    PosixJournalFile& operator=(const PosixJournalFile&) = delete;
    ~PosixJournalFile() override { ::close(descriptor_); }

    Result<void> append(std::string_view bytes) override {
        const NoSizeSignal guard;
        while (!bytes.empty()) {
            const ssize_t count = ::write(descriptor_, bytes.data(), bytes.size());
            if (count < 0 && errno == EINTR) continue;
            if (count < 0) return last_error(path_);
            bytes.remove_prefix(static_cast<std::size_t>(count));
        }
        while (::fsync(descriptor_) != 0)
            if (errno != EINTR) return last_error(path_);
        return {};
    }

  private:
    int descriptor_;
    std::filesystem::path path_;
};

} // namespace

Result<std::unique_ptr<JournalFile>> create_journal_file(const std::filesystem::path& path) {
    constexpr int flags = O_WRONLY | O_APPEND | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW;
    int descriptor = -1;
    do {
        descriptor = ::open(path.c_str(), flags, 0600U);
    } while (descriptor < 0 && errno == EINTR);
    if (descriptor < 0 && errno == EEXIST) return std::unique_ptr<JournalFile>();
    if (descriptor < 0) return last_error(path);
    return std::unique_ptr<JournalFile>(std::make_unique<PosixJournalFile>(descriptor, path));
}

} // namespace polyglot::io

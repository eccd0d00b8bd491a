#ifndef _WIN32
#include "adapter/io/temporary_folder.hpp"

#include <cerrno>
#include <fcntl.h>
#include <string>
#include <string_view>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>
#include <vector>

namespace polyglot::io {
namespace fs = std::filesystem;
namespace {

constexpr std::string_view suffix = ".polyglot-runs";

fs::path folder_of(const fs::path& file) {
    const fs::path folder = file.parent_path();
    return folder.empty() ? fs::path(".") : folder;
}

bool is_ours(std::string_view name, std::string_view file) {
    if (name.size() <= file.size() + suffix.size() + 1 || !name.starts_with(file) || !name.ends_with(suffix))
        return false;
    name.remove_prefix(file.size());
    name.remove_suffix(suffix.size());
    return name.starts_with('.') && name.find_first_not_of("0123456789", 1) == std::string_view::npos;
}

} // namespace

class TemporaryFolder::Lock {
  public:
    explicit Lock(int descriptor) : descriptor_(descriptor) {}
    Lock(const Lock&) = delete;
    Lock& operator=(const Lock&) = delete;
    ~Lock() { ::close(descriptor_); }

  private:
    int descriptor_;
};

std::unique_ptr<TemporaryFolder::Lock> TemporaryFolder::lock(const fs::path& folder) {
    const int descriptor = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW);
    if (descriptor < 0) return nullptr;
    auto held = std::make_unique<Lock>(descriptor);
    struct stat opened {
    }, named{};
    // Somebody may have removed it, and made another of that name, before it was locked.
    const bool ours = ::flock(descriptor, LOCK_EX | LOCK_NB) == 0 && ::fstat(descriptor, &opened) == 0 &&
                      ::stat(folder.c_str(), &named) == 0 && named.st_dev == opened.st_dev &&
                      named.st_ino == opened.st_ino;
    if (!ours) held.reset();
    return held;
}

void TemporaryFolder::remove_left_overs(const fs::path& file) {
    std::error_code error;
    std::vector<fs::path> found;
    for (fs::directory_iterator entry(folder_of(file), error), end; !error && entry != end; entry.increment(error))
        if (is_ours(entry->path().filename().string(), file.filename().string())) found.push_back(entry->path());
    for (const fs::path& folder : found)
        if (const auto locked = lock(folder)) fs::remove_all(folder, error);
}

TemporaryFolder::TemporaryFolder(fs::path path, std::unique_ptr<Lock> lock, bool kept)
    : path_(std::move(path)), lock_(std::move(lock)), kept_(kept) {}
TemporaryFolder::TemporaryFolder(TemporaryFolder&& other) noexcept = default;
TemporaryFolder& TemporaryFolder::operator=(TemporaryFolder&& other) noexcept {
    std::swap(path_, other.path_);
    std::swap(lock_, other.lock_);
    std::swap(kept_, other.kept_);
    return *this;
}
TemporaryFolder::~TemporaryFolder() {
    std::error_code ignored; // what cannot be removed is tried again by the next one
    if (lock_ && !kept_) fs::remove_all(path_, ignored);
}

Result<TemporaryFolder> TemporaryFolder::keep(const fs::path& folder) {
    std::error_code error;
    fs::create_directories(folder, error);
    if (error) return make_error(folder.string() + ": " + error.message());
    auto locked = lock(folder);
    if (!locked) return make_error(folder.string() + ": another process is at work there");
    return TemporaryFolder(folder, std::move(locked), true);
}

Result<TemporaryFolder> TemporaryFolder::beside(const fs::path& file) {
    remove_left_overs(file);
    for (unsigned number = 0;; ++number) {
        fs::path path = file;
        path += '.' + std::to_string(number) + std::string(suffix);
        if (::mkdir(path.c_str(), 0777) != 0) {
            if (errno == EEXIST || errno == EINTR) continue;
            return make_error(path.string() + ": " + std::generic_category().message(errno));
        }
        auto locked = lock(path);
        if (locked) return TemporaryFolder(std::move(path), std::move(locked), false);
        // Gone: another process has taken it for a left-over before it was locked. Else there is no locking here.
        if (::rmdir(path.c_str()) == 0) return make_error(path.string() + ": cannot be locked");
    }
}

} // namespace polyglot::io
#endif

#ifdef _WIN32
#include "adapter/io/temporary_folder.hpp"

#include <string>
#include <utility>
#include <windows.h>

namespace polyglot::io {
namespace fs = std::filesystem;

// A file in the folder that Windows deletes with its last handle, and lets nobody else open meanwhile.
class TemporaryFolder::Lock {
  public:
    explicit Lock(HANDLE handle) : handle_(handle) {}
    Lock(const Lock&) = delete;
    Lock& operator=(const Lock&) = delete;
    ~Lock() { ::CloseHandle(handle_); }

  private:
    HANDLE handle_;
};

std::unique_ptr<TemporaryFolder::Lock> TemporaryFolder::lock(const fs::path& folder) {
    const HANDLE handle = ::CreateFileW((folder / "lock").c_str(), GENERIC_WRITE, 0, nullptr, CREATE_ALWAYS,
                                        FILE_ATTRIBUTE_NORMAL | FILE_FLAG_DELETE_ON_CLOSE, nullptr);
    return handle == INVALID_HANDLE_VALUE ? nullptr : std::make_unique<Lock>(handle);
}

void TemporaryFolder::remove_left_overs(const fs::path& file) {
    for (unsigned number = 0;; ++number) {
        fs::path folder = file;
        folder += '.' + std::to_string(number) + ".polyglot-runs";
        std::error_code error;
        if (!fs::is_directory(folder, error)) return;
        if (auto locked = lock(folder)) {
            locked.reset();
            fs::remove_all(folder, error);
        }
    }
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
    if (!lock_) return;
    lock_.reset();
    std::error_code ignored;
    if (!kept_) fs::remove_all(path_, ignored);
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
        path += '.' + std::to_string(number) + ".polyglot-runs";
        std::error_code error;
        if (!fs::create_directory(path, error)) {
            if (!error) continue;
            return make_error(path.string() + ": " + error.message());
        }
        if (auto locked = lock(path)) return TemporaryFolder(std::move(path), std::move(locked), false);
        // Gone: another process has taken it for a left-over before it was locked. Else there is no locking here.
        if (fs::remove(path, error)) return make_error(path.string() + ": cannot be locked");
    }
}

} // namespace polyglot::io
#endif

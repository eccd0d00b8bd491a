#ifdef _WIN32
#include "adapter/io/temporary_folder.hpp"

#include <windows.h>

namespace polyglot::io {
namespace {

// A file in the folder that Windows deletes with its last handle, and lets nobody else open meanwhile.
class WindowsFolderLock final : public FolderLock {
  public:
    explicit WindowsFolderLock(HANDLE handle) : handle_(handle) {}
    WindowsFolderLock(const WindowsFolderLock&) = delete;
    WindowsFolderLock& operator=(const WindowsFolderLock&) = delete;
    ~WindowsFolderLock() override { ::CloseHandle(handle_); }

  private:
    HANDLE handle_;
};

} // namespace

std::unique_ptr<FolderLock> FolderLock::take(const std::filesystem::path& folder) {
    const HANDLE handle = ::CreateFileW((folder / "lock").c_str(), GENERIC_WRITE, 0, nullptr, CREATE_ALWAYS,
                                        FILE_ATTRIBUTE_NORMAL | FILE_FLAG_DELETE_ON_CLOSE, nullptr);
    return handle == INVALID_HANDLE_VALUE ? nullptr : std::make_unique<WindowsFolderLock>(handle);
}

} // namespace polyglot::io
#endif

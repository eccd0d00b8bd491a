#include "core/text/path_text.hpp"
#include "core/text/system_message.hpp"
#include "storage/files/journal_file.hpp"

#include <algorithm>
#include <string>
#include <system_error>
#include <utility>
#include <windows.h>

namespace polyglot::io {
namespace {

Error last_error(const std::filesystem::path& path) {
    return make_error(to_text(path) + ": " +
                      system_message({static_cast<int>(::GetLastError()), std::system_category()}));
}

class WindowsJournalFile final : public JournalFile {
  public:
    WindowsJournalFile(HANDLE handle, std::filesystem::path path)
        : handle_(handle), path_(std::move(path)) {}
    WindowsJournalFile(const WindowsJournalFile&) = delete;
    WindowsJournalFile& operator=(const WindowsJournalFile&) = delete;
    ~WindowsJournalFile() override { ::CloseHandle(handle_); }

    Result<void> append(std::string_view bytes) override {
        while (!bytes.empty()) {
            DWORD count = 0;
            const auto wanted = static_cast<DWORD>(std::min<std::size_t>(bytes.size(), 1U << 30U));
            if (::WriteFile(handle_, bytes.data(), wanted, &count, nullptr) == 0)
                return last_error(path_);
            bytes.remove_prefix(count);
        }
        if (::FlushFileBuffers(handle_) == 0) return last_error(path_);
        return {};
    }

  private:
    HANDLE handle_; // it is the only writer, so its position is the end
    std::filesystem::path path_;
};

} // namespace

Result<std::unique_ptr<JournalFile>> create_journal_file(const std::filesystem::path& path) {
    HANDLE handle = ::CreateFileW(path.c_str(), GENERIC_WRITE,
                                  FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, nullptr,
                                  CREATE_NEW, FILE_ATTRIBUTE_NORMAL, nullptr);
    if (handle == INVALID_HANDLE_VALUE) {
        const DWORD code = ::GetLastError();
        if (code == ERROR_FILE_EXISTS || code == ERROR_ALREADY_EXISTS)
            return std::unique_ptr<JournalFile>();
        return last_error(path);
    }
    return std::unique_ptr<JournalFile>(std::make_unique<WindowsJournalFile>(handle, path));
}

} // namespace polyglot::io

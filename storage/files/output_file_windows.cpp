#ifdef _WIN32
#ifndef NOMINMAX
#define NOMINMAX
#endif
#include "core/text/path_text.hpp"
#include "storage/files/temporary_file.hpp"

#include <algorithm>
#include <atomic>
#include <string>
#include <utility>
#include <windows.h>

namespace polyglot::io {
namespace fs = std::filesystem;
namespace {

std::error_code last_error() {
    return {static_cast<int>(::GetLastError()), std::system_category()};
}

// Opened without sharing: a process that wants to clean it up while it is written cannot open it.
class WindowsTemporaryFile final : public TemporaryFile {
  public:
    WindowsTemporaryFile(HANDLE handle, fs::path path, fs::path target)
        : handle_(handle), path_(std::move(path)), target_(std::move(target)) {}
    WindowsTemporaryFile(const WindowsTemporaryFile&) = delete;
    WindowsTemporaryFile& operator=(const WindowsTemporaryFile&) = delete;
    ~WindowsTemporaryFile() override {
        close();
        if (!renamed_) ::DeleteFileW(path_.c_str());
    }

    std::error_code write(std::string_view bytes) override {
        while (!bytes.empty()) {
            DWORD count = 0;
            const auto wanted = static_cast<DWORD>(std::min<std::size_t>(bytes.size(), 1U << 30U));
            if (::WriteFile(handle_, bytes.data(), wanted, &count, nullptr) == 0) return last_error();
            bytes.remove_prefix(count);
        }
        return {};
    }
    std::error_code sync() override { return ::FlushFileBuffers(handle_) != 0 ? std::error_code() : last_error(); }
    std::error_code rename_to_target() override {
        close(); // an open file cannot be moved
        renamed_ =
            ::MoveFileExW(path_.c_str(), target_.c_str(), MOVEFILE_REPLACE_EXISTING | MOVEFILE_WRITE_THROUGH) != 0;
        return renamed_ ? std::error_code() : last_error();
    }
    void sync_folder() override {} // MOVEFILE_WRITE_THROUGH has done it

  private:
    void close() {
        if (handle_ != INVALID_HANDLE_VALUE) ::CloseHandle(handle_);
        handle_ = INVALID_HANDLE_VALUE;
    }

    HANDLE handle_;
    fs::path path_, target_;
    bool renamed_ = false;
};

} // namespace

std::unique_ptr<TemporaryFile> make_temporary_file(const FileAt& file, std::error_code& error) {
    const fs::path target = file.path();    // its folder, if it is held open, cannot be moved away
    static std::atomic<unsigned> number{0}; // several threads may write the same file at once
    while (true) {
        fs::path path = target;
        path +=
            to_path("." + std::to_string(::GetCurrentProcessId()) + "-" + std::to_string(number++) + ".polyglot-part");
        HANDLE handle =
            ::CreateFileW(path.c_str(), GENERIC_WRITE, 0, nullptr, CREATE_NEW, FILE_ATTRIBUTE_NORMAL, nullptr);
        if (handle != INVALID_HANDLE_VALUE)
            return std::make_unique<WindowsTemporaryFile>(handle, std::move(path), target);
        if (::GetLastError() == ERROR_FILE_EXISTS) continue;
        error = last_error();
        return nullptr;
    }
}

void remove_left_over(const fs::path& temporary) {
    ::DeleteFileW(temporary.c_str()); // fails while another process has it open
}

bool is_trusted_link(const fs::path& /*link*/) {
    return true; // to make one needs a right that users do not have
}

} // namespace polyglot::io
#endif

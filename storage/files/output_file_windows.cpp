#include "core/text/path_text.hpp"
#include "core/text/system_message.hpp"
#include "storage/files/rename_windows.hpp"
#include "storage/files/temporary_file.hpp"

#include <algorithm>
#include <atomic>
#include <string>
#include <utility>
#include <windows.h>

namespace polyglot::io {
namespace fs = std::filesystem;
namespace {

std::error_code error_of(DWORD code) {
    return {static_cast<int>(code), std::system_category()};
}

std::error_code last_error() {
    return error_of(::GetLastError());
}

fs::path with_ending(fs::path path, const std::string& ending) {
    path += to_path(ending);
    return path;
}

// Waits by polling, because no event reports that a file was closed.
class Patience {
  public:
    bool wait() {
        constexpr DWORD longest_pause_ms = 250;
        if (::GetTickCount64() >= end_) return false;
        ::Sleep(pause_ms_);
        pause_ms_ = std::min(2 * pause_ms_, longest_pause_ms);
        return true;
    }

  private:
    static constexpr ULONGLONG all_ms = 2000;
    ULONGLONG end_ = ::GetTickCount64() + all_ms;
    DWORD pause_ms_ = 5;
};

// Other processes may open the file as soon as it has the book's name, but not delete it before it
// is closed, so that no clean-up removes it while it is written.
class WindowsTemporaryFile final : public TemporaryFile {
  public:
    // keeps: a file that cannot replace the target is left beside it.
    WindowsTemporaryFile(HANDLE handle, fs::path path, fs::path target, bool keeps)
        : handle_(handle), path_(std::move(path)), target_(std::move(target)), keeps_(keeps) {}
    WindowsTemporaryFile(const WindowsTemporaryFile&) = delete;
    WindowsTemporaryFile& operator=(const WindowsTemporaryFile&) = delete;
    ~WindowsTemporaryFile() override {
        ::CloseHandle(handle_);
        if (!renamed_) ::DeleteFileW(path_.c_str());
    }

    std::error_code write(std::string_view bytes) override {
        while (!bytes.empty()) {
            DWORD count = 0;
            const auto wanted = static_cast<DWORD>(std::min<std::size_t>(bytes.size(), 1U << 30U));
            if (::WriteFile(handle_, bytes.data(), wanted, &count, nullptr) == 0)
                return last_error();
            bytes.remove_prefix(count);
        }
        return {};
    }
    void begin_sync() override {} // not supported by Windows
    std::error_code sync() override {
        return ::FlushFileBuffers(handle_) != 0 ? std::error_code() : last_error();
    }
    Result<void> rename_to_target() override {
        Patience patience;
        const DWORD code =
            replace_patiently(handle_, path_, target_, [&] { return patience.wait(); });
        renamed_ = code == ERROR_SUCCESS;
        if (renamed_) return {};
        const std::string reason =
            code != ERROR_ACCESS_DENIED && is_held_by_others(code)
                ? "another program has it open, and Windows does not replace it so long"
                : system_message(error_of(code));
        const fs::path beside = keeps_ ? keep_beside() : fs::path();
        if (beside.empty()) return make_error(reason);
        return make_error(reason + "; the new file is " + to_text(beside));
    }
    // NTFS writes the new name with the file.
    void sync_folder() override { ::FlushFileBuffers(handle_); }

  private:
    fs::path keep_beside() {
        constexpr int most_names = 1000;
        for (int i = 1; i < most_names; ++i) {
            const fs::path name =
                with_ending(target_, i == 1 ? ".new" : ".new" + std::to_string(i));
            const DWORD code = rename_open_file(handle_, name, Replace::No);
            renamed_ = code == ERROR_SUCCESS;
            if (renamed_) return name;
            if (code != ERROR_ALREADY_EXISTS && code != ERROR_FILE_EXISTS) break;
        }
        return {};
    }

    HANDLE handle_;
    fs::path path_, target_;
    bool keeps_;
    bool renamed_ = false;
};

} // namespace

std::unique_ptr<TemporaryFile>
make_temporary_file(const FileAt& file, const fs::path& /*contents_of*/, std::error_code& error) {
    const fs::path target = file.path();    // a folder that is held open cannot be moved
    static std::atomic<unsigned> number{0}; // several threads may write the same file at once
    while (true) {
        fs::path path = with_ending(target, "." + std::to_string(::GetCurrentProcessId()) + "-" +
                                                std::to_string(number++) + ".polyglot-part");
        HANDLE handle =
            ::CreateFileW(path.c_str(), GENERIC_WRITE | DELETE, FILE_SHARE_READ | FILE_SHARE_WRITE,
                          nullptr, CREATE_NEW, FILE_ATTRIBUTE_NORMAL, nullptr);
        if (handle != INVALID_HANDLE_VALUE)
            return std::make_unique<WindowsTemporaryFile>(handle, std::move(path), target,
                                                          file.folder() == nullptr);
        if (::GetLastError() == ERROR_FILE_EXISTS) continue;
        error = last_error();
        return nullptr;
    }
}

bool is_marked_read_only(const fs::path& file) {
    const DWORD attributes = ::GetFileAttributesW(file.c_str());
    return attributes != INVALID_FILE_ATTRIBUTES && (attributes & FILE_ATTRIBUTE_READONLY) != 0;
}

void remove_left_over(const fs::path& temporary) {
    ::DeleteFileW(temporary.c_str()); // fails while another process has it open
}

bool is_trusted_link(const fs::path& /*link*/) {
    return true; // because users have no right to create links
}

} // namespace polyglot::io

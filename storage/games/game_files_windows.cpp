#include "core/text/path_text.hpp"
#include "core/text/system_message.hpp"
#include "core/text/text.hpp"
#include "storage/files/overwrite_guard.hpp"
#include "storage/games/game_files_bytes.hpp"

#include <algorithm>
#include <system_error>
#include <windows.h>

namespace polyglot::io {
namespace {

std::string last_reason() {
    return system_message({static_cast<int>(::GetLastError()), std::system_category()});
}

class FileBytes final : public RawBytes {
  public:
    explicit FileBytes(HANDLE handle) : handle_(handle) {}
    FileBytes(const FileBytes&) = delete;
    FileBytes& operator=(const FileBytes&) = delete;
    ~FileBytes() override { ::CloseHandle(handle_); }

    void set_size(std::uint64_t size) { // for a file on a disk
        size_ = size;
        on_disk_ = true;
    }

    std::size_t read(char* into, std::size_t size) override {
        DWORD count = 0;
        const auto wanted = static_cast<DWORD>(std::min<std::size_t>(size, 1U << 30U));
        if (::ReadFile(handle_, into, wanted, &count, nullptr) != 0) return count;
        // ERROR_BROKEN_PIPE is the end of a pipe.
        if (::GetLastError() != ERROR_BROKEN_PIPE) problem_ = last_reason();
        return 0;
    }
    bool seek(std::uint64_t offset) override {
        LARGE_INTEGER to{};
        to.QuadPart = static_cast<LONGLONG>(offset);
        return on_disk_ && ::SetFilePointerEx(handle_, to, nullptr, FILE_BEGIN) != 0;
    }
    std::uint64_t size() const override { return size_; }
    const std::string& problem() const override { return problem_; }

  private:
    HANDLE handle_;
    std::uint64_t size_ = 0;
    bool on_disk_ = false;
    std::string problem_;
};

// Returns true for the null device, the only one that may be read.
bool is_null_device(const std::filesystem::path& file) {
    return text::equal_ignoring_case(to_text(file.filename()), "NUL");
}

} // namespace

Result<std::unique_ptr<RawBytes>> open_raw_bytes(const std::filesystem::path& file) {
    note_input(file);
    std::error_code ignored;
    if (std::filesystem::is_directory(file, ignored))
        return make_error(to_text(file) + ": is a folder, not a file");
    // While the file is read, others may write, replace and delete it, as on other systems.
    const HANDLE handle = ::CreateFileW(
        file.c_str(), GENERIC_READ, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, nullptr,
        OPEN_EXISTING, FILE_ATTRIBUTE_NORMAL | FILE_FLAG_SEQUENTIAL_SCAN, nullptr);
    if (handle == INVALID_HANDLE_VALUE) return make_error(to_text(file) + ": " + last_reason());
    auto bytes = std::make_unique<FileBytes>(handle);
    const DWORD type = ::GetFileType(handle);
    LARGE_INTEGER size{};
    if (type == FILE_TYPE_DISK) {
        if (::GetFileSizeEx(handle, &size) == 0)
            return make_error(to_text(file) + ": " + last_reason());
        bytes->set_size(static_cast<std::uint64_t>(size.QuadPart));
    } else if (type != FILE_TYPE_PIPE && !(type == FILE_TYPE_CHAR && is_null_device(file))) {
        return make_error(to_text(file) + ": is not a regular file");
    }
    return std::unique_ptr<RawBytes>(std::move(bytes));
}

} // namespace polyglot::io

#include "core/text/path_text.hpp"
#include "core/text/system_message.hpp"
#include "storage/files/overwrite_guard.hpp"
#include "storage/files/random_access_file.hpp"
#include "storage/files/rename_windows.hpp"

#include <algorithm>
#include <system_error>
#include <windows.h>

namespace polyglot::io {
namespace {

class RandomAccessFile final : public book::ByteReader {
  public:
    explicit RandomAccessFile(HANDLE handle) : handle_(handle) {}
    RandomAccessFile(const RandomAccessFile&) = delete;
    RandomAccessFile& operator=(const RandomAccessFile&) = delete;
    ~RandomAccessFile() override { ::CloseHandle(handle_); }

    void set_size(std::uint64_t size) { size_ = size; }
    std::uint64_t size() const override { return size_; }

    std::size_t read_at(std::uint64_t offset, std::span<std::byte> into) const override {
        std::size_t done = 0;
        while (done < into.size()) {
            OVERLAPPED at{}; // the position of this read only, so that threads do not interfere
            at.Offset = static_cast<DWORD>((offset + done) & 0xffffffffU);
            at.OffsetHigh = static_cast<DWORD>((offset + done) >> 32U);
            DWORD count = 0;
            const auto wanted =
                static_cast<DWORD>(std::min<std::size_t>(into.size() - done, 1U << 30U));
            if (::ReadFile(handle_, into.data() + done, wanted, &count, &at) == 0 || count == 0)
                break;
            done += count;
        }
        return done;
    }

  private:
    HANDLE handle_;
    std::uint64_t size_ = 0;
};

Error system_error(const std::filesystem::path& path) {
    return make_error(to_text(path) + ": " +
                      system_message({static_cast<int>(::GetLastError()), std::system_category()}));
}

} // namespace

Result<std::shared_ptr<const book::ByteReader>> open_random_access_file(const FileAt& at,
                                                                        Access access) {
    const std::filesystem::path path = at.path(); // a folder that is held open cannot be moved
    if (!at.folder()) note_input(path);
    std::error_code ignored;
    if (std::filesystem::is_directory(path, ignored))
        return make_error(to_text(path) + ": is a directory, not a file");
    const DWORD advice =
        access == Access::Random ? FILE_FLAG_RANDOM_ACCESS : FILE_FLAG_SEQUENTIAL_SCAN;
    HANDLE handle = open_replaceable(path, GENERIC_READ, advice);
    if (handle == INVALID_HANDLE_VALUE) return system_error(path);
    auto file = std::make_shared<RandomAccessFile>(handle);

    if (::GetFileType(handle) != FILE_TYPE_DISK)
        return make_error(to_text(path) + ": is not a regular file");
    LARGE_INTEGER size{};
    if (::GetFileSizeEx(handle, &size) == 0) return system_error(path);
    file->set_size(static_cast<std::uint64_t>(size.QuadPart));
    return std::shared_ptr<const book::ByteReader>(std::move(file));
}

} // namespace polyglot::io

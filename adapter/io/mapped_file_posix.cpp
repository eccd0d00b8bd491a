#ifndef _WIN32
#include "adapter/io/mapped_file.hpp"

#include <cerrno>
#include <cstdint>
#include <fcntl.h>
#include <limits>
#include <sys/mman.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

namespace polyglot::io {
namespace {

Error system_error(const std::filesystem::path& path, int code) {
    return make_error(path.string() + ": " + std::generic_category().message(code));
}

} // namespace

Result<MappedFile> MappedFile::open(const std::filesystem::path& path) {
    MappedFile file;
    int descriptor = -1;
    // O_NONBLOCK: opening a pipe by mistake must not wait for a writer; it means nothing to a regular file.
    do {
        descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    } while (descriptor < 0 && errno == EINTR);
    if (descriptor < 0) return system_error(path, errno);
    file.file_ = descriptor;

    struct stat status {};
    if (::fstat(descriptor, &status) != 0) return system_error(path, errno);
    if (S_ISDIR(status.st_mode)) return make_error(path.string() + ": is a directory, not a file");
    if (!S_ISREG(status.st_mode)) return make_error(path.string() + ": is not a regular file");
    if (static_cast<std::uintmax_t>(status.st_size) > std::numeric_limits<std::size_t>::max())
        return make_error(path.string() + ": is too large for the address space of this program");
    if (status.st_size == 0) return file;

    const auto size = static_cast<std::size_t>(status.st_size);
    void* data = ::mmap(nullptr, size, PROT_READ, MAP_SHARED, descriptor, 0);
    if (data == MAP_FAILED) return system_error(path, errno);
    file.data_ = static_cast<const std::byte*>(data);
    file.size_ = size;
    // Probes jump about: reading ahead would fetch 128 KiB for each. Advice only, so its failure means nothing.
    static_cast<void>(::madvise(data, size, MADV_RANDOM));
    return file;
}

bool MappedFile::intact() const {
    struct stat status {};
    return ::fstat(static_cast<int>(file_), &status) == 0 && static_cast<std::size_t>(status.st_size) >= size_;
}

void MappedFile::release_pages() const {
    if (data_ != nullptr) static_cast<void>(::madvise(const_cast<std::byte*>(data_), size_, MADV_DONTNEED));
}

void MappedFile::close() noexcept {
    if (data_ != nullptr) ::munmap(const_cast<std::byte*>(data_), size_);
    if (file_ >= 0) ::close(static_cast<int>(file_));
    data_ = nullptr;
    size_ = 0;
    file_ = -1;
}

} // namespace polyglot::io
#endif

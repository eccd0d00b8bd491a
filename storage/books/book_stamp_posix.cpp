#include "storage/books/book_stamp.hpp"

#include <sys/stat.h>

namespace polyglot::io {

std::optional<book::BookStamp> book_stamp(const std::filesystem::path& path) {
    struct stat status {};
    if (::stat(path.c_str(), &status) != 0) return std::nullopt;
#ifdef __APPLE__
    const timespec& modified = status.st_mtimespec;
#else
    const timespec& modified = status.st_mtim;
#endif
    // Spreads the small numbers of devices and files.
    constexpr std::uint64_t spread = 0x9e3779b97f4a7c15;
    return book::BookStamp{.size = static_cast<std::uint64_t>(status.st_size),
                           .identity = static_cast<std::uint64_t>(status.st_dev) * spread ^
                                       static_cast<std::uint64_t>(status.st_ino),
                           .modified_ns =
                               std::int64_t{modified.tv_sec} * 1'000'000'000 + modified.tv_nsec};
}

} // namespace polyglot::io

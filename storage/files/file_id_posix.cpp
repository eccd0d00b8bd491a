#include "storage/files/file_id.hpp"

#include <sys/stat.h>

namespace polyglot::io {

std::optional<FileId> find_file_id(const std::filesystem::path& file) {
    struct stat status {};
    if (::stat(file.c_str(), &status) != 0) return std::nullopt;
    return FileId{static_cast<std::uint64_t>(status.st_dev),
                  static_cast<std::uint64_t>(status.st_ino)};
}

} // namespace polyglot::io

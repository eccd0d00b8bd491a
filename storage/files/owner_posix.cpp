#include "storage/files/owner.hpp"

#include <sys/stat.h>
#include <unistd.h>

namespace polyglot::io {

bool is_anothers(const std::filesystem::path& file) {
    struct stat status {};
    return ::stat(file.c_str(), &status) == 0 && status.st_uid != ::geteuid() && status.st_uid != 0;
}

} // namespace polyglot::io

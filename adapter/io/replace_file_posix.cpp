#ifndef _WIN32
#include "adapter/io/replace_file.hpp"

#include <cerrno>
#include <cstdlib>
#include <fcntl.h>
#include <string>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

namespace polyglot::io {
namespace {

Error system_error(const std::filesystem::path& path) {
    return make_error(path.string() + ": " + std::generic_category().message(errno));
}

bool write_all(int descriptor, std::string_view bytes) {
    while (!bytes.empty()) {
        const ssize_t count = ::write(descriptor, bytes.data(), bytes.size());
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) return false;
        bytes.remove_prefix(static_cast<std::size_t>(count));
    }
    return true;
}

// Those of the file that it is to replace, else what any new file gets.
::mode_t mode_for(const std::filesystem::path& file) {
    struct stat status {};
    if (::stat(file.c_str(), &status) == 0) return status.st_mode & 07777U;
    const ::mode_t mask = ::umask(0); // there is no way to ask without setting it
    ::umask(mask);
    return 0666U & ~mask;
}

// The rename lasts only when the directory is on disk, too. Some file systems cannot sync one: the file is whole then
// all the same.
void sync_directory(const std::filesystem::path& directory) {
    const int descriptor = ::open(directory.empty() ? "." : directory.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (descriptor < 0) return;
    static_cast<void>(::fsync(descriptor));
    ::close(descriptor);
}

} // namespace

Result<void> replace_file(const std::filesystem::path& named, std::string_view bytes) {
    std::error_code ignored;
    const auto status = std::filesystem::status(named, ignored);
    if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status))
        return make_error(named.string() + ": is not a regular file");
    const bool is_link = std::filesystem::is_symlink(std::filesystem::symlink_status(named, ignored));
    const std::filesystem::path file = is_link ? std::filesystem::weakly_canonical(named, ignored) : named;
    // A name of its own for each writer: two adapters may save at the same moment.
    std::string temporary = file.string() + ".XXXXXX";
    const int descriptor = ::mkostemp(temporary.data(), O_CLOEXEC);
    if (descriptor < 0) return system_error(file);
    const bool written =
        write_all(descriptor, bytes) && ::fchmod(descriptor, mode_for(file)) == 0 && ::fsync(descriptor) == 0;
    const int write_error = errno;
    const bool closed = ::close(descriptor) == 0;
    if (written && closed && ::rename(temporary.c_str(), file.c_str()) == 0) {
        sync_directory(file.parent_path());
        return {};
    }
    if (!written) errno = write_error;
    Error error = system_error(file);
    ::unlink(temporary.c_str());
    return error;
}

} // namespace polyglot::io
#endif

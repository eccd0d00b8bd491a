#include "storage/files/open_posix.hpp"

#include "storage/files/output_file.hpp"

#include <cerrno>
#include <fcntl.h>
#include <system_error>

namespace polyglot::io {
namespace {

OpenedFile open_once(const std::filesystem::path& file, int flags, ::mode_t mode) {
    int descriptor = -1;
    do {
        descriptor = ::open(file.c_str(), flags | O_CLOEXEC, mode);
    } while (descriptor < 0 && errno == EINTR);
    return {.descriptor = descriptor, .error = descriptor < 0 ? errno : 0};
}

} // namespace

std::string OpenedFile::why() const {
    return refusal.empty() ? std::generic_category().message(error) : refusal;
}

// Opening without following links fails at a link: with ELOOP, with EMLINK on some systems, and
// with EACCES if Linux finds another user's link in a sticky folder. A link that replaces the
// target meanwhile is not followed.
OpenedFile open_file(const std::filesystem::path& file, int flags, ::mode_t mode) {
    OpenedFile opened = open_once(file, flags | O_NOFOLLOW, mode);
    if (opened.descriptor >= 0 ||
        (opened.error != ELOOP && opened.error != EMLINK && opened.error != EACCES))
        return opened;
    const auto target = target_of(file);
    if (!target) return {.refusal = target.error().message};
    if (*target == file) return opened;
    OpenedFile at_target = open_once(*target, flags | O_NOFOLLOW, mode);
    // A link such as /dev/stderr leads by /proc to an object without a name (a pipe, a file in
    // memory), so that only the system can follow it. Every link on the way is trusted.
    if (at_target.descriptor < 0 && at_target.error == ENOENT) return open_once(file, flags, mode);
    return at_target;
}

} // namespace polyglot::io

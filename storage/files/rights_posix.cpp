#ifndef _WIN32
#include "storage/files/rights_posix.hpp"

#include "storage/files/temporary_file.hpp"

#include <cerrno>
#include <cstdint>
#include <unistd.h>
#include <vector>

#ifdef __linux__
#include <sys/xattr.h>
#endif

namespace polyglot::io {
namespace fs = std::filesystem;
namespace {

::mode_t mode_of_folder(const fs::path& file, ::uid_t& owner) {
    struct stat status {};
    const fs::path folder = file.parent_path();
    if (::stat(folder.empty() ? "." : folder.c_str(), &status) != 0) return S_IWOTH; // the worst
    owner = status.st_uid;
    return status.st_mode;
}

enum class Acl : std::uint8_t { None, Copied, Lost };

#ifdef __linux__
constexpr const char* acl_name = "system.posix_acl_access";
#endif

// With an access control list, the group's bits of a mode limit what any entry grants.
Acl copy_acl([[maybe_unused]] const fs::path& from, [[maybe_unused]] int to) {
#ifdef __linux__
    std::vector<char> list(64U << 10U); // the most that Linux keeps
    const ssize_t size = ::getxattr(from.c_str(), acl_name, list.data(), list.size());
    if (size < 0) return errno == ENODATA || errno == EOPNOTSUPP ? Acl::None : Acl::Lost;
    return ::fsetxattr(to, acl_name, list.data(), static_cast<std::size_t>(size), 0) == 0 ? Acl::Copied : Acl::Lost;
#else
    return Acl::None;
#endif
}

// The folder may have given the file a list.
void remove_acl([[maybe_unused]] int descriptor) {
#ifdef __linux__
    static_cast<void>(::fremovexattr(descriptor, acl_name));
#endif
}

// For a file whose group is another one: members of either group may do no more than they, and all others, could.
::mode_t for_any_group(::mode_t mode) {
    const ::mode_t all = mode & mode >> 3U & 0007U;
    return (mode & 0700U) | all << 3U | all;
}

bool has_group(int descriptor, ::gid_t group) {
    struct stat status {};
    return ::fstat(descriptor, &status) == 0 && status.st_gid == group;
}

// File systems without permissions (FAT, CIFS) refuse fchmod(). That is an error only if another user may then read or
// write what `mode` does not permit.
bool set_mode(int descriptor, ::mode_t mode) {
    if (::fchmod(descriptor, mode) == 0) return true;
    const int error = errno;
    struct stat status {};
    const bool is_enough = ::fstat(descriptor, &status) == 0 && (status.st_mode & 0066U & ~mode) == 0;
    errno = error;
    return is_enough;
}

} // namespace

bool is_in_shared_folder(const fs::path& file) {
    ::uid_t owner = 0;
    const ::mode_t folder = mode_of_folder(file, owner);
    return (folder & S_IWOTH) != 0 || ((folder & S_IWGRP) != 0 && (folder & S_ISVTX) != 0);
}

bool is_trusted_file(const struct stat& status, const fs::path& file) {
    return status.st_uid == ::geteuid() || !is_in_shared_folder(file);
}

bool copy_rights(const fs::path& from, const struct stat& status_of_from, int descriptor) {
    const bool same_group = ::fchown(descriptor, static_cast<::uid_t>(-1), status_of_from.st_gid) == 0 ||
                            has_group(descriptor, status_of_from.st_gid);
    if (status_of_from.st_uid != ::geteuid())
        static_cast<void>(::fchown(descriptor, status_of_from.st_uid, static_cast<::gid_t>(-1)) == 0);
    const ::mode_t mode = status_of_from.st_mode & 0777U;
    const Acl acl = same_group ? copy_acl(from, descriptor) : Acl::Lost;
    if (acl != Acl::Copied) remove_acl(descriptor);
    return set_mode(descriptor, acl == Acl::Lost ? for_any_group(mode) : mode);
}

SourceRights::SourceRights(const fs::path& source)
    : source_(source),
      exists_(!source.empty() && ::stat(source.c_str(), &status_) == 0),
      is_trusted_(exists_ && is_trusted_file(status_, source)) {}

::mode_t SourceRights::mode_to_make() const {
    if (!exists_) return 0666;
    return 0600U | (for_any_group(status_.st_mode) & 0066U);
}

bool SourceRights::apply(int descriptor) const {
    return !is_trusted_ || copy_rights(source_, status_, descriptor);
}

bool limit_mode(int descriptor, ::mode_t most) {
    struct stat status {};
    return ::fstat(descriptor, &status) == 0 && set_mode(descriptor, status.st_mode & 0777U & most);
}

bool is_trusted_link(const fs::path& link) {
    struct stat status {};
    if (::lstat(link.c_str(), &status) != 0 || status.st_uid == ::geteuid()) return true;
    ::uid_t owner = 0;
    return (mode_of_folder(link, owner) & S_IWOTH) == 0 || status.st_uid == owner;
}

} // namespace polyglot::io
#endif

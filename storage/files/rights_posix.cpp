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

// With an access control list, the group's bits of a mode limit what any entry grants.
Acl copy_acl([[maybe_unused]] const fs::path& from, [[maybe_unused]] int to) {
#ifdef __linux__
    constexpr const char* name = "system.posix_acl_access";
    std::vector<char> list(64U << 10U); // the most that Linux keeps
    const ssize_t size = ::getxattr(from.c_str(), name, list.data(), list.size());
    if (size < 0) return errno == ENODATA || errno == EOPNOTSUPP ? Acl::None : Acl::Lost;
    return ::fsetxattr(to, name, list.data(), static_cast<std::size_t>(size), 0) == 0 ? Acl::Copied : Acl::Lost;
#else
    return Acl::None;
#endif
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
    const bool same_group = ::fchown(descriptor, static_cast<::uid_t>(-1), status_of_from.st_gid) == 0;
    if (status_of_from.st_uid != ::geteuid())
        static_cast<void>(::fchown(descriptor, status_of_from.st_uid, static_cast<::gid_t>(-1)) == 0);
    const ::mode_t mode = status_of_from.st_mode & 0777U;
    const ::mode_t group_as_others = mode & (0707U | (mode & 0007U) << 3U);
    if (::fchmod(descriptor, group_as_others) != 0) return false;
    if (!same_group) return true;
    const Acl acl = copy_acl(from, descriptor);
    return acl != Acl::None || ::fchmod(descriptor, mode) == 0;
}

SourceRights::SourceRights(const fs::path& source)
    : source_(source),
      exists_(!source.empty() && ::stat(source.c_str(), &status_) == 0),
      is_trusted_(exists_ && is_trusted_file(status_, source)) {}

::mode_t SourceRights::mode_to_make() const {
    if (!exists_) return 0666;
    const ::mode_t others = status_.st_mode & 0006U;
    return 0600U | others << 3U | others;
}

bool SourceRights::apply(int descriptor) const {
    return !is_trusted_ || copy_rights(source_, status_, descriptor);
}

bool limit_mode(int descriptor, ::mode_t most) {
    struct stat status {};
    return ::fstat(descriptor, &status) == 0 && ::fchmod(descriptor, status.st_mode & 0777U & most) == 0;
}

bool is_trusted_link(const fs::path& link) {
    struct stat status {};
    if (::lstat(link.c_str(), &status) != 0 || status.st_uid == ::geteuid()) return true;
    ::uid_t owner = 0;
    return (mode_of_folder(link, owner) & S_IWOTH) == 0 || status.st_uid == owner;
}

} // namespace polyglot::io
#endif

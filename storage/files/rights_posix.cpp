#include "storage/files/rights_posix.hpp"

#include "storage/files/temporary_file.hpp"

#include <cerrno>
#include <cstddef>
#include <optional>
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

// The access control list. If there is one, the group bits of the mode limit all entries, and are
// not the group's rights.
#ifdef __linux__
constexpr const char* acl_name = "system.posix_acl_access";

// Returns an empty list if the file has none; nullopt if it cannot be read.
std::optional<std::vector<char>> read_acl(const fs::path& file) {
    std::vector<char> list(64U << 10U); // the maximum of Linux
    const ssize_t size = ::getxattr(file.c_str(), acl_name, list.data(), list.size());
    if (size < 0 && errno != ENODATA && errno != EOPNOTSUPP) return std::nullopt;
    list.resize(size < 0 ? 0 : static_cast<std::size_t>(size));
    return list;
}

// Removes the rights that the mode does not permit, because the file must never be open to more
// users than in the end. The list has four bytes of a version, then entries of eight: the first
// byte has the kind of user, the third the rights (linux/posix_acl_xattr.h).
void limit_acl(std::vector<char>& list, ::mode_t mode) {
    constexpr char owner = 0x01, mask = 0x10, others = 0x20;
    for (std::size_t at = 4; at + 8 <= list.size(); at += 8) {
        const ::mode_t most = list[at] == owner ? mode >> 6U : list[at] == mask ? mode >> 3U : mode;
        if (list[at] == owner || list[at] == mask || list[at] == others)
            list[at + 2] = static_cast<char>(static_cast<unsigned char>(list[at + 2]) & most & 7U);
    }
}

bool set_acl(int descriptor, const std::vector<char>& list) {
    return ::fsetxattr(descriptor, acl_name, list.data(), list.size(), 0) == 0;
}

// Removes the list that the folder may have given to the file.
void remove_acl(int descriptor) {
    static_cast<void>(::fremovexattr(descriptor, acl_name));
}
#else
std::optional<std::vector<char>> read_acl(const fs::path& /*file*/) {
    return std::vector<char>();
}
void limit_acl(std::vector<char>& /*list*/, ::mode_t /*mode*/) {}
bool set_acl(int /*descriptor*/, const std::vector<char>& /*list*/) {
    return false;
}
void remove_acl(int /*descriptor*/) {}
#endif

// Returns the mode for a file whose group differs, so that members of either group get no more
// rights than before.
::mode_t for_any_group(::mode_t mode) {
    const ::mode_t all = mode & mode >> 3U & 0007U;
    return (mode & 0700U) | all << 3U | all;
}

bool has_group(int descriptor, ::gid_t group) {
    struct stat status {};
    return ::fstat(descriptor, &status) == 0 && status.st_gid == group;
}

// File systems without permissions (FAT, CIFS) refuse fchmod(). This is an error only if another
// user then has rights that `mode` does not permit.
bool set_mode(int descriptor, ::mode_t mode) {
    if (::fchmod(descriptor, mode) == 0) return true;
    const int error = errno;
    struct stat status {};
    const bool is_enough =
        ::fstat(descriptor, &status) == 0 && (status.st_mode & 0066U & ~mode) == 0;
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

bool copy_rights(const fs::path& from, const struct stat& status_of_from, int descriptor,
                 const struct stat* most) {
    const bool same_group =
        ::fchown(descriptor, static_cast<::uid_t>(-1), status_of_from.st_gid) == 0 ||
        has_group(descriptor, status_of_from.st_gid);
    if (status_of_from.st_uid != ::geteuid())
        static_cast<void>(::fchown(descriptor, status_of_from.st_uid, static_cast<::gid_t>(-1)) ==
                          0);
    ::mode_t mode = status_of_from.st_mode & 0777U;
    if (most != nullptr)
        mode &= has_group(descriptor, most->st_gid) ? most->st_mode
                                                    : for_any_group(most->st_mode & 0777U);
    auto list = read_acl(from);
    if (list && list->empty()) {
        remove_acl(descriptor);
        return set_mode(descriptor, same_group ? mode : for_any_group(mode));
    }
    if (list && same_group) {
        limit_acl(*list, mode);
        if (set_acl(descriptor, *list)) return set_mode(descriptor, mode);
    }
    remove_acl(descriptor);
    return set_mode(descriptor, mode & 0700U); // because the list may have excluded any user
}

SourceRights::SourceRights(const fs::path& source)
    : source_(source),
      exists_(!source.empty() && ::stat(source.c_str(), &status_) == 0),
      is_trusted_(exists_ && is_trusted_file(status_, source)) {}

::mode_t SourceRights::mode_to_make() const {
    if (!exists_) return 0666;
    const ::mode_t shared = for_any_group(status_.st_mode) & 0066U;
    if (shared == 0) return 0600;
    const auto list = read_acl(source_);
    return list && list->empty() ? 0600U | shared : 0600U;
}

bool SourceRights::apply(int descriptor) const {
    return !is_trusted_ || copy_rights(source_, status_, descriptor);
}

struct stat SourceRights::most_beside(const fs::path& other) const {
    struct stat most = status_;
    if (!is_trusted_) most.st_mode = mode_to_make();
    // With a list the group bits are not the group's rights; equal lists in both files need no
    // limit.
    else if (const auto list = read_acl(source_);
             !list || (!list->empty() && list != read_acl(other)))
        most.st_mode &= 0700U;
    return most;
}

bool is_trusted_link(const fs::path& link) {
    struct stat status {};
    if (::lstat(link.c_str(), &status) != 0 || status.st_uid == ::geteuid()) return true;
    ::uid_t owner = 0;
    return (mode_of_folder(link, owner) & S_IWOTH) == 0 || status.st_uid == owner;
}

} // namespace polyglot::io

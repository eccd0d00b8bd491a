// Whose a file is, and who may write to a new one: owners, permissions and access control lists.
#pragma once
#ifndef _WIN32
#include <filesystem>
#include <sys/stat.h>

namespace polyglot::io {

// Its folder is writable for all, or sticky and writable for its group: other users may put files there for us to find.
bool is_in_shared_folder(const std::filesystem::path& file);
// False for a file of another user in such a folder.
bool is_trusted_file(const struct stat& status, const std::filesystem::path& file);

// Gives a new file the rights of another one, as far as we may: owner, group, permissions, access control list. Where
// the group cannot be kept, the new one gets the rights of all others. False if the permissions cannot be set.
bool copy_rights(const std::filesystem::path& from, const struct stat& status_of_from, int descriptor);

} // namespace polyglot::io
#endif

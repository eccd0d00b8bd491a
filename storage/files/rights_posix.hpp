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
// the group cannot be kept, group and others both get what both had; where a list cannot, the file is private. No more
// than `most` permits: another file's permissions, for its group. At no moment they are wider than in the end, if they
// were not before. False if they cannot be set, and are wider; on a file system without permissions they may be
// narrower.
bool copy_rights(const std::filesystem::path& from, const struct stat& status_of_from, int descriptor,
                 const struct stat* most = nullptr);

// A new file that holds contents of another one, the source: a history, a saved copy, what waits beside a store. It
// gets the rights of the source, or no more than everyone has there if the source is not trusted. So a private file
// stays private. Without a source it is a file like any other. (private_copies_posix_test.cpp)
class SourceRights {
  public:
    // source: empty if there is none.
    explicit SourceRights(const std::filesystem::path& source);

    bool exists() const { return exists_; }
    // The mode to make the file with, before apply(): no user may open it who may not open the source.
    ::mode_t mode_to_make() const;
    // False as in copy_rights().
    bool apply(int descriptor) const;
    // For copy_rights() of another file that the new one replaces: no user gets in who may not open the source.
    struct stat most_beside(const std::filesystem::path& other) const;

  private:
    std::filesystem::path source_;
    struct stat status_ {};
    bool exists_;
    bool is_trusted_;
};
} // namespace polyglot::io
#endif

// Owners, permissions and access control lists of files.
#pragma once
#include <filesystem>
#include <sys/stat.h>

namespace polyglot::io {

// Returns true if the file's folder is writable for all, or sticky and writable for its group, so
// that other users may put files there.
bool is_in_shared_folder(const std::filesystem::path& file);
// Returns false for a file of another user in such a folder.
bool is_trusted_file(const struct stat& status, const std::filesystem::path& file);

// Gives a new file the rights of another one, as far as the process may: owner, group, permissions,
// access control list. If the group cannot be kept, group and others both get the rights that both
// had; if a list cannot be kept, the file is private. The rights never exceed `most`, which are
// another file's permissions, for its group. They are at no moment wider than in the end, unless
// they were before. Returns false if they cannot be set and are wider; on a file system without
// permissions they may be narrower.
bool copy_rights(const std::filesystem::path& from, const struct stat& status_of_from,
                 int descriptor, const struct stat* most = nullptr);

// The rights of a new file with contents of another one, the source: a history, a saved copy, games
// that wait beside a store. It gets the rights of the source, or no more than everyone has there if
// the source is not trusted, so that a private file stays private. Without a source it gets the
// usual rights. Test: private_copies_posix_test.cpp.
class SourceRights {
  public:
    // source is empty if there is none.
    explicit SourceRights(const std::filesystem::path& source);

    bool exists() const { return exists_; }
    // Returns the mode with which to create the file before apply(): no user may open it who may
    // not open the source.
    ::mode_t mode_to_make() const;
    // Returns false as copy_rights() does.
    bool apply(int descriptor) const;
    // Returns `most` for copy_rights() of another file that the new one replaces, so that no user
    // may open it who may not open the source.
    struct stat most_beside(const std::filesystem::path& other) const;

  private:
    std::filesystem::path source_;
    struct stat status_ {};
    bool exists_;
    bool is_trusted_;
};
} // namespace polyglot::io

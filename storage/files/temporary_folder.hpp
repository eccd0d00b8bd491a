// A folder for intermediate files, which only this process uses while the object exists. Test:
// temporary_folder_test.cpp.
#pragma once
#include "core/result.hpp"
#include "storage/files/folder.hpp"

#include <filesystem>

namespace polyglot::io {

class TemporaryFolder {
  public:
    // Creates "FILE.<number>.polyglot-runs" in the folder of `file`, which is removed with the
    // object. Folders that killed processes of this program have left there for the same file are
    // removed; those of living processes and of other users stay.
    static Result<TemporaryFolder> beside(const std::filesystem::path& file);
    // Removes only the folders that beside() would remove.
    static void remove_left_overs(const std::filesystem::path& file);
    // Uses this folder, which is created if missing, and keeps it. It is an error if it belongs to
    // another user or another process uses it.
    static Result<TemporaryFolder> keep(const std::filesystem::path& folder);
    TemporaryFolder(TemporaryFolder&& other) noexcept = default;
    TemporaryFolder& operator=(TemporaryFolder&& other) noexcept;
    ~TemporaryFolder();
    const Folder::Pointer& folder() const { return folder_; }
    // Return folders in this one, for SeenGames and for merge_runs(); clear() removes them.
    Result<Folder::Pointer> seen() const {
        return Folder::own(folder_, "seen", Folder::Make::IfMissing);
    }
    Result<Folder::Pointer> merged() const {
        return Folder::own(folder_, "merged", Folder::Make::IfMissing);
    }
    // Removes the files of make-book: runs, checkpoint, seen games, and their temporaries. A file
    // of another name stays.
    void clear() const;
    void remove() const; // clear(), and the folder itself if it is empty then

  private:
    TemporaryFolder(Folder::Pointer folder, bool kept);

    Folder::Pointer folder_; // null when moved from
    bool kept_ = false;
};

// Returns true for the name of a file that make-book puts into such a folder: "7.pgstats",
// "checkpoint.12-3.polyglot-part", …
bool is_work_file(std::string_view name);

} // namespace polyglot::io

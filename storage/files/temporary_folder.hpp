// A folder for intermediate files, ours alone while the object lives.
#pragma once
#include "core/result.hpp"
#include "storage/files/folder.hpp"

#include <filesystem>

namespace polyglot::io {

class TemporaryFolder {
  public:
    // Creates "FILE.<number>.polyglot-runs" in the folder of `file`, removed with the object. Folders that our killed
    // processes have left there for the same file are removed; those of living processes and of other users stay.
    static Result<TemporaryFolder> beside(const std::filesystem::path& file);
    static void remove_left_overs(const std::filesystem::path& file); // only removes what beside() would
    // Uses this folder, which is created if missing, and keeps it. An error if it is not ours or another process uses
    // it.
    static Result<TemporaryFolder> keep(const std::filesystem::path& folder);
    TemporaryFolder(TemporaryFolder&& other) noexcept = default;
    TemporaryFolder& operator=(TemporaryFolder&& other) noexcept;
    ~TemporaryFolder();
    const Folder::Pointer& folder() const { return folder_; }
    // Folders in it, for SeenGames and for merge_runs(); clear() removes them.
    Result<Folder::Pointer> seen() const { return Folder::own(folder_, "seen", Folder::Make::IfMissing); }
    Result<Folder::Pointer> merged() const { return Folder::own(folder_, "merged", Folder::Make::IfMissing); }
    // Removes what make-book keeps there: runs, checkpoint, seen games, and their temporaries. A file of another name
    // is not ours, and stays.
    void clear() const;
    void remove() const; // clear(), and the folder itself if it is empty then

  private:
    TemporaryFolder(Folder::Pointer folder, bool kept);

    Folder::Pointer folder_; // null: moved from
    bool kept_ = false;
};

// True for the name of a file that make-book puts into such a folder: "7.pgstats", "checkpoint.12-3.polyglot-part", …
bool is_work_file(std::string_view name);

} // namespace polyglot::io

// A folder for intermediate files, ours alone while the object lives.
#pragma once
#include "core/result.hpp"
#include "storage/files/folder.hpp"

#include <filesystem>

namespace polyglot::io {

class TemporaryFolder {
  public:
    // Creates "FILE.<number>.polyglot-runs" in the folder of `file`, removed with the object. Folders that killed
    // processes of ours have left there for the same file are removed; those of living processes and of other users
    // stay.
    static Result<TemporaryFolder> beside(const std::filesystem::path& file);
    static void remove_left_overs(const std::filesystem::path& file); // that alone
    // This folder, created if missing, and kept. An error if it is not ours or another process uses it.
    static Result<TemporaryFolder> keep(const std::filesystem::path& folder);
    TemporaryFolder(TemporaryFolder&& other) noexcept = default;
    TemporaryFolder& operator=(TemporaryFolder&& other) noexcept;
    ~TemporaryFolder();
    const Folder::Pointer& folder() const { return folder_; }
    // A folder in it, for SeenGames or merge_runs(); clear() knows these names.
    Result<Folder::Pointer> seen() const { return Folder::own(folder_, "seen", Folder::Make::IfMissing); }
    Result<Folder::Pointer> merged() const { return Folder::own(folder_, "merged", Folder::Make::IfMissing); }
    // Removes what make-book keeps there: runs, checkpoint, seen games, and their temporaries. A file of another name
    // is not ours, and stays.
    void clear() const;
    void remove() const; // and the folder itself, if nothing else is in it

  private:
    TemporaryFolder(Folder::Pointer folder, bool kept);

    Folder::Pointer folder_; // null: moved from
    bool kept_ = false;
};

// Is this the name of a file that make-book puts into such a folder? "7.pgstats", "checkpoint.12-3.polyglot-part", …
bool is_work_file(std::string_view name);

} // namespace polyglot::io

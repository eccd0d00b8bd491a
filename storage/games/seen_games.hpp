// Which games have been seen, for -unique: a set of 64-bit fingerprints within a fixed amount of memory, the rest on
// disk.
#pragma once
#include "core/result.hpp"
#include "storage/files/folder.hpp"
#include "storage/games/fingerprint_run.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace polyglot::io {

// New fingerprints go into a hash table. When it is full it becomes a sorted file, and many of these are merged into
// one. A Bloom filter shows for nearly every new fingerprint that no file has it; otherwise each file is searched, at
// most max_runs of them.
class SeenGames {
  public:
    // folder: for what does not fit into max_bytes (less than 1 MB is taken as that; buffers of half a MB come on top
    // while a file is written). Files are named "seen-games…".
    SeenGames(Folder::Pointer folder, std::size_t max_bytes);
    SeenGames(const SeenGames&) = delete;
    SeenGames& operator=(const SeenGames&) = delete;
    ~SeenGames(); // removes its files but those that a save() needs
    // True: it is new, and known from now on. May be called by several threads; one lock, which is held for a miss of
    // the cache or two, and for all of a write when the table is full.
    Result<bool> insert(std::uint64_t fingerprint);
    // Everything onto the disk, for a checkpoint; what is inserted later is not in it. The result names it for load().
    // What the save before needs stays until settle(): a kill in between leaves the earlier checkpoint whole.
    Result<std::string> save();
    void settle(); // makes the last save() valid and deletes earlier ones
    // What that save() in this folder knew, by another process too. For a new, empty object.
    Result<void> load(const std::string& saved);

  private:
    void mark(std::uint64_t fingerprint); // in the filter
    bool maybe_on_disk(std::uint64_t fingerprint) const;
    std::size_t place_of(std::uint64_t fingerprint) const; // in the table: its slot, or an empty one
    void grow();
    Result<void> spill();
    Result<void> merge();
    FileAt new_file();
    std::size_t max_index() const;
    void remove_unused();

    Folder::Pointer folder_;
    std::size_t max_bytes_;
    std::mutex mutex_;
    std::vector<std::uint64_t> table_; // 0: empty
    std::size_t used_ = 0;
    std::vector<std::uint64_t> filter_; // blocks of 8 words
    std::vector<FingerprintRun> runs_;
    // Files of the valid checkpoint, of the one being written, and those that only these need.
    std::vector<FileAt> saved_, next_, unused_;
    std::size_t number_ = 0;
    std::optional<Error> broken_; // the table could not be written and is lost
};

} // namespace polyglot::io

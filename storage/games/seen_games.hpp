// The games that -unique has seen: a set of 64-bit fingerprints within a fixed amount of memory,
// the rest on disk. Test: seen_games_test.cpp.
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

// New fingerprints go into a hash table. When it is full it becomes a sorted file, and many of
// these are merged into one. A Bloom filter shows for nearly every new fingerprint that no file has
// it; otherwise each file is searched, at most max_runs of them.
class SeenGames {
  public:
    // folder gets what does not fit into max_bytes, which counts as at least 1 MB; while a file is
    // written, buffers of half a MB are used in addition. Files are named "seen-games…".
    SeenGames(Folder::Pointer folder, std::size_t max_bytes);
    SeenGames(const SeenGames&) = delete;
    SeenGames& operator=(const SeenGames&) = delete;
    ~SeenGames(); // removes its files, except those that a save() needs
    // Returns true if the fingerprint is new; it is known from now on. May be called by several
    // threads, which share one lock. It is held for a cache miss or two, and during a write when
    // the table is full.
    Result<bool> insert(std::uint64_t fingerprint);
    // Writes everything to the disk, for a checkpoint without later fingerprints. The result names
    // it for load(). The files of the previous save stay until settle(), so that a kill in between
    // leaves the earlier checkpoint complete.
    Result<std::string> save();
    void settle(); // makes the last save() valid and deletes earlier ones
    // Loads what save() has written into this folder, perhaps in another process. The object must
    // be new and empty.
    Result<void> load(const std::string& saved);

  private:
    void mark(std::uint64_t fingerprint); // sets the bits in the filter
    bool maybe_on_disk(std::uint64_t fingerprint) const;
    // Returns its slot in the table, or an empty one.
    std::size_t place_of(std::uint64_t fingerprint) const;
    void grow();
    Result<void> spill();
    Result<void> merge();
    FileAt new_file();
    std::size_t max_index() const;
    void remove_unused();

    Folder::Pointer folder_;
    std::size_t max_bytes_;
    std::mutex mutex_;
    std::vector<std::uint64_t> table_; // 0 is empty
    std::size_t used_ = 0;
    std::vector<std::uint64_t> filter_; // blocks of 8 words
    std::vector<FingerprintRun> runs_;
    // The files of the valid checkpoint, of the one being written, and those that only these need.
    std::vector<FileAt> saved_, next_, unused_;
    std::size_t number_ = 0;
    std::optional<Error> broken_; // the table could not be written and is lost
};

} // namespace polyglot::io

// Keeps the sums of make-book: tables in memory, and sorted runs on disk for what exceeds it. The
// keys are divided into parts, so that several threads can add at the same time and several can
// make the book from them. tests/unit/tools/make_book/sums_test.cpp shows it.
#pragma once
#include "core/book/make/stats_table.hpp"
#include "core/result.hpp"
#include "storage/files/temporary_folder.hpp"
#include "tools/make_book/game_samples.hpp"

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace polyglot::tools {

// Keeps the files of the runs. Functions marked "several threads" may be called by several threads.
class Runs {
  public:
    // named is the user's folder, in which OUTPUT.work keeps everything until remove_all(). If it
    // is empty, a private folder next to `output` is created when needed and removed with this
    // object.
    Runs(std::filesystem::path named, std::filesystem::path output);

    // Creates and locks the folder. Several threads.
    Result<io::Folder::Pointer> folder();
    Result<io::Folder::Pointer> seen_folder();             // in the folder, for SeenGames
    Result<io::Folder::Pointer> merged_folder();           // in the folder, empty, for merge_runs()
    Result<io::FileAt> new_file();                         // several threads
    enum class Of : std::uint8_t { Sums, Games };          // Games: PlayedGames
    void add(io::FileAt finished, Of of = Of::Sums);       // several threads
    std::vector<io::FileAt> files(Of of = Of::Sums) const; // those that are finished
    // Opens the finished files of sums and `more` of the same kind for reading. The number of files
    // and the memory for them are bounded: if there are many files, they are merged into fewer.
    Result<std::vector<std::unique_ptr<book::StatsSource>>>
    open(const std::vector<std::filesystem::path>& more);
    // Prepares the user's folder after a killed run: resume() keeps these files and removes all
    // other runs, start_empty() removes everything. games: the names of those of games.
    Result<void> resume(const std::vector<std::string>& names,
                        const std::vector<std::string>& games);
    Result<void> start_empty();
    void remove_all(); // call it at the end

  private:
    Result<void> keep(const std::vector<std::string>& names, Of of);
    std::vector<io::FileAt>& list(Of of) { return files_[static_cast<std::size_t>(of)]; }

    mutable std::mutex mutex_;
    std::filesystem::path named_, output_;
    std::optional<io::TemporaryFolder> folder_;
    std::array<std::vector<io::FileAt>, 2> files_; // by Of
    std::size_t next_ = 0;
};

// Returns what has to be summed. The results of games are enough for a book by most rules, but not
// for statistics, nor for runs that are kept, because a run by other rules may continue with them.
book::Summed what_to_sum(const MakeBookOptions& options);

class Sums {
  public:
    static constexpr unsigned part_bits = 4; // the leading bits of the key
    static constexpr std::size_t parts = std::size_t{1} << part_bits;
    static constexpr std::size_t part_of(std::uint64_t key) {
        return static_cast<std::size_t>(key >> (64 - part_bits));
    }

    // max_bytes limits the memory. The runs must outlive this object.
    Sums(std::size_t max_bytes, Runs& runs, book::Summed summed);
    // Adds samples of this part, at most StatsTable::max_batch. Several threads.
    Result<void> add(std::size_t part, std::span<const book::Sample> samples);
    // Writes the content of memory to a run on disk; no thread may add meanwhile.
    Result<void> spill();
    // The content of memory is divided into slices of ascending keys. Other threads may read the
    // slices.
    static constexpr std::size_t slices_of_part = 8, slices = parts * slices_of_part;
    std::unique_ptr<book::StatsSource> read_slice(std::size_t slice) const;
    // Releases the memory of a slice that has been read. Call it once for each slice, in their
    // order, when nothing is added any more.
    void release_slice(std::size_t slice);
    std::unique_ptr<book::StatsSource> read() const;   // reads all slices
    std::uint64_t samples() const { return samples_; } // added so far. Several threads
    // Writes sums of another source as a run.
    Result<void> write_run(book::StatsSource& source);

  private:
    struct Part {
        std::mutex mutex;
        // Is created with its first samples, so that several threads allocate the memory.
        std::optional<book::StatsTable> table;
    };

    const std::size_t max_bytes_; // for one part
    const book::Summed summed_;
    std::array<Part, parts> parts_;
    Runs& runs_;
    std::atomic<std::uint64_t> samples_ = 0;
};

// Collects the samples of one thread until there are enough to justify locking a part.
class SumsSink final : public SampleSink {
  public:
    explicit SumsSink(Sums& sums) : sums_(sums) {}
    Result<void> take(std::span<const book::Sample> game) override;
    Result<void> finish(); // passes all collected samples on

  private:
    static constexpr std::size_t enough = 256; // hides the latency of this many cache misses
    struct Waiting {
        std::array<book::Sample, enough> samples;
        std::size_t count = 0;
    };

    Result<void> add(std::size_t part); // adds the waiting samples; after an error they still wait

    Sums& sums_;
    std::array<Waiting, Sums::parts> waiting_;
};

} // namespace polyglot::tools

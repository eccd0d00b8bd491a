// The sums of make-book: tables in memory, and sorted runs on disk for what does not fit. The keys
// are divided among parts, so that several threads can add at once, and several can make the book
// from them.
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

// The files of the runs. Functions marked "several threads" may be called by several threads.
class Runs {
  public:
    // named: the user's folder, in which OUTPUT.work keeps everything until remove_all(); empty: a
    // private folder beside `output`, created when needed and removed with this object.
    Runs(std::filesystem::path named, std::filesystem::path output);

    // Creates and locks the folder. Several threads.
    Result<io::Folder::Pointer> folder();
    Result<io::Folder::Pointer> seen_folder();   // in it, for SeenGames
    Result<io::Folder::Pointer> merged_folder(); // in it, empty, for merge_runs()
    Result<io::FileAt> new_file();               // several threads
    void add(io::FileAt finished);               // several threads
    std::vector<io::FileAt> files() const;       // finished ones
    // The finished files and some more of the same kind, to be read. Files and memory for them have
    // a bound: if there are many, they are merged into fewer.
    Result<std::vector<std::unique_ptr<book::StatsSource>>>
    open(const std::vector<std::filesystem::path>& more);
    // The user's folder after a killed run: continues with these of its files and removes all other
    // runs, or removes everything.
    Result<void> resume(const std::vector<std::string>& names);
    Result<void> start_anew();
    void remove_all(); // at the end

  private:
    mutable std::mutex mutex_;
    std::filesystem::path named_, output_;
    std::optional<io::TemporaryFolder> folder_;
    std::vector<io::FileAt> files_;
    std::size_t next_ = 0;
};

// The results of games are enough for a book by most rules; not for statistics, nor for runs that
// are kept, with which a run by other rules may go on.
book::Summed what_to_sum(const MakeBookOptions& options);

class Sums {
  public:
    static constexpr unsigned part_bits = 4; // the first of the key
    static constexpr std::size_t parts = std::size_t{1} << part_bits;
    static constexpr std::size_t part_of(std::uint64_t key) {
        return static_cast<std::size_t>(key >> (64 - part_bits));
    }

    // max_bytes: of memory. The runs must outlive this.
    Sums(std::size_t max_bytes, Runs& runs, book::Summed summed);
    // Of that part, no more than StatsTable::max_batch. By any thread.
    Result<void> add(std::size_t part, std::span<const book::Sample> samples);
    Result<void> spill(); // what is in memory becomes a run on disk; while no thread adds
    // What is in memory, in slices of rising keys. Each may be read by another thread.
    static constexpr std::size_t slices_of_part = 8, slices = parts * slices_of_part;
    std::unique_ptr<book::StatsSource> read_slice(std::size_t slice) const;
    // Gives memory back. Once for each slice, in their order, when it has been read; nothing is
    // added any more.
    void release_slice(std::size_t slice);
    std::unique_ptr<book::StatsSource> read() const;   // all that is
    std::uint64_t samples() const { return samples_; } // taken so far. By any thread
    // Of sums that come from elsewhere; they become a run, too
    Result<void> write_run(book::StatsSource& source);

  private:
    struct Part {
        std::mutex mutex;
        // From its first samples on, so that several threads take the memory
        std::optional<book::StatsTable> table;
    };

    const std::size_t max_bytes_; // of a part
    const book::Summed summed_;
    std::array<Part, parts> parts_;
    Runs& runs_;
    std::atomic<std::uint64_t> samples_ = 0;
};

// Of one thread: collects samples until it pays to lock a part.
class SumsSink final : public SampleSink {
  public:
    explicit SumsSink(Sums& sums) : sums_(sums) {}
    Result<void> take(std::span<const book::Sample> game) override;
    Result<void> finish(); // all that has been taken is in the sums

  private:
    static constexpr std::size_t enough = 256; // this many cache misses at once are hidden
    struct Waiting {
        std::array<book::Sample, enough> samples;
        std::size_t count = 0;
    };

    Result<void> add(std::size_t part); // what waits; after an error it still does

    Sums& sums_;
    std::array<Waiting, Sums::parts> waiting_;
};

} // namespace polyglot::tools

// Statistics of moves on disk: .pgstats files (docs/formats/pgstats.md), which are also the sorted
// runs of make-book. Test: stats_file_test.cpp.
#pragma once
#include "core/book/make/kept_games.hpp"
#include "core/book/make/move_stats.hpp"
#include "core/book/make/stats_codec.hpp"
#include "core/result.hpp"
#include "storage/files/folder.hpp"
#include "storage/files/output_file.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace polyglot::io {

using StatsInfo = book::StatsInfo;

class StatsWriter {
  public:
    // of: the variant of the file. kept: what it keeps of the games.
    static Result<StatsWriter> open(const FileAt& file, Durability durability = Durability::Synced,
                                    const book::NamedVariant& of = {},
                                    const book::KeptInfo& kept = {});
    // In ascending order; for the games see StatsEncoder::add().
    void write(const book::MoveStats& stats, std::span<const book::KeptGame> games = {});
    void write_all(book::StatsSource& source); // until the source ends, or failed()
    // True after an error, such as a full disk; commit() returns it.
    bool failed() const { return output_.failed(); }
    std::uint64_t entries() const { return encoder_.entries(); }
    // info.of and info.kept are those of open(); files: StatsEncoder::finish().
    Result<void> commit(const StatsInfo& info, const std::vector<std::string>& files = {});

  private:
    StatsWriter(OutputFile output, const book::NamedVariant& of, const book::KeptInfo& kept)
        : output_(std::move(output)), encoder_(book::pgstats::most_index_points, of, kept) {}

    OutputFile output_;
    book::StatsEncoder encoder_;
};

class StatsReader final : public book::StatsSource {
  public:
    using Games = book::StatsDecoder::Games;
    // Opens a file and checks its header and footer. buffer is the memory in bytes that it may use,
    // at least book::StatsDecoder::least_buffer. The file may lose its name while it is read.
    static Result<std::unique_ptr<StatsReader>>
    open(const FileAt& file, std::size_t buffer = 1U << 16U, Games games = Games::Skip);
    const StatsInfo& info() const { return decoder_->info(); }
    std::uint64_t entries() const { return decoder_->entries(); }
    bool next(book::MoveStats& stats) override;
    // With Games::Read, as StatsDecoder has them.
    const std::vector<book::KeptGame>& games() const { return decoder_->games(); }
    const std::vector<std::string>& files() const { return decoder_->files(); }
    std::vector<std::string> take_files() { return decoder_->take_files(); }
    // Returns why next() has ended early (damage, with the place); otherwise empty.
    const std::string& problem() const override { return problem_; }

  private:
    StatsReader(std::string name, std::unique_ptr<book::StatsDecoder> decoder);

    std::string name_;
    std::unique_ptr<book::StatsDecoder> decoder_;
    std::string problem_;
};

// The sum of several sources, by a k-way merge. A problem of a source becomes its problem and ends
// it, perhaps without the move before, because an incomplete sum is invalid.
class MergedStats final : public book::StatsSource {
  public:
    explicit MergedStats(std::vector<std::unique_ptr<book::StatsSource>> sources);
    bool next(book::MoveStats& stats) override;
    std::size_t read(std::span<book::MoveStats> stats) override;
    const std::string& problem() const override { return problem_; }

  private:
    // A source with a few moves that have been read ahead.
    struct Source {
        std::unique_ptr<book::StatsSource> stats;
        std::array<book::MoveStats, 64> block; // the blocks of 64 sources fit into the second cache
        std::size_t at = 0, count = 0;         // the next move of the block, and its end
        bool is_read = false;                  // the source has ended
        bool is_out() const { return at == count; }
        const book::MoveStats& player() const { return block[at]; }
    };
    void refill(Source& source);
    bool before(std::size_t a, std::size_t b) const;
    std::size_t build(std::size_t node);
    void advance(std::size_t moves);
    std::size_t count_alone(std::size_t most) const;

    std::vector<Source> sources_;
    // A tournament tree. The match at node n > 0 is between the winners of the nodes 2n and 2n + 1;
    // the leaf of source s is node s + sources. Each node keeps its loser, so that a new player
    // from a leaf meets one at each node on the way up.
    std::vector<std::size_t> losers_;
    std::size_t winner_ = 0;
    std::string problem_;
};

enum class MergedRuns : std::uint8_t { Keep, Remove };
// Reduces the runs so that a MergedStats over them needs no more than max_open files and max_open *
// (buffer + 4 KB) of memory (max_open >= 2). Merges max_open runs at a time into files
// "merged-N.pgstats" of the folder, in several passes if needed, until no more than max_open are
// left, and returns these. The given runs are kept, or each is removed when the file with its sums
// is on disk. Runs that are few enough are returned unchanged.
Result<std::vector<FileAt>> merge_runs(std::vector<FileAt> runs, const Folder::Pointer& folder,
                                       std::size_t max_open, std::size_t buffer,
                                       MergedRuns merged = MergedRuns::Remove);

} // namespace polyglot::io

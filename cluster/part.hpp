// A rank's part of the book, and the sums from which it is made.
#pragma once
#include "cluster/key_ranges.hpp"
#include "cluster/messages.hpp"
#include "core/book/make/move_stats.hpp"
#include "core/result.hpp"
#include "storage/files/output_file.hpp"
#include "storage/games/stats_file.hpp"
#include "tools/make_book/sums.hpp"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace polyglot::cluster {

// Bytes that wait until the rank may send them, in memory or in a file of the rank's folder. In
// memory they are kept in pieces, since one long string would be copied as it grows.
class Spool {
  public:
    Result<void> open_file(tools::Runs& runs); // to be called before write(); otherwise in memory
    void write(std::string_view bytes);
    Result<void> finish();
    // Returns the next piece, from the beginning on; empty at the end.
    Result<std::string> take();

  private:
    static constexpr std::size_t piece = std::size_t{256} << 10U; // bytes

    std::optional<io::FileAt> at_;
    std::optional<io::OutputFile> file_;
    std::shared_ptr<const book::ByteReader> reader_;
    std::deque<std::string> pieces_;
    std::uint64_t place_ = 0; // offset in the file
};

// Sorts statistics and sums up those of the same move.
class SortedStats final : public book::StatsSource {
  public:
    explicit SortedStats(std::vector<book::MoveStats> stats);
    bool next(book::MoveStats& stats) override;

  private:
    std::vector<book::MoveStats> stats_;
    std::size_t at_ = 0;
};

// Reads a file with global keys and delivers those of one owner, as local keys.
class OwnedStats final : public book::StatsSource {
  public:
    OwnedStats(std::unique_ptr<book::StatsSource> file, const KeyRanges& ranges, int owner)
        : file_(std::move(file)), ranges_(ranges), owner_(owner) {}
    bool next(book::MoveStats& stats) override;
    const std::string& problem() const override { return file_->problem(); }

  private:
    std::unique_ptr<book::StatsSource> file_;
    KeyRanges ranges_;
    int owner_;
};

// Opens all sums of a rank. sums: those in memory, null without games. common: the sums from
// Tag::Common messages.
Result<io::MergedStats> open_sums(tools::Runs& runs, const tools::Sums* sums,
                                  const std::vector<book::MoveStats>& common,
                                  const std::vector<std::filesystem::path>& from_stats,
                                  const KeyRanges& ranges, int owner);

} // namespace polyglot::cluster

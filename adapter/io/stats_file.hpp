// Statistics of moves on disk: .pgstats files (docs/formats/pgstats.md), which are also the sorted runs of make-book.
#pragma once
#include "adapter/io/output_file.hpp"
#include "core/book/move_stats.hpp"
#include "core/result.hpp"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace polyglot::io {

// What the file says of itself.
struct StatsInfo {
    std::uint64_t games = 0;     // that went in
    std::uint16_t last_year = 0; // of all of them
    std::string description;     // options and sources, for info
};

class StatsWriter {
  public:
    static Result<StatsWriter> open(const std::filesystem::path& file);
    void write(const book::MoveStats& stats); // ascending
    Result<void> commit(const StatsInfo& info);
};

class StatsReader final : public book::StatsSource {
  public:
    // Checks the header and footer. buffer: bytes of memory it may use.
    static Result<std::unique_ptr<StatsReader>> open(const std::filesystem::path& file, std::size_t buffer = 1U << 16U);
    const StatsInfo& info() const;
    bool next(book::MoveStats& stats) override;
    // Why next() ended early (damage, with the place), else empty.
    const std::string& problem() const;
};

// The sum of several, a k-way merge.
class MergedStats final : public book::StatsSource {
  public:
    explicit MergedStats(std::vector<std::unique_ptr<book::StatsSource>> sources);
    bool next(book::MoveStats& stats) override;
};

} // namespace polyglot::io

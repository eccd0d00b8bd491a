// The sums of make-book: a table in memory for each thread, and sorted runs on disk for what does not fit.
#pragma once
#include "adapter/io/huge_pages.hpp"
#include "adapter/io/temporary_folder.hpp"
#include "core/book/stats_table.hpp"
#include "core/result.hpp"
#include "tools/game_samples.hpp"

#include <cstddef>
#include <filesystem>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace polyglot::tools {

// Where the runs lie. All but remove_all() may be called by several threads.
class Runs {
  public:
    // named: the user's folder, which keeps the runs until remove_all(); empty: one of our own beside `output`, made
    // when it is needed and removed with this object.
    Runs(std::filesystem::path named, std::filesystem::path output);

    Result<std::filesystem::path> folder(); // is there from now on
    Result<std::filesystem::path> new_file();
    void add(std::filesystem::path finished);
    std::vector<std::filesystem::path> files() const; // finished ones
    // Goes on with these; what else earlier runs have left in the user's folder for the same output is removed.
    void resume(std::vector<std::filesystem::path> files);
    void remove_all();

  private:
    bool is_run(const std::filesystem::path& file) const;

    mutable std::mutex mutex_;
    std::filesystem::path named_, output_;
    std::optional<io::TemporaryFolder> own_;
    std::vector<std::filesystem::path> files_;
    std::size_t next_ = 0;
};

// Of one thread.
class TableSink final : public SampleSink {
  public:
    // max_bytes: of memory. The runs must outlive this.
    TableSink(std::size_t max_bytes, Runs& runs) : table_(max_bytes, io::huge_pages()), runs_(runs) {}
    Result<void> take(std::span<const book::Sample> game) override;
    Result<void> spill();  // all that has been taken becomes a run on disk
    Result<void> finish(); // all that has been taken is in the table, or in runs
    const book::StatsTable& table() const { return table_; }

  private:
    Result<void> write_run();

    std::vector<book::Sample> waiting_; // a few games together are summed up faster
    book::StatsTable table_;
    Runs& runs_;
};

} // namespace polyglot::tools

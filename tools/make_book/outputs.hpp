// What make-book writes: a book, statistics, a report. One process does it, of polyglot-mpi rank 0.
#pragma once
#include "core/book/make/compat_counts.hpp"
#include "core/result.hpp"
#include "storage/files/output_file.hpp"
#include "storage/games/stats_file.hpp"
#include "tools/make_book/options.hpp"
#include "tools/make_book/report.hpp"

#include <chrono>
#include <filesystem>
#include <functional>
#include <optional>
#include <ostream>
#include <vector>

namespace polyglot::tools {

// The rules of -compat.
inline book::CompatRules compat_rules(const book::BookRules& rules) {
    return {rules.white.min_games, rules.white.min_score, !rules.black.wanted, !rules.white.wanted,
            rules.uniform};
}

class Outputs {
  public:
    // tell: a stream for one line of what the user should know. All must outlive this.
    Outputs(const MakeBookOptions& options, std::function<std::ostream&()> tell);

    // Before the games are read: finds them, looks at what -from-stats names, and begins the
    // outputs. What cannot be written should be known now, not in an hour.
    Result<void> open();
    const std::vector<std::filesystem::path>& files() const { return files_; } // of games
    std::optional<io::OutputFile>& book() { return book_; }
    std::optional<io::StatsWriter>& stats() { return stats_; }

    // After the games were read, with report.tally: rules without a year of reference get the last
    // one of all games.
    book::BookRules rules() const;
    void write_header();
    // An empty book or empty statistics replace nothing: they are not written. Nor is anything if
    // an input was cut or could not be read, unless the user wants what there is.
    Result<void> commit();
    bool written_all() const {
        return !lacks_input() && report.moves > 0 && (!book_ || report.entries > 0);
    }
    // Writes the report and returns the exit status. add_text: lines below the report.
    int finish(std::ostream& out, std::chrono::duration<double> took,
               const std::function<void()>& add_text = {});

    MakeBookReport report;

  private:
    bool lacks_input() const { return report.reading.damaged_files > 0 && !options_.partial; }
    Result<void> look_at_stats();
    void tell_absent_tags();
    Result<void> open_files();
    io::StatsInfo all_games() const;

    const MakeBookOptions& options_;
    std::function<std::ostream&()> tell_;
    std::vector<std::filesystem::path> files_;
    std::optional<io::OutputFile> book_, json_;
    std::optional<io::StatsWriter> stats_;
    io::StatsInfo from_stats_; // of all files of -from-stats
};

} // namespace polyglot::tools

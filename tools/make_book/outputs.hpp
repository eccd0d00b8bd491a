// The outputs of make-book: a book, statistics and a report. One process writes them; in
// polyglot-mpi it is rank 0.
#pragma once
#include "core/book/make/compat_counts.hpp"
#include "core/result.hpp"
#include "storage/files/output_file.hpp"
#include "storage/games/stats_file.hpp"
#include "tools/make_book/kept_plan.hpp"
#include "tools/make_book/options.hpp"
#include "tools/make_book/report.hpp"

#include <chrono>
#include <filesystem>
#include <functional>
#include <optional>
#include <ostream>
#include <vector>

namespace polyglot::tools {

// Returns the rules of -compat.
inline book::CompatRules compat_rules(const book::BookRules& rules) {
    return {rules.white.min_games, rules.white.min_score, !rules.black.wanted, !rules.white.wanted,
            rules.uniform};
}

class Outputs {
  public:
    // tell returns a stream for one line to the user. All arguments must outlive this object.
    Outputs(const MakeBookOptions& options, std::function<std::ostream&()> tell);

    // Called before the games are read: finds them, checks the files of -from-stats, and opens the
    // outputs, so that an output that cannot be written is reported now and not an hour later.
    Result<void> open();
    const std::vector<std::filesystem::path>& files() const { return files_; } // of games
    std::optional<io::OutputFile>& book() { return book_; }
    std::optional<io::StatsWriter>& stats() { return stats_; }
    const KeptPlan& kept() const { return kept_; } // what -games keeps

    // Called after the games were read, with report.tally set. Rules without a reference year get
    // the last year of all games.
    book::BookRules rules() const;
    void write_header();
    // Completes the files. An empty book or empty statistics are not written, so that they replace
    // nothing. If an input was cut or could not be read, nothing is written unless the user has
    // requested a partial result.
    Result<void> commit();
    bool written_all() const {
        return !lacks_input() && report.moves > 0 && (!book_ || report.entries > 0);
    }
    // Writes the report and returns the exit status. add_text prints lines below the report.
    int finish(std::ostream& out, std::chrono::duration<double> took,
               const std::function<void()>& add_text = {});

    MakeBookReport report;

  private:
    bool lacks_input() const { return report.reading.damaged_files > 0 && !options_.partial; }
    Result<void> look_at_stats();
    void tell_absent_tags();
    void name_examples_of_book();
    Result<void> open_files();
    io::StatsInfo all_games() const;
    book::NamedVariant named_variant() const {
        return {options_.game_rules.variant, options_.game_rules.keys};
    }

    const MakeBookOptions& options_;
    std::function<std::ostream&()> tell_;
    std::vector<std::filesystem::path> files_;
    std::optional<io::OutputFile> book_, json_;
    std::optional<io::StatsWriter> stats_;
    KeptPlan kept_;
    io::StatsInfo from_stats_; // the sums over all files of -from-stats
};

} // namespace polyglot::tools

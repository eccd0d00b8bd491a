// `polyglot pgn-stat` reads every move of every game and prints statistics.
#include "tools/pgn_stat/pgn_stat.hpp"

#include "core/pgn/tag_facts.hpp"
#include "core/text/path_text.hpp"
#include "storage/files/output_file.hpp"
#include "storage/games/game_files.hpp"
#include "tools/common/command_line.hpp"
#include "tools/common/option_table.hpp"
#include "tools/common/progress.hpp"

#include <algorithm>
#include <memory>
#include <optional>
#include <ostream>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

namespace polyglot::tools {
namespace {

using Clock = std::chrono::steady_clock;

constexpr unsigned most_threads = 1024;

class Counter final : public GameWorker, public pgn::GameVisitor {
  public:
    explicit Counter(bool variations) : options_{.variations = variations, .game_lines = false} {}

    Result<void> scan(std::string_view text, const GamePlace&, PieceReport& report) override {
        report_ = &report;
        options_.cut_short = report.cut_short;
        report.counts = pgn::scan_games(text, options_, *this);
        return {};
    }
    std::size_t begin_game(const pgn::Tags& tags, const chess::Position&, std::uint64_t) override {
        ++tally_.games;
        if (const unsigned year = pgn::year_of(tags); year != year_ || !of_year_) {
            year_ = year;
            of_year_ = &tally_.by_year[year];
        }
        ++*of_year_;
        if (!tags.find("FEN").empty()) ++tally_.other_starts;
        if (pgn::elo_of(tags, "WhiteElo") > 0 && pgn::elo_of(tags, "BlackElo") > 0)
            ++tally_.with_both_elos;
        return pgn::all_plies;
    }
    void on_move(const chess::Position& before, chess::Move, std::size_t,
                 std::size_t variation) override {
        tally_.key_sum += before.key();
        if (variation > 0) ++tally_.variation_plies;
    }
    void end_game(pgn::Outcome outcome, std::size_t plies, const pgn::Problem& problem) override {
        ++tally_.outcomes[static_cast<std::size_t>(outcome)];
        tally_.plies += plies;
        tally_.longest = std::max(tally_.longest, plies);
        if (plies > 0) ++tally_.with_moves;
        report_->add(problem);
    }
    const PgnTally& tally() const { return tally_; }

  private:
    pgn::ScanOptions options_;
    PgnTally tally_;
    PieceReport* report_ = nullptr;
    // The counter of the previous game's year, because the next game is usually from the same year.
    unsigned year_ = 0;
    std::uint64_t* of_year_ = nullptr;
};

struct PgnStatOptions {
    std::vector<std::string> files;
    std::string json;
    ProgressStyle progress = ProgressStyle::None;
    unsigned threads = std::max(1U, std::thread::hardware_concurrency());
    bool variations = false, strict = false;
};

std::optional<int> read(Arguments args, PgnStatOptions& options, std::ostream& out,
                        std::ostream& err) {
    OptionTable option("polyglot pgn-stat FILES... [-json FILE] [-threads N] [-progress STYLE] "
                       "[-variations] [-strict]\n"
                       "       e.g. polyglot pgn-stat games.pgn.zst twic/ -json games.json");
    option(
        "pgn", "FILE...", options.files,
        "games: files, folders, - for standard input; plain or packed. -pgn itself may be left out")
        .takes_files();
    option("json", "FILE", options.json, "the figures as JSON (- for standard output)");
    option("threads", "N", within(options.threads, 1, most_threads),
           "number of threads that read games (default: one per processor)");
    add_progress_option(option, options.progress);
    option("variations", options.variations, "also count moves in parentheses");
    option("strict", options.strict, "stop at the first broken game");
    return option.read(args, out, err, [&] {
        if (options.files.empty()) refuse("no file is named");
    });
}

// Writes to standard output if `file` is empty.
bool write_json(std::optional<io::OutputFile>& file, const std::string& json, std::ostream& out,
                std::ostream& err) {
    if (!file) {
        out << json << std::flush;
        return out.good();
    }
    file->write(json);
    const Result<void> written = file->commit();
    if (!written) err << "pgn-stat: " << written.error().message << '\n';
    return written.has_value();
}

} // namespace

void PgnTally::add(const PgnTally& other) {
    games += other.games;
    plies += other.plies;
    variation_plies += other.variation_plies;
    longest = std::max(longest, other.longest);
    with_moves += other.with_moves;
    for (std::size_t i = 0; i < outcomes.size(); ++i)
        outcomes[i] += other.outcomes[i];
    with_both_elos += other.with_both_elos;
    other_starts += other.other_starts;
    for (const auto& [year, count] : other.by_year)
        by_year[year] += count;
    key_sum += other.key_sum;
}

int run_pgn_stat(Arguments args, std::istream& in, std::ostream& out, std::ostream& err) {
    PgnStatOptions options;
    if (const auto over = read(args, options, out, err)) return *over;
    auto files = io::find_game_files(options.files);
    if (!files) return fail(err, "pgn-stat: " + files.error().message);
    std::optional<io::OutputFile> json;
    // The output is opened first, so that an output that cannot be written is reported now.
    if (!options.json.empty() && options.json != "-") {
        auto file = io::OutputFile::open(to_path(options.json));
        if (!file) return fail(err, "pgn-stat: " + file.error().message);
        json = *std::move(file);
    }
    const Clock::time_point began = Clock::now();
    Progress progress(err, options.progress, began);
    std::vector<std::unique_ptr<Counter>> counters;
    std::vector<GameWorker*> workers;
    for (unsigned i = 0; i < options.threads; ++i)
        workers.push_back(
            counters.emplace_back(std::make_unique<Counter>(options.variations)).get());

    GameReadingOptions how;
    how.files = *std::move(files);
    how.strict = options.strict;
    GameReading reading(std::move(how), workers, in);
    const auto end = reading.run([&] {
        ProgressState state;
        state.doing = "reading";
        state.bytes = reading.bytes_read();
        state.bytes_total = reading.bytes_total();
        state.text_bytes = reading.report().text_bytes;
        state.games = reading.report().games;
        progress.show(state, Clock::now());
        return true;
    });
    progress.clear();
    if (!end) return fail(err, "pgn-stat: " + end.error().message);
    if (*end == GameReading::End::Strict) {
        const ReadingReport& report = reading.report();
        return fail(
            err,
            "pgn-stat: " +
                (report.damaged_files > 0 ? report.file_problems : report.first_problems).front());
    }

    PgnStat stat;
    for (const auto& counter : counters)
        stat.tally.add(counter->tally());
    stat.reading = reading.report();
    stat.threads = options.threads;
    stat.took = Clock::now() - began;
    if (options.json != "-") write_text(out, stat);
    const bool written = options.json.empty() || write_json(json, format_json(stat), out, err);
    for (const std::string& problem : stat.reading.file_problems)
        err << "pgn-stat: " << problem << '\n';
    return written && stat.reading.damaged_files == 0 && out.good() ? exit_done : exit_bad_input;
}

} // namespace polyglot::tools

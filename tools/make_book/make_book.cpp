// `polyglot make-book` makes a book from games of any number and condition (docs/make-book.md).
#include "core/book/make/compat_counts.hpp"
#include "core/book/polyglot/book.hpp"
#include "core/text/path_text.hpp"
#include "storage/games/seen_games.hpp"
#include "tools/books/writers/output.hpp"
#include "tools/common/cancel_flag.hpp"
#include "tools/common/command_line.hpp"
#include "tools/common/progress.hpp"
#include "tools/make_book/book_parts.hpp"
#include "tools/make_book/by_variant.hpp"
#include "tools/make_book/checkpoint.hpp"
#include "tools/make_book/options.hpp"
#include "tools/make_book/outputs.hpp"
#include "tools/make_book/played_games.hpp"
#include "tools/make_book/starter.hpp"
#include "tools/make_book/stats_variant.hpp"
#include "tools/make_book/stats_with_games.hpp"
#include "tools/make_book/sums.hpp"

#include <algorithm>
#include <array>
#include <memory>
#include <ostream>
#include <span>
#include <string>
#include <utility>

namespace polyglot::tools {
namespace {

using Clock = std::chrono::steady_clock;

// Uses PolyGlot's own sums for -compat.
class CompatSink final : public SampleSink {
  public:
    Result<void> take(std::span<const book::Sample> game) override {
        for (const book::Sample& sample : game)
            counts_.add(sample);
        return {};
    }
    const book::CompatCounts& counts() const { return counts_; }

  private:
    book::CompatCounts counts_;
};

class MakeBook {
  public:
    MakeBook(const MakeBookOptions& options, std::istream& in, std::ostream& out, std::ostream& err)
        : options_(options),
          in_(in),
          out_(out),
          err_(err),
          began_(Clock::now()),
          progress_(err, options_.progress, began_),
          outputs_(options_, [this]() -> std::ostream& { return tell(); }),
          report_(outputs_.report),
          runs_(options_.tmp, options_.book ? *options_.book : *options_.stats) {}

    int run() {
        const Result<int> status = make();
        progress_.clear();
        if (status) return *status;
        return fail(err_, "make-book: " + status.error().message);
    }

  private:
    Result<int> make();
    Result<void> resume();
    Result<GameReading::End> read_games();
    bool between(GameReading& reading);
    Result<void> save(GameReading& reading);
    Result<void> write_all();
    void write_parts(const book::BookRules& rules);
    Result<void> write_stream(io::MergedStats all, const book::BookRules& rules);
    Result<std::unique_ptr<io::KeptSource>> kept_games();
    void add_to_report(const book::BookMaker& maker);
    Result<void> write_compat();
    int stopped();
    void show(std::string_view doing, const GameReading* reading);
    // What the runs contain, for the checkpoint.
    std::string sums_of_run() const {
        const std::uint32_t most = outputs_.kept().most;
        return options_.sums_description + (most > 0 ? ", games " + std::to_string(most) : "");
    }
    GameTally tally() const;
    // Returns a stream for a message after clearing the progress line.
    std::ostream& tell() {
        progress_.clear();
        return err_ << "make-book: ";
    }

    const MakeBookOptions& options_;
    std::istream& in_;
    std::ostream& out_;
    std::ostream& err_;
    const Clock::time_point began_;
    Progress progress_;
    const CancelFlag is_cancelled_;

    Outputs outputs_;
    MakeBookReport& report_;
    Runs runs_;
    std::unique_ptr<io::SeenGames> seen_;
    std::optional<Sums> sums_; // used with sinks_, one for each thread; otherwise compat_ is used
    std::vector<std::unique_ptr<SumsSink>> sinks_;
    CompatSink compat_;
    std::vector<std::unique_ptr<Sampler>> samplers_;
    std::vector<std::unique_ptr<PlayedGames>> played_; // of each sampler, with -games
    std::vector<Checkpoint::Input> inputs_;            // their state at the beginning
    std::optional<Checkpoint> resumed_;
    Clock::time_point saved_ = began_;
    std::optional<Error> save_failure_;
};

Result<int> MakeBook::make() {
    if (const auto opened = outputs_.open(); !opened) return opened.error();
    if (const auto taken_up = resume(); !taken_up) return taken_up.error();

    const auto end = read_games();
    if (!end) return end.error();
    if (*end == GameReading::End::Strict) {
        const auto& problems = report_.reading.damaged_files ? report_.reading.file_problems
                                                             : report_.reading.first_problems;
        return make_error(problems.back() + " (-strict: no book is written)");
    }
    if (*end == GameReading::End::Stopped) return stopped();
    const auto written = options_.compat ? write_compat() : write_all();
    if (!written) return written.error();
    if (is_cancelled_()) return stopped();
    if (const auto committed = outputs_.commit(); !committed) return committed.error();
    seen_.reset();
    // Otherwise a run with other rules can continue from the checkpoint.
    if (outputs_.written_all()) runs_.remove_all();
    progress_.clear();
    return outputs_.finish(out_, Clock::now() - began_);
}

int MakeBook::stopped() {
    tell() << (options_.checkpoint ? "stopped; -resume continues from here\n"
                                   : "stopped, nothing is written\n");
    return exit_interrupted;
}

Result<void> MakeBook::resume() {
    if (options_.tmp.empty()) return {};
    const auto folder = runs_.folder();
    if (!folder) return folder.error();
    if (!options_.checkpoint && !options_.resume) return runs_.start_empty();
    auto inputs = inputs_of(outputs_.files());
    if (!inputs) return inputs.error();
    inputs_ = std::move(*inputs);
    if (!options_.resume) return runs_.start_empty();
    auto found = load_checkpoint(*folder);
    if (!found) return found.error();
    if (!*found) {
        tell() << "no checkpoint in " << to_text(options_.tmp) << ": starting from the beginning\n";
        return runs_.start_empty();
    }
    if ((*found)->sums != sums_of_run())
        return make_error("the checkpoint is of a run with other options: " + (*found)->sums);
    if ((*found)->inputs != inputs_)
        return make_error("the checkpoint is of other games, or they have changed since");
    if ((*found)->game_names != outputs_.kept().read_names)
        return make_error("the checkpoint is of statistics in another folder: from theirs, -games "
                          "records the places of the games");
    resumed_ = std::move(*found);
    return runs_.resume(resumed_->runs, resumed_->game_runs);
}

GameTally MakeBook::tally() const {
    GameTally sum = resumed_ ? resumed_->tally : GameTally{};
    for (const auto& sampler : samplers_)
        sum += sampler->tally();
    return sum;
}

Result<GameReading::End> MakeBook::read_games() {
    if (outputs_.files().empty()) return GameReading::End::AllRead;
    const std::size_t for_seen = options_.game_rules.unique ? options_.memory / 4 : 0;
    const std::size_t for_games = outputs_.kept().most > 0 ? options_.memory / 2 : 0;
    if (options_.game_rules.unique) {
        const auto folder = runs_.seen_folder();
        if (!folder) return folder.error();
        seen_ = std::make_unique<io::SeenGames>(*folder, for_seen);
        if (resumed_)
            if (const auto loaded = seen_->load(resumed_->seen); !loaded) return loaded.error();
    }
    Sampler::IsNew is_new;
    if (seen_) is_new = [this](std::uint64_t fingerprint) { return seen_->insert(fingerprint); };
    std::vector<GameWorker*> workers;
    if (!options_.compat)
        sums_.emplace(options_.memory - for_seen - for_games, runs_, what_to_sum(options_));
    for (unsigned i = 0; i < options_.threads; ++i) {
        SampleSink* sink = &compat_;
        if (sums_) sink = sinks_.emplace_back(std::make_unique<SumsSink>(*sums_)).get();
        samplers_.push_back(make_sampler(options_.game_rules, is_new, *sink));
        workers.push_back(samplers_.back().get());
        if (for_games == 0) continue;
        played_.push_back(std::make_unique<PlayedGames>(
            outputs_.kept(), runs_, for_games / options_.threads, options_.game_rules.unique));
        samplers_.back()->track(*played_.back());
    }
    GameReadingOptions how;
    how.files = outputs_.files();
    how.strict = options_.strict;
    if (resumed_) {
        how.from = resumed_->place;
        how.before = resumed_->report;
    }
    GameReading reading(std::move(how), std::move(workers), in_);
    const auto end = reading.run([&] { return between(reading); });
    if (!end) return end.error();
    if (save_failure_) return *save_failure_;
    for (const auto& sink : sinks_)
        if (const auto finished = sink->finish(); !finished) return finished.error();
    // The checkpoint avoids reading the games again if the merge is interrupted.
    if (options_.checkpoint && *end != GameReading::End::Strict)
        if (const auto saved = save(reading); !saved) return saved.error();
    report_.reading = reading.report();
    report_.tally = tally();
    for (const auto& sampler : samplers_)
        report_.worst_mistakes += sampler->worst_mistakes();
    return *end;
}

bool MakeBook::between(GameReading& reading) {
    if (is_cancelled_()) return false;
    show("reading", &reading);
    if (!options_.checkpoint || Clock::now() - saved_ < *options_.checkpoint) return true;
    reading.drain();
    const auto saved = save(reading);
    if (!saved) save_failure_ = saved.error();
    saved_ = Clock::now();
    return !save_failure_;
}

// Is called while no worker is active.
Result<void> MakeBook::save(GameReading& reading) {
    for (const auto& sink : sinks_)
        if (const auto finished = sink->finish(); !finished) return finished.error();
    if (sums_)
        if (const auto spilled = sums_->spill(); !spilled) return spilled.error();
    for (const auto& played : played_)
        if (const auto spilled = played->spill(); !spilled) return spilled.error();
    Checkpoint checkpoint;
    if (seen_) {
        auto saved = seen_->save();
        if (!saved) return saved.error();
        checkpoint.seen = std::move(*saved);
    }
    checkpoint.sums = sums_of_run();
    checkpoint.inputs = inputs_;
    checkpoint.game_names = outputs_.kept().read_names;
    checkpoint.place = reading.place();
    checkpoint.report = reading.report();
    checkpoint.tally = tally();
    for (const io::FileAt& run : runs_.files())
        checkpoint.runs.push_back(to_text(run.name()));
    for (const io::FileAt& run : runs_.files(Runs::Of::Games))
        checkpoint.game_runs.push_back(to_text(run.name()));
    const auto folder = runs_.folder();
    if (!folder) return folder.error();
    auto saved = save_checkpoint(*folder, checkpoint);
    if (saved && seen_) seen_->settle();
    return saved;
}

void MakeBook::show(std::string_view doing, const GameReading* reading) {
    ProgressState state;
    state.doing = doing;
    if (reading) {
        state.bytes = reading->bytes_read();
        state.bytes_total = reading->bytes_total();
        state.text_bytes = reading->report().text_bytes;
        state.games = reading->report().games;
        if (sums_) state.positions = sums_->samples();
    } else {
        state.games = report_.reading.games;
        state.text_bytes = report_.reading.text_bytes;
        state.positions = report_.moves;
    }
    progress_.show(state, Clock::now());
}

Result<void> MakeBook::write_all() {
    auto sources = runs_.open(options_.from_stats);
    if (!sources) return sources.error();
    report_.runs = runs_.files().size();
    const book::BookRules rules = outputs_.rules();
    outputs_.write_header();
    if (sums_ && sources->empty() && !outputs_.stats()) {
        write_parts(rules);
        return {};
    }
    if (sums_) sources->push_back(sums_->read());
    return write_stream(io::MergedStats(std::move(*sources)), rules);
}

// Is called if everything is in memory. The parts that wait to be written are smaller than the sums
// from which they are made.
void MakeBook::write_parts(const book::BookRules& rules) {
    BookParts parts(rules, *sums_, options_.threads);
    while (auto part = is_cancelled_() ? std::nullopt : parts.next()) {
        outputs_.book()->write(part->bytes);
        add_to_report(*part->maker);
        parts.give_back(*std::move(part));
        show("writing", nullptr);
    }
}

Result<void> MakeBook::write_stream(io::MergedStats all, const book::BookRules& rules) {
    auto& book_out = outputs_.book();
    auto& stats_out = outputs_.stats();
    std::string bytes;
    book::BookMaker maker(rules, [&](std::span<const book::RawEntry> entries) {
        bytes.clear();
        book::append_entries(bytes, entries);
        book_out->write(bytes);
    });
    std::optional<StatsWithGames> writer;
    if (stats_out) {
        auto games = kept_games();
        if (!games) return games.error();
        writer.emplace(*stats_out, *std::move(games));
    }
    constexpr unsigned between_looks = 1024;
    std::uint64_t moves = 0;
    std::array<book::MoveStats, 64> room;
    for (unsigned blocks = 1; const std::size_t count = all.read(room); ++blocks) {
        const auto block = std::span(room).first(count);
        if (writer)
            for (const book::MoveStats& stats : block)
                writer->write(stats);
        if (book_out) maker.add(block);
        moves += count;
        if (blocks % between_looks != 0) continue;
        if (is_cancelled_() || (book_out && book_out->failed()) ||
            (stats_out && stats_out->failed()))
            return {}; // commit() reports the reason
        show("writing", nullptr);
    }
    if (!all.problem().empty()) return make_error(all.problem());
    if (writer && !writer->problem().empty()) return make_error(writer->problem());
    maker.finish();
    add_to_report(maker);
    report_.moves = moves;
    return {};
}

Result<std::unique_ptr<io::KeptSource>> MakeBook::kept_games() {
    if (outputs_.kept().most == 0) return std::unique_ptr<io::KeptSource>();
    return join_kept_games(outputs_.kept(), runs_, played_, options_.from_stats);
}

void MakeBook::add_to_report(const book::BookMaker& maker) {
    report_.moves += maker.moves();
    report_.dropped += maker.dropped();
    report_.examples += maker.examples();
    report_.positions += maker.positions();
    report_.entries += maker.entries();
}

Result<void> MakeBook::write_compat() {
    std::uint64_t last_key = 0;
    compat_.counts().write(compat_rules(options_.book_rules), [&](const book::RawEntry& entry) {
        report_.positions += report_.entries == 0 || entry.key != last_key ? 1 : 0;
        last_key = entry.key;
        ++report_.entries;
        write_entry(*outputs_.book(), entry);
    });
    report_.moves = compat_.counts().size();
    return {};
}

} // namespace

int run_make_book(Arguments args, std::istream& in, std::ostream& out, std::ostream& err) {
    auto options = read_make_book_options(args, out, err);
    if (const int* status = std::get_if<int>(&options)) return *status;
    auto& read = std::get<MakeBookOptions>(options);
    if (read.starter) return write_starter(*read.book, out, err);
    const auto make = [&](MakeBookOptions& one) {
        if (const auto settled = settle_variant_of_stats(one); !settled) {
            err << "make-book: " << settled.error().message << '\n';
            return static_cast<int>(exit_bad_input);
        }
        return MakeBook(one, in, out, err).run();
    };
    return read.by_variant ? make_books_by_variant(std::move(read), in, err, make) : make(read);
}

} // namespace polyglot::tools

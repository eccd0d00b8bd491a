// `polyglot epd-test` counts the test positions that an engine solves.
#include "adapter/engine/launch_plan.hpp"
#include "core/text/path_text.hpp"
#include "core/text/text.hpp"
#include "storage/files/output_file.hpp"
#include "tools/common/command_line.hpp"
#include "tools/common/interrupts.hpp"
#include "tools/common/progress.hpp"
#include "tools/common/terminal.hpp"
#include "tools/common/text_file.hpp"
#include "tools/engines/runner.hpp"
#include "tools/epd_test/options.hpp"
#include "tools/epd_test/report.hpp"
#include "version.hpp"

#include <chrono>
#include <cmath>
#include <iostream>
#include <iterator>
#include <optional>
#include <string>
#include <utility>

#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>

namespace polyglot::tools {
namespace {

namespace asio = boost::asio;
using Clock = std::chrono::steady_clock;

constexpr int exit_no_engine = static_cast<int>(session::ExitCode::EngineNotStarted);

// Shows the progress on the last line of a terminal. Any other line is written between clear() and
// show().
class Progress {
  public:
    explicit Progress(std::ostream* terminal) {
        if (terminal != nullptr) line_.emplace(*terminal);
    }

    void clear() {
        if (line_) line_->clear();
    }
    void show(std::size_t done, std::size_t all, int solved) {
        if (!line_) return;
        std::string text = std::to_string(done) + '/' + std::to_string(all) + " positions, " +
                           std::to_string(solved) + " solved";
        const std::chrono::duration<double> spent = Clock::now() - start_;
        if (done > 0 && spent > std::chrono::seconds(1)) {
            const auto left = std::llround(spent.count() * static_cast<double>(all - done) /
                                           static_cast<double>(done));
            text += ", " + format_clock(static_cast<std::uint64_t>(left)) + " left";
        }
        line_->show(std::move(text));
    }

  private:
    std::optional<ProgressLine> line_; // on a terminal
    Clock::time_point start_ = Clock::now();
};

// Performs one run and prints the positions in the order of the file, independent of the number of
// engines.
class Run {
  public:
    Run(EpdReport& report, const EpdOptions& options, std::ostream& table, std::ostream* terminal)
        : report_(report), options_(options), table_(table), progress_(terminal) {}

    // Returns whether the engine fulfils the requirements; the failure is reported on err.
    bool run(std::ostream& err) {
        EpdTaskList tasks(report_.tasks);
        EpdRunner runner(context_, options_.engines, tasks, options_.limits,
                         {.on_warning = [&](const std::string& message) { warn(message, err); },
                          .on_engine = [this](const std::string& name) { on_engine(name); },
                          .on_outcome =
                              [&](const EpdTask& task, EpdOutcome outcome) {
                                  on_outcome(tasks.index_of(task), std::move(outcome));
                              },
                          .on_end = [this] { context_.stop(); }});
        const io::Interrupts interrupts(context_, [&] {
            interrupted_ = true;
            runner.cancel();
        });
        runner_ = &runner;
        runner.start();
        tick();
        context_.run();
        progress_.clear();
        print_rest();
        if (!runner.failure().empty())
            err << "polyglot: " << (runner.lacks_variant() ? "" : "the engine does not start: ")
                << runner.failure() << '\n';
        if (interrupted_) err << "polyglot: interrupted\n";
        return runner.failure().empty();
    }
    bool interrupted() const { return interrupted_; }

  private:
    void warn(const std::string& message, std::ostream& err) {
        progress_.clear();
        err << "polyglot: " << message << '\n';
    }
    void on_engine(const std::string& name) {
        report_.engine = name;
        progress_.clear();
        table_ << format_epd_head(report_) << std::flush;
    }
    void on_outcome(std::size_t index, EpdOutcome outcome) {
        ++done_;
        if (outcome.verdict == EpdVerdict::Solved) ++solved_;
        report_.outcomes[index] = std::move(outcome);
        progress_.clear();
        while (printed_ < report_.outcomes.size() &&
               report_.outcomes[printed_].verdict != EpdVerdict::NotRun)
            print(printed_++);
        if (!table_) { // no program reads the output any more
            interrupted_ = true;
            runner_->cancel();
        }
        progress_.show(done_, report_.tasks.size(), solved_);
    }
    void print(std::size_t index) {
        if (report_.outcomes[index].verdict == EpdVerdict::Solved) ++solved_above_;
        table_ << format_epd_line(report_, index, solved_above_) << std::flush;
    }
    // Prints results that follow a position without a result, after a run was interrupted.
    void print_rest() {
        for (; printed_ < report_.outcomes.size(); ++printed_)
            if (report_.outcomes[printed_].verdict != EpdVerdict::NotRun) print(printed_);
    }
    void tick() {
        progress_.show(done_, report_.tasks.size(), solved_);
        ticks_.expires_after(std::chrono::seconds(1));
        ticks_.async_wait([this](boost::system::error_code error) {
            if (!error) tick();
        });
    }

    asio::io_context context_;
    asio::steady_timer ticks_{context_};
    EpdRunner* runner_ = nullptr; // while it runs
    EpdReport& report_;
    const EpdOptions& options_;
    std::ostream& table_;
    Progress progress_;
    std::size_t done_ = 0;
    std::size_t printed_ = 0;
    int solved_ = 0;
    int solved_above_ = 0; // counts the printed positions
    bool interrupted_ = false;
};

std::optional<EpdSuite> load_suite(const EpdOptions& options, std::istream& in, std::ostream& err) {
    EpdSuite suite;
    const auto* const variant = options.engines.variant;
    const auto read = visit_texts(options.file, in, [&](std::istream& text, const auto& name) {
        EpdSuite more = read_epd_suite(text, name, err, variant);
        std::move(more.tasks.begin(), more.tasks.end(), std::back_inserter(suite.tasks));
        suite.bad_lines += more.bad_lines;
    });
    if (read) return suite;
    err << "-epd " << read.error().message << '\n';
    return std::nullopt;
}

// Writes a file of results as named by -json or -csv: an empty name for none, "-" for standard
// output.
class ResultsFile {
  public:
    // Opens the file before the run, so that a file that cannot be written is reported now.
    bool open(const std::string& name, std::ostream& err) {
        name_ = name;
        if (name.empty() || name == "-") return true;
        auto file = io::OutputFile::open(to_path(name));
        if (!file) return fail(file.error(), err);
        file_ = *std::move(file);
        return true;
    }
    bool write(const std::string& text, std::ostream& out, std::ostream& err) {
        if (name_ == "-") return (out << text << std::flush).good();
        if (!file_) return true;
        file_->write(text);
        const Result<void> written = file_->commit();
        return written || fail(written.error(), err);
    }

  private:
    static bool fail(const Error& error, std::ostream& err) {
        err << "polyglot: " << error.message << '\n';
        return false;
    }

    std::string name_;
    std::optional<io::OutputFile> file_;
};

} // namespace

int run_epd_test(Arguments args, std::istream& in, std::ostream& out, std::ostream& err) {
    const auto read = read_epd_options(args, std::filesystem::current_path(), out, err);
    if (const int* const over = std::get_if<int>(&read)) return *over;
    const auto& options = std::get<EpdOptions>(read);
    std::optional<EpdSuite> suite = load_suite(options, in, err);
    if (!suite) return exit_bad_usage;
    if (suite->tasks.empty()) {
        if (suite->bad_lines == 0) err << "-epd " << options.file << ": has no position\n";
        return exit_bad_input;
    }
    // The engine's files must not be overwritten either.
    static_cast<void>(io::plan_launch(options.engines.settings, std::filesystem::current_path()));
    ResultsFile json;
    ResultsFile csv;
    if (!json.open(options.json, err) || !csv.open(options.csv, err)) return exit_bad_usage;

    EpdReport report{.suite = options.file,
                     .variant = options.engines.variant,
                     .limits = options.limits,
                     .tasks = std::move(suite->tasks),
                     .bad_lines = suite->bad_lines};
    report.outcomes.resize(report.tasks.size());
    std::ostream& table = options.json == "-" || options.csv == "-" ? err : out;
    Run run(report, options, table,
            &err == &std::cerr && io::stderr_is_terminal() ? &err : nullptr);
    table << "polyglot " << POLYGLOT_VERSION << '\n' << '\n';
    const bool started = run.run(err);
    const EpdTotals totals = total(report);
    bool written = true;
    // Otherwise an empty result would replace an earlier one.
    if (started || totals.judged + totals.unjudged > 0) {
        table << format_epd_totals(report) << std::flush;
        written = json.write(format_epd_json(report), out, err);
        written &= csv.write(format_epd_csv(report), out, err);
    }
    if (!started) return exit_no_engine;
    const bool clean = written && report.bad_lines == 0 && totals.crashed == 0 &&
                       totals.hung == 0 && !run.interrupted();
    return clean ? exit_done : exit_bad_input;
}

} // namespace polyglot::tools

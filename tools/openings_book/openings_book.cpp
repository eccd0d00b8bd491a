// `polyglot openings-book` draws start positions for matches. See docs/openings-book.md.
#include "tools/openings_book/openings_book.hpp"

#include "adapter/engine/launch_plan.hpp"
#include "core/text/figures.hpp"
#include "core/text/path_text.hpp"
#include "core/text/utf8.hpp"
#include "storage/files/output_file.hpp"
#include "tools/books/sources/source.hpp"
#include "tools/common/command_line.hpp"
#include "tools/common/command_messages.hpp"
#include "tools/openings_book/collect.hpp"
#include "tools/openings_book/variant.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <filesystem>
#include <ostream>
#include <utility>

namespace polyglot::tools {
namespace {

class OpeningsBook {
  public:
    OpeningsBook(const StartOptions& options, const CancelFlag& is_cancelled, std::ostream& out,
                 std::ostream& err)
        : options_(options),
          is_cancelled_(is_cancelled),
          out_(out),
          err_(err),
          messages_(err, "openings-book") {}

    int run();

  private:
    Result<void> open();
    Result<void> collect();
    Result<void> write();
    std::string why_none() const;
    void report(std::ostream& to) const;

    const StartOptions& options_;
    const CancelFlag& is_cancelled_;
    std::ostream& out_;
    std::ostream& err_;
    CommandMessages messages_;
    ConvertSource source_;
    std::optional<io::OutputFile> file_; // nullopt: standard output
    Collected found_;
};

int OpeningsBook::run() {
    Result<void> done = open();
    if (done) done = collect();
    messages_.clear();
    if (is_cancelled_()) {
        err_ << "openings-book: stopped, nothing is written\n";
        return exit_interrupted;
    }
    if (done) done = write();
    if (!done) {
        err_ << "openings-book: " << done.error().message << '\n';
        return found_.failure.empty() ? exit_bad_input : exit_no_engine;
    }
    report(file_ ? out_ : err_);
    return exit_done;
}

// The output is opened before the drawing, so that an output that cannot be written is reported
// now.
Result<void> OpeningsBook::open() {
    ConvertOptions options;
    options.from = options_.book;
    options.roots = options_.roots;
    auto source = open_source(options);
    if (!source) return source.error();
    source_ = *std::move(source);
    if (const auto variant = book::open_variant(*source_.quick, nullptr); variant && *variant)
        return make_error(options_.book + ": is of " + std::string((*variant)->variant().uci) +
                          ": -variant draws from it by its rules");
    for (const std::string& warning : source_.warnings)
        err_ << options_.book << ": " << warning << '\n';
    // The engine's files must not be overwritten either.
    if (options_.judge)
        static_cast<void>(
            io::plan_launch(options_.judge->engines.settings, std::filesystem::current_path()));
    if (options_.out == "-") return {};
    auto file = io::OutputFile::open(to_path(options_.out));
    if (!file) return file.error();
    file_ = *std::move(file);
    return {};
}

Result<void> OpeningsBook::collect() {
    const CollectEvents events{
        .keep_on = [this] { return !is_cancelled_(); },
        .on_progress =
            [this](const CollectCounts& counts, std::size_t found) {
                messages_.show(text::counted(found, "start") + " of " +
                               text::counted(counts.drawn, "position"));
            },
        .on_warning = [this](const std::string& message) { messages_.warn(message); }};
    if (const auto games =
            options_.balance ? games_without_results(*source_.quick, source_.roots) : 0)
        return make_error(
            options_.book + ": counts " + text::counted(games, "game") +
            " and not one result; an engine (-ec) can judge its positions, -balance cannot");
    found_ = collect_starts(*source_.quick, *source_.weighted, source_.roots, options_,
                            find_opening_name, events);
    if (is_cancelled_()) return {};
    if (source_.bytes->failed()) return make_error(options_.book + ": cannot be read to its end");
    if (!found_.failure.empty()) return make_error("the engine does not start: " + found_.failure);
    if (found_.starts.empty())
        return make_error(options_.book + ": " + why_none() + "; nothing is written");
    return {};
}

std::string OpeningsBook::why_none() const {
    if (found_.counts.drawn == 0)
        return "no line of it has " + text::counted(options_.ply(), "half-move") +
               " from where games begin (-ply)";
    if ((options_.balance || options_.min_games > 0) && found_.counts.with_results == 0 &&
        found_.counts.few_games > 0)
        return "has no results of games there; an engine (-ec) can judge them";
    return "none of " + text::counted(found_.counts.drawn, "position") + " is as wanted";
}

Result<void> OpeningsBook::write() {
    const StartFormatting formatting{
        .event = text::shown_text(to_text(to_path(options_.book).filename())),
        .chess960 = options_.chess960};
    std::string text;
    for (std::size_t i = 0; i < found_.starts.size(); ++i) {
        const Start& start = found_.starts[i];
        text += options_.format == StartFormat::Epd ? format_start_epd(start, formatting)
                                                    : format_start_pgn(start, formatting, i + 1);
    }
    if (!file_) {
        out_ << text << std::flush;
        return {}; // flush_output() reports the failure
    }
    file_->write(text);
    return file_->commit();
}

void OpeningsBook::report(std::ostream& to) const {
    const CollectCounts& counts = found_.counts;
    const std::size_t count = found_.starts.size();
    if (file_) to << options_.out << ": ";
    to << describe_list(count, options_) << '\n';
    const std::array<std::pair<std::size_t, const char*>, 5> reasons{
        {{counts.other_opening, "other openings"},
         {counts.few_games, "too few games"},
         {counts.unbalanced, "unbalanced by results"},
         {counts.outside, "outside the engine's window"},
         {counts.no_value, "without a value (a mate, or the engine failed)"}}};
    for (const auto& [left_out, reason] : reasons)
        if (left_out > 0) to << "  left out: " << text::grouped(left_out) << ' ' << reason << '\n';
    if (!options_.judge) return;
    std::vector<EngineValue> values;
    for (const Start& start : found_.starts)
        values.push_back(start.value);
    to << "  " << found_.engine << describe_values(values) << '\n';
}

} // namespace

std::string describe_list(std::size_t count, const StartOptions& options) {
    std::string text = text::counted(count, "start position") + " at ply " +
                       std::to_string(options.ply()) + ", seed " + std::to_string(options.seed);
    if (count < options.count)
        text += "; there are no more, and " + text::grouped(options.count) + " were wanted";
    return text;
}

std::string format_pawns(double cp) {
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%+.2f", cp / 100);
    return text.data();
}

std::string describe_values(const std::vector<EngineValue>& values) {
    double sum = 0;
    int count = 0;
    int low = 0;
    int high = 0;
    for (const EngineValue& value : values) {
        if (!value.cp) continue;
        low = count == 0 ? *value.cp : std::min(low, *value.cp);
        high = count == 0 ? *value.cp : std::max(high, *value.cp);
        sum += *value.cp;
        ++count;
    }
    if (count == 0) return "; no values";
    return "; values for White from " + format_pawns(low) + " to " + format_pawns(high) +
           ", mean " + format_pawns(sum / count);
}

int run_openings_book(Arguments args, std::istream& in, std::ostream& out, std::ostream& err) {
    const auto read = read_start_options(args, in, out, err);
    if (const int* const over = std::get_if<int>(&read)) return *over;
    const auto& options = std::get<StartOptions>(read);
    const CancelFlag is_cancelled;
    if (!options.check.empty()) return check_starts(options, is_cancelled, in, out, err);
    if (options.variant) return draw_variant_starts(options, is_cancelled, out, err);
    return OpeningsBook(options, is_cancelled, out, err).run();
}

} // namespace polyglot::tools

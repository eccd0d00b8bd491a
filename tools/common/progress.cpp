#include "tools/common/progress.hpp"

#include "core/text/figures.hpp"
#include "tools/common/option_table.hpp"

#include <algorithm>
#include <cmath>
#include <ostream>
#include <utility>

namespace polyglot::tools {

using std::chrono::steady_clock;

namespace {

constexpr std::chrono::milliseconds between_redraws{100};
constexpr std::chrono::seconds between_lines{10};
constexpr std::chrono::seconds before_estimate{2}; // an estimate from less time is too inaccurate

std::string in_millions(std::uint64_t number) {
    if (number < 1'000'000) return text::grouped(number);
    const std::uint64_t tenths = number / 100'000;
    return text::grouped(tenths / 10) + '.' + std::to_string(tenths % 10) + " M";
}

std::uint64_t since(std::uint64_t now, std::uint64_t before) {
    return now > before ? now - before : 0;
}

} // namespace

std::string format_clock(std::uint64_t seconds) {
    const auto two_digits = [](std::uint64_t n) { return (n < 10 ? "0" : "") + std::to_string(n); };
    const std::string minutes = std::to_string(seconds / 60 % 60);
    const std::string rest = ':' + two_digits(seconds % 60);
    if (seconds < 3600) return minutes + rest;
    return std::to_string(seconds / 3600) + ':' + two_digits(seconds / 60 % 60) + rest;
}

std::optional<ProgressStyle> parse_progress_style(std::string_view word, bool on_terminal) {
    if (word == "auto") return on_terminal ? ProgressStyle::Bar : ProgressStyle::None;
    if (word == "none") return ProgressStyle::None;
    if (word == "plain") return ProgressStyle::Plain;
    if (word == "bar") return ProgressStyle::Bar;
    return std::nullopt;
}

void add_progress_option(OptionTable& option, ProgressStyle& style) {
    const auto parse = [](std::string_view word) {
        return parse_progress_style(word, io::stderr_is_terminal());
    };
    style = *parse("auto");
    option("progress", "STYLE", parsed(style, parse, "is auto, bar, plain or none"),
           "auto (default), bar, plain or none");
}

std::string format_progress(const ProgressState& state, const ProgressState& from,
                            steady_clock::duration elapsed) {
    std::string line(state.doing);
    const double seconds = std::chrono::duration<double>(elapsed).count();
    const bool total_known = state.bytes_total > 0;
    const std::uint64_t bytes = std::min(state.bytes, state.bytes_total);
    if (total_known) {
        const std::string per_cent = std::to_string(static_cast<unsigned>(
            100.0 * static_cast<double>(bytes) / static_cast<double>(state.bytes_total)));
        line += std::string(4 - std::min<std::size_t>(per_cent.size(), 3), ' ') + per_cent + " %";
    }
    if (state.games > 0) line += "  " + text::grouped(state.games) + " games";
    const std::uint64_t text = since(state.text_bytes, from.text_bytes);
    if (text > 0 && seconds > 0)
        line += "  " +
                text::grouped(static_cast<std::uint64_t>(
                    std::llround(static_cast<double>(text) / seconds / 1e6))) +
                " MB/s";
    if (state.positions > 0) line += "  " + in_millions(state.positions) + " positions";
    const std::uint64_t done = since(bytes, from.bytes);
    if (total_known && done > 0 && elapsed >= before_estimate) {
        const double left =
            static_cast<double>(state.bytes_total - bytes) * seconds / static_cast<double>(done);
        line += "  ETA " + format_clock(static_cast<std::uint64_t>(std::llround(left)));
    }
    return line;
}

Progress::Progress(std::ostream& err, ProgressStyle style, steady_clock::time_point began,
                   std::size_t (*columns)())
    : err_(err), style_(style), began_(began), drawn_(began), line_(err, columns) {}

void Progress::show(const ProgressState& state, steady_clock::time_point now) {
    if (style_ == ProgressStyle::None) return;
    const bool begins = state.doing != doing_;
    if (begins) {
        doing_ = state.doing;
        began_ = now;
        from_ = state;
        from_.doing = {};
    }
    const auto pause =
        style_ == ProgressStyle::Bar ? between_redraws : steady_clock::duration(between_lines);
    if (!begins && now - drawn_ < pause) return;
    drawn_ = now;
    std::string line = format_progress(state, from_, now - began_);
    if (style_ == ProgressStyle::Plain) {
        err_ << line << std::endl;
        return;
    }
    line_.show(std::move(line));
}

void ProgressLine::show(std::string line) {
    // The last column stays empty: some terminals move to the next line after a character there.
    const std::size_t room = std::max<std::size_t>(columns_(), 1) - 1;
    line.resize(std::min(line.size(), room));
    const std::size_t width = line.size();
    // Blanks overwrite a longer previous line.
    line.resize(std::max(width, std::min(width_, room)), ' ');
    err_ << '\r' << line << std::flush;
    width_ = width;
}

void ProgressLine::clear() {
    if (width_ == 0) return;
    err_ << '\r' << std::string(width_, ' ') << '\r' << std::flush;
    width_ = 0;
}

} // namespace polyglot::tools

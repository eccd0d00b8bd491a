// Displays the progress of a long command: as one line that is redrawn on a terminal, as plain
// lines, or not at all. Test: progress_test.cpp.
#pragma once
#include "tools/common/terminal.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <optional>
#include <string>
#include <string_view>

namespace polyglot::tools {

class OptionTable;

enum class ProgressStyle : std::uint8_t { None, Plain, Bar };
// Parses the value of -progress, auto|none|plain|bar; auto is Bar on a terminal, otherwise None.
// Returns nullopt for other words.
std::optional<ProgressStyle> parse_progress_style(std::string_view word, bool on_terminal);
// Adds the option -progress of commands that read games, for standard error, and sets the style to
// auto.
void add_progress_option(OptionTable& option, ProgressStyle& style);

struct ProgressState {
    std::uint64_t bytes = 0, bytes_total = 0; // read from the (packed) input; total 0: unknown
    std::uint64_t text_bytes = 0;             // unpacked
    std::uint64_t games = 0, positions = 0;   // 0: not shown
    // Names the activity: "reading", "merging", "writing". The text must live until the next
    // show().
    std::string_view doing;
};

// Returns "reading  45 %  1,234,567 games  152 MB/s  12.3 M positions  ETA 0:41". The speed results
// from the work done since `from`, in the time `elapsed`.
std::string format_progress(const ProgressState& state, const ProgressState& from,
                            std::chrono::steady_clock::duration elapsed);

// Formats a duration as "0:41" or "1:02:07".
std::string format_clock(std::uint64_t seconds);

// Draws one line of a terminal over itself. Call clear() before writing any other line.
class ProgressLine {
  public:
    // columns returns the terminal's width; it is called for each line, because the window may
    // change.
    explicit ProgressLine(std::ostream& err, std::size_t (*columns)() = io::stderr_columns)
        : err_(err), columns_(columns) {}
    void show(std::string line); // cut at the width
    void clear();

  private:
    std::ostream& err_;
    std::size_t (*columns_)();
    std::size_t width_ = 0; // of the line on the screen
};

class Progress {
  public:
    Progress(std::ostream& err, ProgressStyle style, std::chrono::steady_clock::time_point began,
             std::size_t (*columns)() = io::stderr_columns);
    // Is cheap to call. Draws when the activity has changed, otherwise at most ten times a second
    // (Plain: every ten seconds). Speeds are measured from the start of the activity.
    void show(const ProgressState& state, std::chrono::steady_clock::time_point now);
    void clear() { line_.clear(); } // call it before printing anything else

  private:
    std::ostream& err_;
    ProgressStyle style_;
    std::chrono::steady_clock::time_point began_, drawn_;
    ProgressLine line_;
    std::string doing_;
    ProgressState from_; // the state at the start of the activity
};

} // namespace polyglot::tools

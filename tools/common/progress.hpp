// How far a long command is: one line that is redrawn on a terminal, plain lines, or nothing.
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
// -progress auto|none|plain|bar; auto: Bar on a terminal, else None. Nothing for other words.
std::optional<ProgressStyle> parse_progress_style(std::string_view word, bool on_terminal);
// The option -progress of commands that read games, of standard error; the style is set to auto.
void add_progress_option(OptionTable& option, ProgressStyle& style);

struct ProgressState {
    std::uint64_t bytes = 0, bytes_total = 0; // read of the (packed) input; total 0: not known
    std::uint64_t text_bytes = 0;             // unpacked
    std::uint64_t games = 0, positions = 0;   // 0: not shown
    // "reading", "merging", "writing"; lives until the next show()
    std::string_view doing;
};

// "reading  45 %  1,234,567 games  152 MB/s  12.3 M positions  ETA 0:41". What has been done since
// `from`, in `elapsed`, gives the speed.
std::string format_progress(const ProgressState& state, const ProgressState& from,
                            std::chrono::steady_clock::duration elapsed);

// "0:41", "1:02:07".
std::string format_clock(std::uint64_t seconds);

// One line of a terminal, drawn over itself. Any other line is written after clear().
class ProgressLine {
  public:
    // columns: of the terminal, asked each time, as its window may change.
    explicit ProgressLine(std::ostream& err, std::size_t (*columns)() = io::stderr_columns)
        : err_(err), columns_(columns) {}
    void show(std::string line); // cut at the width
    void clear();

  private:
    std::ostream& err_;
    std::size_t (*columns_)();
    std::size_t width_ = 0; // of the line that stands there
};

class Progress {
  public:
    Progress(std::ostream& err, ProgressStyle style, std::chrono::steady_clock::time_point began,
             std::size_t (*columns)() = io::stderr_columns);
    // Cheap; draws when something else is done than before, else at most ten times a second (Plain:
    // every ten seconds). Speeds are those since it has been doing this.
    void show(const ProgressState& state, std::chrono::steady_clock::time_point now);
    void clear() { line_.clear(); } // before something else is printed

  private:
    std::ostream& err_;
    ProgressStyle style_;
    std::chrono::steady_clock::time_point began_, drawn_;
    ProgressLine line_;
    std::string doing_;
    ProgressState from_; // when this doing began
};

} // namespace polyglot::tools

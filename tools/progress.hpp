// How far a long command is: one line that is redrawn on a terminal, plain lines, or nothing.
#pragma once
#include <chrono>
#include <cstdint>
#include <iosfwd>
#include <string>
#include <string_view>

namespace polyglot::tools {

enum class ProgressStyle : std::uint8_t { None, Plain, Bar };
// -progress auto|none|plain|bar; auto: Bar on a terminal, else None. Nothing for other words.
struct ProgressState {
    std::uint64_t bytes = 0, bytes_total = 0; // read of the (packed) input; total 0: not known
    std::uint64_t text_bytes = 0;             // unpacked
    std::uint64_t games = 0, positions = 0;
    std::string_view doing; // "reading", "merging", "writing"
};

class Progress {
  public:
    Progress(std::ostream& err, ProgressStyle style, std::chrono::steady_clock::time_point began);
    // Cheap; draws at most ten times a second (Plain: every ten seconds).
    void show(const ProgressState& state, std::chrono::steady_clock::time_point now);
    void clear(); // the line, before something else is printed

  private:
    std::ostream& err_;
    ProgressStyle style_;
    std::chrono::steady_clock::time_point began_, drawn_;
    std::size_t width_ = 0; // of the line that stands there
};

} // namespace polyglot::tools

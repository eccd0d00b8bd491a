// Parses a log of the adapter, or a transcript, for a replay. docs/log.md has the grammar. Test:
// replay_test.cpp.
#pragma once
#include "adapter/session/shared/events.hpp"

#include <chrono>
#include <cstddef>
#include <iosfwd>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace polyglot::tools {

// The beginning of each line of a log: "2026-11-21 02:47:46.059 [7035] ".
struct Stamp {
    std::chrono::milliseconds time{}; // local time since 1970
    long pid = 0;
    std::size_t size = 0; // in bytes
};
std::optional<Stamp> parse_stamp(std::string_view line);

// Finds where another process with the same process id begins: at "! polyglot …", unless only notes
// precede it, as in a log that replay -minimise has written.
class ProcessBeginning {
  public:
    void on_line(std::string_view text) { only_notes_ = only_notes_ && text.starts_with("# "); }
    bool is_of_another(std::string_view text) const; // the next line, without its stamp

  private:
    bool only_notes_ = true; // so far
};

struct Step {
    std::string text;  // without time and process id: "gui> go movetime 100"
    int line = 0;      // in the file
    std::string stamp; // "2026-11-21 02:47:46.059 [7035] ", empty in a transcript
    std::optional<session::TimePoint> time{};
};

enum class StepKind {
    Input,  // gui>, engine>, engine!, ! …
    Output, // gui<, engine<, = …
    // ! set, ! engine-option, ! book, ! polyglot: in force from the beginning, wherever the line
    // is.
    Setting,
    Answer, // ? …
    Note    // # …
};
StepKind kind_of(std::string_view text);

// A process of the log from its beginning to its end. A later process may have the same id.
struct LoggedSession {
    long pid = 0; // 0 for a transcript
    std::vector<Step> steps;
    std::string version;        // of the adapter that wrote the log, if known
    bool has_beginning = false; // the log has settings and the start of the engine
    bool has_exit = false;
    std::string holed{}; // why the lines after the last step cannot be played; empty if they can
};

struct ReadLog {
    std::vector<LoggedSession> sessions; // in the order of their first lines
    std::vector<std::string> remarks;    // peculiarities of the file, for the user
};
ReadLog read_log(std::istream& in);

// The log has a line that a replay does not understand, from another program or another version.
class BadStep : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

} // namespace polyglot::tools

// What goes into the session and what comes out: plain data, so that the shell around it stays dumb and every protocol
// rule can be tested as text.
#pragma once
#include "config/settings.hpp"

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace polyglot::session {

using TimePoint = std::chrono::steady_clock::time_point;

// Exit status of the adapter; documented in README.md.
enum class ExitCode : std::uint8_t {
    Ok = 0,
    InternalError = 1,
    ConfigurationError = 2,
    EngineNotStarted = 3,
    EngineNotUci = 4,
    EngineSilent = 5,
    EngineExited = 6,
};

// What the session wants done. Filled in by the on_…() calls, carried out and emptied by the shell.
struct Actions {
    std::string to_gui;    // whole lines, each with its line end
    std::string to_engine; // the same
    enum class Signal : std::uint8_t { None, Interrupt, Terminate, Kill };
    Signal signal = Signal::None;  // for the engine's process group
    bool settings_changed = false; // the log's or the engine's priority settings are no longer those in force
    bool restart_engine = false;   // let the engine that runs finish its quit, and start it anew
    std::optional<std::string> save_settings; // write this text to the file that Settings::settings_file names
    std::optional<ExitCode> exit;             // leave, once to_gui and to_engine are written
};

// How an engine process ended.
struct EngineEnd {
    bool was_signal = false;
    int value = 0;                // exit code, or number of the signal
    std::string signal_name = {}; // "SIGSEGV"; empty when it was no signal, or its name is not known
    std::string last_stderr = {}; // its last stderr line, may be empty
};

// What a log line is. All but stderr and notes together make a transcript that can be played back (docs/log.md).
enum class Channel : std::uint8_t {
    FromGui,
    ToGui,
    FromEngine,
    ToEngine,
    Event,   // what else came in: a setting at the start, an end of file, a deadline
    Outcome, // what else went out: a signal to the engine, our exit
    Answer,  // what the session asked of books, files and stores, and was told
    EngineStderr,
    Note, // why we did it
};
// The word in front of the line: "gui> ", "gui< ", "engine> ", "engine< ", "! ", "= ", "? ", "engine! ", "# ".
std::string_view prefix_of(Channel channel);

class Log {
  public:
    virtual ~Log() = default;
    bool enabled() const { return enabled_; } // so that callers can spare themselves the making of a text
    void at(TimePoint now) { now_ = now; }    // of the lines that follow: a replay goes by it
    void write(Channel channel, std::string_view line) {
        if (enabled_) append(channel, line);
    }

  protected:
    explicit Log(bool enabled) : enabled_(enabled) {}
    void enable(bool enabled) { enabled_ = enabled; }
    TimePoint now() const { return now_; }

  private:
    virtual void append(Channel channel, std::string_view line) = 0;

    bool enabled_; // asked for every line of a flood: no virtual call
    TimePoint now_{};
};

// Settings saved for this engine (the Save button of xboard), with what the log should say of them.
struct RecalledSettings {
    config::Settings settings;
    std::vector<std::string> notes;
};
using SettingsRecaller = std::function<RecalledSettings(const std::string& engine_name)>;

} // namespace polyglot::session

// The session's input and output. They are plain data, so that the shell decides nothing and every
// protocol rule can be tested as text.
#pragma once
#include "adapter/session/shared/engine_end.hpp"
#include "config/settings.hpp"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
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

// What the session wants done: the lines for both sides, then the steps, in order. The on_…() calls
// append to it; the shell takes each step out and carries it out. No line for the engine follows
// RestartEngine before Session::on_engine_started().
struct Actions {
    enum class Signal : std::uint8_t { None, Interrupt, Terminate, Kill };

    struct SendSignal { // to the engine's process group
        Signal signal;
    };
    struct ApplySettings {}; // the settings of the log or of the engine's priority have changed
    struct SaveSettings {    // to the file that Settings::settings_file names
        std::string text;
    };
    // Books that are programs. command is the value of BookFile; stopping is allowed at any time.
    struct StartProgram {
        int number;
        std::string command;
    };
    struct ToProgram {
        int number;
        std::string line;
    };
    struct StopProgram {
        int number;
    };
    struct RestartEngine {}; // lets the running engine finish its quit, then starts a new process
    struct Exit {            // ends the adapter when all output is written
        ExitCode code;
    };
    using Step = std::variant<SendSignal, ApplySettings, SaveSettings, RestartEngine, Exit,
                              StartProgram, ToProgram, StopProgram>;

    std::string to_gui;    // whole lines, each with its '\n'
    std::string to_engine; // the same
    std::vector<Step> steps;

    template <class T>
    void add(T step) { // in place, because g++ 12 gives a false warning for a variant that is moved
        steps.emplace_back(std::in_place_type<T>, std::move(step));
    }
    void add_signal(Signal signal); // a signal that is already in the list is not added again
    template <class T>
    bool has() const {
        return std::any_of(steps.begin(), steps.end(),
                           [](const Step& step) { return std::holds_alternative<T>(step); });
    }
    bool has_signal(Signal signal) const;
    bool withdraw_restart(); // returns false if the list has no restart
    Step take_step();        // the first
    std::optional<ExitCode> exit() const;
    bool empty() const { return to_gui.empty() && to_engine.empty() && steps.empty(); }
};

// The kind of a log line. All kinds but stderr and notes together make a transcript that can be
// replayed (docs/log.md).
enum class Channel : std::uint8_t {
    FromGui,
    ToGui,
    FromEngine,
    ToEngine,
    Event,   // any other input: a setting at the start, an end of file, a deadline
    Outcome, // any other output: a signal to the engine, the adapter's exit
    Answer,  // an answer of books, files or stores to the session
    EngineStderr,
    Note, // why the adapter has done something
};
// Returns the prefix of the line: "gui> ", "gui< ", "engine> ", "engine< ", "! ", "= ", "? ",
// "engine! ", "# ".
std::string_view prefix_of(Channel channel);

class Log {
  public:
    virtual ~Log() = default;
    bool enabled() const { return enabled_; } // for callers that would have to format a text
    void at(TimePoint now) { now_ = now; }    // the time of the following lines; a replay uses it
    void write(Channel channel, std::string_view line) {
        if (enabled_) append(channel, line);
    }

  protected:
    explicit Log(bool enabled) : enabled_(enabled) {}
    void enable(bool enabled) { enabled_ = enabled; }
    TimePoint now() const { return now_; }

  private:
    virtual void append(Channel channel, std::string_view line) = 0;

    bool enabled_; // not a virtual function, since it is called for every line of a flood
    TimePoint now_{};
};

// Settings saved for this engine (the Save button of xboard), and notes on them for the log.
struct RecalledSettings {
    config::Settings settings;
    std::vector<std::string> notes;
};
using SettingsRecaller = std::function<RecalledSettings(const std::string& engine_name)>;

} // namespace polyglot::session

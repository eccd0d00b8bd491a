// One engine process with its three streams, for the adapter's shell and the tools: takes bytes for the engine and
// reports the engine's lines. The end of the process is reported exactly once, after its output. Then another
// process can be started.
#pragma once
#include "adapter/engine/engine_process.hpp"
#include "adapter/session/shared/events.hpp"
#include "core/result.hpp"

#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string_view>
#include <system_error>

#include <boost/asio/io_context.hpp>

namespace polyglot::io {

// Several hosts may share an io_context; each reports the end of its own processes only. io_context::run() does not
// return while a host has a process.
class EngineHost {
  public:
    // Handlers; any may be empty. They are called from the io_context, and by read_now() for what it reads: lines, or
    // the end of the output.
    // A handler may call every function of EngineHost except the destructor.
    struct Events {
        std::function<void(std::string_view line)> on_line; // without '\n'; a '\r' before it is kept
        // Whole lines that one read of several has brought, with their line ends. Returns the length of those that it
        // takes, beginning with the first one; the others go to on_line.
        std::function<std::size_t(std::string_view lines)> on_lines;
        std::function<void(std::string_view line)> on_stderr_line; // the same
        std::function<void()> on_batch;                            // after the lines of one read, of either stream
        std::function<void()> on_closed_output; // the output, or the input, is closed, but the process still runs
        std::function<void(const session::EngineEnd& end)> on_exited; // last_stderr is set
        std::function<void()> on_writable;                            // the queue to the engine has become shorter
        std::function<void()> on_long_line;                           // a line was cut at 1 MiB
        std::function<void()> on_last_gone;                           // the last released process has exited
    };
    EngineHost(boost::asio::io_context& context, Events events);
    ~EngineHost(); // kills and reaps all processes, also released ones
    EngineHost(const EngineHost&) = delete;
    EngineHost& operator=(const EngineHost&) = delete;

    Result<void> start(const EngineLaunch& launch); // precondition: !running()
    // Releases the current process, if there is one: its output and its end are no longer reported. The process still
    // gets the bytes already sent (such as `quit`), and is killed if it has not exited after grace.
    void release(std::chrono::milliseconds grace);

    void send(std::string_view bytes); // whole lines; queued
    std::size_t unread_bytes() const;  // bytes sent that are not yet written to the engine's input
    void close_input();                // end of file for the engine; later bytes are dropped
    void pause(bool paused);           // true: its output is not read until pause(false) or its end
    // Reads output that has arrived, up to 1 MiB, without waiting; none while paused. To be called before the engine is
    // reported as silent.
    void read_now();
    bool signal(session::Actions::Signal signal);      // false: this system has no such signal
    std::error_code set_nice(std::optional<int> nice); // as EngineProcess::set_nice(); no error without an engine
    bool running() const;                              // on_exited is still to come
    bool awaits_gone() const;                          // on_last_gone is still to come
    bool group_lives() const;                          // the engine or a process started by it still runs

  private:
    struct Impl;
    std::shared_ptr<Impl> impl_; // handlers hold weak pointers to it
};

} // namespace polyglot::io

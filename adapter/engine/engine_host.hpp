// One engine process with its three streams, for the adapter's shell and the tools. It takes bytes
// for the engine and reports the engine's lines. The end of the process is reported exactly once,
// after its output; then another process can be started. Test: engine_host_test.cpp.
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

// Several hosts may share an io_context; each reports the end of its processes only.
// io_context::run() does not return while a host has a process.
class EngineHost {
  public:
    // Handlers, any of which may be empty. They are called from the io_context, and by read_now()
    // for the lines that it reads, or the end of the output.
    // A handler may call every function of EngineHost except the destructor.
    struct Events {
        // Called with a line without '\n'; a '\r' before it is kept.
        std::function<void(std::string_view line)> on_line;
        // Called with the whole lines of one read, if there are several, with their line ends.
        // Returns the length of those that it takes, beginning with the first one; the others go to
        // on_line.
        std::function<std::size_t(std::string_view lines)> on_lines;
        std::function<void(std::string_view line)> on_stderr_line; // likewise
        // Called after the lines of one read, of either stream.
        std::function<void()> on_batch;
        // Output or input is closed, but the process still runs.
        std::function<void()> on_closed_output;
        std::function<void(const session::EngineEnd& end)> on_exited; // last_stderr is set
        // The queue to the engine has become shorter.
        std::function<void()> on_writable;
        std::function<void()> on_long_line; // a line was cut at 1 MiB
        // The last released process has exited.
        std::function<void()> on_last_gone;
    };
    EngineHost(boost::asio::io_context& context, Events events);
    ~EngineHost(); // kills and reaps all processes, including released ones
    EngineHost(const EngineHost&) = delete;
    EngineHost& operator=(const EngineHost&) = delete;

    Result<void> start(const EngineLaunch& launch); // precondition: !running()
    // Releases the current process, if there is one: its output and its end are no longer reported.
    // The process still gets the bytes already sent (such as `quit`), and is killed if it has not
    // exited after grace.
    void release(std::chrono::milliseconds grace);

    void send(std::string_view bytes); // whole lines; queued
    std::size_t unread_bytes() const;  // bytes that wait to be written to the engine's input
    void close_input();                // end of file for the engine; later bytes are dropped
    void pause(bool paused);           // true stops reading until pause(false) or the engine's end
    // Reads the output that has arrived, up to 1 MiB, without waiting; nothing while paused. To be
    // called before the engine is reported as silent.
    void read_now();
    // Returns false if this system has no such signal.
    bool signal(session::Actions::Signal signal);
    // Like EngineProcess::set_nice(); no error without an engine.
    std::error_code set_nice(std::optional<int> nice);
    bool running() const;     // on_exited is still to come
    bool awaits_gone() const; // on_last_gone is still to come
    bool group_lives() const; // the engine or a process started by it still runs

  private:
    struct Impl;
    std::shared_ptr<Impl> impl_; // handlers hold weak pointers to it
};

} // namespace polyglot::io

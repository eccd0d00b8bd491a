// One engine process with its three streams, as used by the adapter's shell and the tools: bytes in, lines out, and its
// end reported exactly once, after all its output. Can be restarted.
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

// Several may share an io_context: each sees the end of its own processes. io_context::run() goes on as long as one of
// them has a process.
class EngineHost {
  public:
    // Called from the io_context, never from within one of our functions; any may be empty. They may call every
    // function here except the destructor.
    struct Events {
        std::function<void(std::string_view line)> on_line;           // without '\n'; a '\r' before it is kept
        std::function<void(std::string_view line)> on_stderr_line;    // the same
        std::function<void()> on_batch;                               // after the lines of one read, of either stream
        std::function<void()> on_closed_output;                       // or its input: but the process is still there
        std::function<void(const session::EngineEnd& end)> on_exited; // last_stderr filled in
        std::function<void()> on_writable;                            // the queue to the engine has become shorter
        std::function<void()> on_long_line;                           // a line was cut at 1 MiB
        std::function<void()> on_last_gone;                           // of those let go
    };
    EngineHost(boost::asio::io_context& context, Events events);
    ~EngineHost(); // kills and reaps what still runs, what was let go too
    EngineHost(const EngineHost&) = delete;
    EngineHost& operator=(const EngineHost&) = delete;

    Result<void> start(const EngineLaunch& launch); // there must be none, or it has exited, or it has been let go
    // Nothing more is heard of the process that runs, if one does. It still gets what was sent before, may finish it
    // (quit), and is killed after grace.
    void release(std::chrono::milliseconds grace);

    void send(std::string_view bytes); // whole lines; queued
    std::size_t unread_bytes() const;  // of these, how many the engine has not taken yet
    void close_input();                // end of file for the engine; nothing can be sent any more
    void pause(bool paused);           // read no more of its output for now
    void read_now();                   // take pending output, before the engine is blamed for silence
    void signal(session::Actions::Signal signal);
    std::error_code set_nice(std::optional<int> nice); // as EngineProcess; no error without an engine
    bool running() const;                              // on_exited is still to come
    bool awaits_gone() const;                          // on_last_gone is still to come
    bool group_lives() const;                          // the engine, or a process that it has left running

  private:
    struct Impl;
    std::shared_ptr<Impl> impl_; // its handlers hold it weakly
};

} // namespace polyglot::io

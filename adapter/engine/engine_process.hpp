// The engine as a separate process. This class hides Boost.Process and the system. Test:
// engine_process_posix_test.cpp.
#pragma once
#include "adapter/session/shared/events.hpp"
#include "adapter/streams/pipe_end.hpp"
#include "core/result.hpp"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <system_error>
#include <vector>

#include <boost/asio/io_context.hpp>

namespace polyglot::io {

struct EngineLaunch {
    std::filesystem::path program; // absolute
    std::vector<std::string> arguments;
    std::filesystem::path directory;            // the engine's working directory
    std::optional<int> nice = {};               // 0..20
    std::optional<std::uint64_t> affinity = {}; // bit n allows processor n
};

// The engine runs in its own process group (on Windows a job), which is killed when this object or
// the whole adapter ends, for whatever reason.
class EngineProcess {
  public:
    static Result<std::unique_ptr<EngineProcess>> start(boost::asio::io_context& context,
                                                        const EngineLaunch& launch);
    ~EngineProcess(); // kills and reaps what still runs, waiting for at most half a second

    // The adapter's ends of the engine's standard streams. Each may be taken once.
    WriteEnd take_input();
    ReadEnd take_output();
    ReadEnd take_error_output();

    int id() const;
    // Signals the group; returns false if this system has no such signal.
    bool signal(session::Actions::Signal signal);
    // nice is 0..20; nullopt means the adapter's priority. An error means that it was not set for
    // all processes of the group.
    std::error_code set_nice(std::optional<int> nice);
    bool group_lives() const; // the engine, or a process that it has started and left behind, runs
    // Calls when_ended from the io_context as soon as the process may have ended; poll_end() tells
    // whether it has. One wait at a time.
    void async_wait_end(std::function<void()> when_ended);
    // Returns how the process has ended; nullopt if it still runs. Does not wait, and does not reap
    // it. last_stderr is empty.
    std::optional<session::EngineEnd> poll_end();

  private:
    struct Impl;
    explicit EngineProcess(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> impl_;
};

} // namespace polyglot::io

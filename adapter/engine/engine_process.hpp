// The engine as a separate process. Hides Boost.Process and the system.
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
    std::filesystem::path directory;            // becomes the engine's working directory
    std::optional<int> nice = {};               // 0..20
    std::optional<std::uint64_t> affinity = {}; // bit n: may run on processor n
};

// Runs in its own process group (on Windows a job), which is killed when this object or the whole adapter ends, for
// whatever reason.
class EngineProcess {
  public:
    static Result<std::unique_ptr<EngineProcess>> start(boost::asio::io_context& context, const EngineLaunch& launch);
    ~EngineProcess(); // kills what still runs and reaps it, unless it does not die within half a second

    // Our ends of its standard streams; each may be taken once.
    WriteEnd take_input();
    ReadEnd take_output();
    ReadEnd take_error_output();

    int id() const;
    bool signal(session::Actions::Signal signal); // to the whole group; false: this system has no such signal
    // 0..20; nullopt: our priority. An error: not of all processes of the group.
    std::error_code set_nice(std::optional<int> nice);
    bool group_lives() const; // it or a process that it has started, which may be left when it has ended
    // Calls when_ended from the io_context as soon as the process may have ended: poll_end() knows. One wait at a time.
    void async_wait_end(std::function<void()> when_ended);
    // How it ended, once it has; does not wait, and does not reap it. last_stderr is left empty.
    std::optional<session::EngineEnd> poll_end();

  private:
    struct Impl;
    explicit EngineProcess(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> impl_;
};

} // namespace polyglot::io

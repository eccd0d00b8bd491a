// An engine of either protocol behind the adapter's own session, spoken to in UCI: for commands
// that query engines (epd-test). No book, no log, no GUI. Everything happens on the caller's
// io_context; run() it. Several clients may share one.
#pragma once
#include "adapter/session/shared/events.hpp"
#include "config/settings.hpp"

#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include <boost/asio/io_context.hpp>

namespace polyglot::tools {

class EngineClient {
  public:
    // Called from the io_context, never from within one of our functions. They may do anything,
    // including destroying this object.
    struct Events {
        std::function<void(std::string_view line)> on_line; // a UCI line, without line end
        // The engine has ended, or could not be started; status as in README.md (exit status),
        // message for the user, empty on success. Called once for each start(), after the engine's
        // last line; after quit() with ExitCode::Ok.
        std::function<void(session::ExitCode status, const std::string& message)> on_end;
    };
    // settings: EngineCommand, EngineDir (relative to the current directory), EngineProtocol,
    // [Engine] options …; the book and the log are switched off.
    EngineClient(boost::asio::io_context& context, config::Settings settings, Events events);
    ~EngineClient(); // kills an engine that still runs; no further callback
    EngineClient(const EngineClient&) = delete;
    EngineClient& operator=(const EngineClient&) = delete;

    // The engine, and `uci`; may be called again after on_end
    void start();
    void send(std::string_view uci_line); // without line end; ignored when no engine runs
    // Politely, then by force, in bounded time; on_end follows
    void quit();
    bool speaks_xboard() const; // the engine, once uciok has come
    // The same; false: an xboard engine without the feature `exclude`
    bool takes_search_moves() const;
    // The session's last message to its GUI about the engine; empty: none
    const std::string& last_error() const;

  private:
    struct Impl;
    std::shared_ptr<Impl> impl_; // its handlers hold it too
};

} // namespace polyglot::tools

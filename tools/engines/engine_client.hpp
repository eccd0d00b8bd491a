// Lets a command query an engine of either protocol in UCI (as epd-test does): the adapter's own
// session translates, without book, log and GUI. Everything happens on the caller's io_context,
// which the caller runs. Several clients may share one context.
// tests/unit/tools/engines/engine_client_test.cpp shows it.
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
    // The events are called from the io_context, never from within a function of this class. They
    // may do anything, including destroying this object.
    struct Events {
        std::function<void(std::string_view line)> on_line; // a UCI line, without line end
        // The engine has ended or could not be started. status is an exit status of README.md;
        // message is for the user and empty on success. It is called once for each start(), after
        // the engine's last line; after quit() the status is ExitCode::Ok.
        std::function<void(session::ExitCode status, const std::string& message)> on_end;
    };
    // settings contains EngineCommand, EngineDir (relative to the current directory),
    // EngineProtocol, [Engine] options …; the book and the log are switched off.
    EngineClient(boost::asio::io_context& context, config::Settings settings, Events events);
    ~EngineClient(); // kills an engine that still runs; no event follows
    EngineClient(const EngineClient&) = delete;
    EngineClient& operator=(const EngineClient&) = delete;

    // Starts the engine and sends `uci`; it may be called again after on_end.
    void start();
    void send(std::string_view uci_line); // without line end; ignored if no engine runs
    // Ends the engine, first by the protocol and then by force, in bounded time; on_end follows.
    void quit();
    bool speaks_xboard() const; // valid once uciok has come
    // Is valid at the same time; false for an xboard engine without the feature `exclude`.
    bool takes_search_moves() const;
    // Returns the session's last message to its GUI about the engine; empty if there is none.
    const std::string& last_error() const;

  private:
    struct Impl;
    std::shared_ptr<Impl> impl_; // its handlers share it
};

} // namespace polyglot::tools

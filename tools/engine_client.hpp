// An engine of either protocol behind the adapter's own session, spoken to in UCI: for the commands that ask engines
// something (epd-test). No book, no GUI. Everything happens on the caller's io_context; run() it.
#pragma once
#include "adapter/io/engine_host.hpp"
#include "adapter/session/session.hpp"
#include "config/settings.hpp"

#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include <boost/asio/io_context.hpp>

namespace polyglot::tools {

class EngineClient {
  public:
    struct Events {
        std::function<void(std::string_view line)> on_line; // a UCI line, without line end
        // The engine is gone, or could not be started; status as README.md's exit status, message for the user. Told
        // once for each start(); after quit() with ExitCode::Ok.
        std::function<void(session::ExitCode status, const std::string& message)> on_end;
    };
    // settings: EngineCommand, EngineDir, EngineProtocol, [Engine] options …; the book is switched off.
    EngineClient(boost::asio::io_context& context, config::Settings settings, Events events);
    ~EngineClient();

    void start();                          // the engine, and `uci`; may be called again after on_end
    void send(std::string_view uci_line);  // without line end
    void quit();                           // politely, then by force; on_end follows
    const std::string& last_error() const; // what the session told its GUI last about the engine

  private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

} // namespace polyglot::tools

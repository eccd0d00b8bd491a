// Asks one engine for its name and options, on the caller's io_context.
#pragma once
#include "config/settings.hpp"
#include "core/result.hpp"
#include "tools/engines/ask_engines.hpp"
#include "tools/engines/engine_client.hpp"

#include <functional>
#include <string>
#include <string_view>

#include <boost/asio/io_context.hpp>

namespace polyglot::tools {

class EngineQuestion {
  public:
    // on_ended is called once, from the io_context, when the engine has answered and ended, or has
    // failed; it may be null, and must not destroy this object.
    EngineQuestion(boost::asio::io_context& context, const config::Settings& settings,
                   std::function<void()> on_ended = nullptr);
    void start() { client_.start(); }
    void quit() { client_.quit(); }
    bool ended() const { return ended_; }
    Result<EngineAnswer> take(); // once ended

  private:
    void on_line(std::string_view line);
    void take_id(std::string_view rest);
    void take_option(std::string_view arguments);
    void on_end(session::ExitCode status, const std::string& message);

    std::function<void()> on_ended_;
    EngineAnswer answer_;
    std::string failure_;
    bool answered_ = false;
    bool ended_ = false;
    EngineClient client_; // last, because its end is reported to the other members
};

} // namespace polyglot::tools

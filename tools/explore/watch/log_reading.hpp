// Reads the logs of a watch while a context runs.
#pragma once
#include "tools/explore/watch/watch.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>

namespace polyglot::tools {

// Follows the logs even if no page asks, because the content of a log that is renamed twice is
// lost.
class LogReading {
  public:
    LogReading(boost::asio::io_context& context, Watch& watch) : timer_(context), watch_(watch) {
        run(milliseconds(0));
    }

    void stop() {
        is_stopped_ = true;
        timer_.cancel();
    }

  private:
    void run(milliseconds pause) {
        timer_.expires_after(pause);
        timer_.async_wait([this](const boost::system::error_code&) {
            if (!is_stopped_) run(watch_.read() ? milliseconds(0) : milliseconds(500));
        });
    }

    boost::asio::steady_timer timer_;
    Watch& watch_;
    bool is_stopped_ = false;
};

} // namespace polyglot::tools

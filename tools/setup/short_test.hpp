// Runs a part of `polyglot engine-test` as a process of its own and collects its report.
#pragma once
#include "adapter/engine/engine_host.hpp"

#include <chrono>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/json/object.hpp>

namespace polyglot::tools {

class ShortTest {
  public:
    // `words` are the engine's, whose program's path is absolute.
    ShortTest(boost::asio::io_context& context, const std::filesystem::path& polyglot,
              const std::vector<std::string>& words, const std::filesystem::path& folder);

    void cancel(); // the process gets time to end its engine
    bool is_gone() const { return !host_.running() && !host_.awaits_gone(); }
    // Returns "state" (running, done, failed), "error", "passed", "failed", "skipped" and "faults"
    // ("step" and "text").
    boost::json::object answer() const;

  private:
    io::EngineHost::Events events();
    void on_exited();
    void read_report();

    std::string output_, last_words_, error_;
    boost::json::object report_;
    bool is_running_ = false;
    boost::asio::steady_timer timer_;
    io::EngineHost host_; // last, because it reports to the other members
};

} // namespace polyglot::tools

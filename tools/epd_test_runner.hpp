// Runs the positions of a suite through one engine or several at once.
#pragma once
#include "config/settings.hpp"
#include "tools/epd_test_search.hpp"
#include "tools/epd_test_suite.hpp"

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include <boost/asio/io_context.hpp>

namespace polyglot::tools {

class EpdRunner {
  public:
    struct Events {
        std::function<void(const std::string& name)> on_engine;                // its name; before any outcome
        std::function<void(std::size_t index, EpdOutcome outcome)> on_outcome; // in the order they come
        std::function<void()> on_end;                                          // all engines are gone
    };
    // tasks and limits must outlive this. engines: how many at once, from 1.
    EpdRunner(boost::asio::io_context& context, const config::Settings& settings, const std::vector<EpdTask>& tasks,
              const SearchLimits& limits, int engines, Events events);
    ~EpdRunner();

    // Starts the engines. The run ends when all positions are done and the engines gone, or when the engine has failed
    // to start three times in a row.
    void start();
    void cancel(); // all engines leave; outcomes still to come are not told
    // Why the run ended early; empty when it did not.
    const std::string& failure() const { return failure_; }

  private:
    class Worker;
    void on_gone();
    void fail(const std::string& message);

    const std::vector<EpdTask>& tasks_;
    const SearchLimits& limits_;
    Events events_;
    std::size_t next_task_ = 0;
    bool named_ = false;
    bool cancelled_ = false;
    std::string failure_;
    std::vector<std::unique_ptr<Worker>> workers_;
};

} // namespace polyglot::tools

// Runs the positions of a suite through one engine or several at once.
#pragma once
#include "config/settings.hpp"
#include "tools/epd_test/search.hpp"
#include "tools/epd_test/suite.hpp"

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <boost/asio/io_context.hpp>

namespace polyglot::tools {

struct EpdEngines {
    config::Settings settings;
    int count = 1;              // at once
    std::optional<int> hash_mb; // option Hash
    std::optional<int> threads; // the option for them, whatever the engine calls it
};

class EpdRunner {
  public:
    struct Events {
        std::function<void(const std::string& message)> on_warning; // of a setting that the engine cannot have
        std::function<void(const std::string& name)> on_engine;     // its name; before any outcome
        std::function<void(std::size_t index, EpdOutcome outcome)> on_outcome; // in the order they come
        std::function<void()> on_end;                                          // all engines are gone
    };
    // What is referred to must outlive this.
    EpdRunner(boost::asio::io_context& context, const EpdEngines& engines, const std::vector<EpdTask>& tasks,
              const SearchLimits& limits, Events events);
    ~EpdRunner();

    // Starts the engines. The run ends when all positions are done and the engines gone, or when the engine has failed
    // to start three times in a row.
    void start();
    void cancel(); // all engines quit; no further outcome is reported
    // Why the run ended early; empty when it did not.
    const std::string& failure() const { return failure_; }

  private:
    class Worker;
    void on_gone();
    void fail(const std::string& message);
    void warn(const std::string& message); // once, however many engines say so

    const EpdEngines& engines_;
    const std::vector<EpdTask>& tasks_;
    const SearchLimits& limits_;
    Events events_;
    std::size_t next_task_ = 0;
    bool named_ = false;
    bool cancelled_ = false;
    std::string failure_;
    std::vector<std::string> warnings_;
    std::vector<std::unique_ptr<Worker>> workers_;
};

} // namespace polyglot::tools

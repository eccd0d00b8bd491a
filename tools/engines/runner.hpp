// Runs the positions of a suite through one engine or several at once.
#pragma once
#include "config/settings.hpp"
#include "tools/engines/search.hpp"
#include "tools/engines/suite.hpp"

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
    int tries = 3;              // starts in a row that may fail
};

// Where the positions come from.
class EpdTasks {
  public:
    virtual ~EpdTasks() = default;
    // The next one, which must stay where it is until its outcome has been reported. Null: there is
    // none now.
    virtual const EpdTask* next() = 0;
    // There may be one later: engines without a position then wait for EpdRunner::wake(), else they
    // quit.
    virtual bool may_have_more() const { return false; }
};

// Those of a suite, in order.
class EpdTaskList final : public EpdTasks {
  public:
    // They must outlive this
    explicit EpdTaskList(const std::vector<EpdTask>& tasks) : tasks_(tasks) {}
    const EpdTask* next() override { return next_ == tasks_.size() ? nullptr : &tasks_[next_++]; }
    std::size_t index_of(const EpdTask& task) const {
        return static_cast<std::size_t>(&task - tasks_.data());
    }

  private:
    const std::vector<EpdTask>& tasks_;
    std::size_t next_ = 0;
};

class EpdRunner {
  public:
    struct Events {
        // Of a setting that the engine cannot have
        std::function<void(const std::string& message)> on_warning;
        std::function<void(const std::string& name)> on_engine; // its name; before any outcome
        // In the order they come
        std::function<void(const EpdTask& task, EpdOutcome outcome)> on_outcome;
        // All engines are gone
        std::function<void()> on_end;
    };
    // What is referred to must outlive this.
    EpdRunner(boost::asio::io_context& context, const EpdEngines& engines, EpdTasks& tasks,
              const SearchLimits& limits, Events events);
    ~EpdRunner();

    // Starts the engines. The run ends when all positions are done and the engines gone, or when
    // the engine has failed to start `tries` times in a row.
    void start();
    void wake();   // there are positions again, or will not be any more
    void cancel(); // all engines quit; no further outcome is reported
    // Why the run ended early; empty when it did not.
    const std::string& failure() const { return failure_; }

  private:
    class Worker;
    void on_gone();
    bool has_ended() const;
    void end();
    void end_soon();
    void fail(const std::string& message);
    void warn(const std::string& message); // once, however many engines say so

    const EpdEngines& engines_;
    EpdTasks& tasks_;
    const SearchLimits& limits_;
    Events events_;
    bool named_ = false;
    bool cancelled_ = false;
    bool ended_ = false;
    std::string failure_;
    std::vector<std::string> warnings_;
    boost::asio::io_context& context_;
    std::vector<std::unique_ptr<Worker>> workers_;
};

} // namespace polyglot::tools

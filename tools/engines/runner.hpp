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
    int count = 1;                           // engines at once
    std::optional<int> hash_mb;              // option Hash
    std::optional<int> threads;              // the engine's thread option, whatever its name
    int tries = 3;                           // the limit of failed starts in a row
    const chess::Variant* variant = nullptr; // that is set; null for chess
};

// Provides the positions.
class EpdTasks {
  public:
    virtual ~EpdTasks() = default;
    // Returns the next task, which must keep its address until its outcome has been reported, or
    // null if there is none now.
    virtual const EpdTask* next() = 0;
    // Returns whether there may be another task later. If so, engines without a position wait for
    // EpdRunner::wake(); otherwise they quit.
    virtual bool may_have_more() const { return false; }
};

// Provides the tasks of a suite in order.
class EpdTaskList final : public EpdTasks {
  public:
    // The tasks must outlive this object.
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
        // Reports a setting that the engine does not support.
        std::function<void(const std::string& message)> on_warning;
        std::function<void(const std::string& name)> on_engine; // called before any outcome
        // Reports the outcomes in the order in which they arrive.
        std::function<void(const EpdTask& task, EpdOutcome outcome)> on_outcome;
        // Reports that all engines have ended.
        std::function<void()> on_end;
    };
    // All referenced objects must outlive this one.
    EpdRunner(boost::asio::io_context& context, const EpdEngines& engines, EpdTasks& tasks,
              const SearchLimits& limits, Events events);
    ~EpdRunner();

    // Starts the engines. The run ends when all positions are done and all engines have ended, or
    // when the engine has failed to start `tries` times in a row.
    void start();
    void wake();   // call it when there are positions again, or when no more will come
    void cancel(); // all engines quit; no further outcome is reported
    // Returns why the run ended early; empty if it did not.
    const std::string& failure() const { return failure_; }
    bool lacks_variant() const { return lacks_variant_; } // the reason is the engine's variants

  private:
    class Worker;
    void on_gone();
    bool has_ended() const;
    void end();
    void end_soon();
    void fail(const std::string& message);
    void fail_variant(const std::string& message);
    void warn(const std::string& message); // reports each message once for all engines

    const EpdEngines& engines_;
    EpdTasks& tasks_;
    const SearchLimits& limits_;
    Events events_;
    bool named_ = false;
    bool cancelled_ = false;
    bool ended_ = false;
    bool lacks_variant_ = false;
    std::string failure_;
    std::vector<std::string> warnings_;
    boost::asio::io_context& context_;
    std::vector<std::unique_ptr<Worker>> workers_;
};

} // namespace polyglot::tools

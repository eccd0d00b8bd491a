// One process of an engine in a growth run. It takes one search after the other and rests when the
// engine fails.
#pragma once
#include "tools/engines/runner.hpp"
#include "tools/growing/engine_health.hpp"
#include "tools/growing/given_back.hpp"
#include "tools/growing/move_by_move.hpp"
#include "tools/growing/run_options.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>

namespace polyglot::tools {

// Holds an engine of the run, shared by its slots.
struct RunningEngine {
    std::size_t number = 0; // in the order of the command line
    const GrowEngine& wanted;
    EngineHealth health;
    std::string name = "?";              // the name that it announces
    bool searches_move_by_move = false;  // it cannot exclude moves from a search
    std::vector<std::string> warnings{}; // those that have been shown
    std::uint64_t searched = 0, failed = 0;
};

class EngineSlot final : private EpdTasks {
  public:
    // Represents the run that owns the slot.
    class Owner {
      public:
        virtual ~Owner() = default;
        // Returns work without a job if there is none now.
        virtual GrowWork next_work(const RunningEngine& engine) = 0;
        virtual bool may_have_more() const = 0; // whether there may be work later
        virtual void on_searched(RunningEngine& engine, const GrowWork& work,
                                 const EpdOutcome& outcome) = 0;
        virtual void on_failed_search(RunningEngine& engine, GrowWork work,
                                      const EpdOutcome& outcome) = 0;
        // Reports that the engine has not begun, or that the run has been cancelled.
        virtual void on_not_searched(GrowWork work) = 0;
        virtual void on_health(const RunningEngine& engine, const EngineHealth::Change& change,
                               const std::string& reason) = 0;
        virtual void warn(RunningEngine& engine, const std::string& message) = 0;
        virtual void on_slot_over() = 0;
    };
    // All referenced objects must outlive this one.
    EngineSlot(boost::asio::io_context& context, RunningEngine& engine, std::size_t number,
               Owner& owner);

    void start();
    void wake();   // call it when there are searches again, or when no more will come
    void cancel(); // the engine quits; its search is given back
    bool is_over() const {
        return !running_ && (engine_.health.is_given_up() || !owner_.may_have_more());
    }

  private:
    const EpdTask* next() override;
    bool may_have_more() const override {
        return !engine_.health.is_given_up() && owner_.may_have_more();
    }
    const EpdTask* next_part();
    void on_outcome(const EpdOutcome& outcome);
    void finish(const EpdOutcome& outcome);
    void on_end();
    void take(const EngineHealth::Change& change, const std::string& reason);
    void rest(EngineHealth::Pause pause);

    boost::asio::io_context& context_;
    RunningEngine& engine_;
    const std::size_t number_;
    Owner& owner_;
    EpdEngines engines_;
    SearchLimits limits_; // of the current search
    GrowWork work_;
    std::optional<MoveByMove> parts_; // the parts of work_
    bool running_ = false;            // the runner has not ended
    bool resting_ = false;
    bool cancelled_ = false;
    boost::asio::steady_timer rest_;
    // The last member is destroyed first, and all callbacks end with it.
    std::unique_ptr<EpdRunner> runner_;
};

} // namespace polyglot::tools

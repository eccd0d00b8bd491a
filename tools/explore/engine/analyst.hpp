// Runs the engine beside the explorer: one process, which analyses the position that the page shows
// as long as the page asks. Test: analyst_test.cpp.
#pragma once
#include "adapter/session/shared/engine_options.hpp"
#include "config/settings.hpp"
#include "tools/engines/engine_client.hpp"
#include "tools/explore/engine/analysis.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/json/object.hpp>

namespace polyglot::tools {

struct AnalystTimes {
    std::chrono::milliseconds lease{10'000};        // a search ends if the page asks no more
    std::chrono::milliseconds keep{60'000};         // so does the process, this much later
    std::chrono::milliseconds before_checks{1'500}; // the search of all moves, at first
    std::chrono::milliseconds check{700};           // the search of one move, at most
    std::chrono::milliseconds patience{5'000};      // for an answer to `stop` and `isready`
};

// What a page wants.
struct AnalysisWish {
    AnalysedPosition position;
    int lines = 1;
    std::vector<EpdMove> check{}; // moves whose values are wanted
    std::string tab{};            // the page that asks
    bool takes_over = false;      // from another page
    bool again = false;           // also after a failure
};

// Rules:
// 1. The process starts at the first wish, and ends with the explorer or after `keep` without one.
// 2. A search of all moves runs without limit. Once, after `before_checks`, it pauses: each wished
//    move that is not among its lines is searched alone, as deep as the best line or for `check`.
// 3. One page at a time has the engine. Another one gets it by takes_over, or when the first has
//    not asked for `lease`.
// 4. An engine that crashes or hangs is started again once for a position. The second time, and if
//    it cannot be started at all, the error stays until `again`, or until another position.
class Analyst {
  public:
    static constexpr int most_lines = 10, usual_lines = 3;

    Analyst(boost::asio::io_context& context, config::Settings settings, AnalystTimes times = {});
    ~Analyst(); // kills an engine that still runs
    Analyst(const Analyst&) = delete;
    Analyst& operator=(const Analyst&) = delete;

    // Analyses the position of the wish. Returns false if another page has the engine.
    bool analyse(AnalysisWish wish);
    void stop(std::string_view tab); // has no effect if another page has the engine
    // Describes the state (tools/explore/API.md), or only the revision if it is `known`.
    boost::json::object answer(std::uint64_t known) const;
    // The command of the engine, for the page.
    std::string name() const;
    // Ends the process by its protocol, in bounded time, after which the context has no work of
    // this object.
    void end();

  private:
    // Off: no process. Stopping: `bestmove` is pending and will be discarded. Leaving: the process
    // has been asked to end.
    enum class State : std::uint8_t {
        Off,
        Starting,
        Idle,
        Preparing,
        Searching,
        Checking,
        Stopping,
        Leaving,
    };
    using Duration = std::chrono::milliseconds;

    void on_line(std::string_view line);
    void on_end(session::ExitCode status, const std::string& message);
    void on_started();
    void on_best_move();
    void on_overdue();
    void start();
    void restart_or_fail(const std::string& message);
    void fail(const std::string& message);
    void leave();
    void go_on();
    void prepare();
    void search();
    void check(const EpdMove& move);
    void halt(); // `stop`, whose answer go_on() follows
    // Returns the next move of the wish to be searched alone now.
    std::optional<EpdMove> next_check() const;
    bool set_variant();
    void send_position();
    bool is_searched(const AnalysisWish& wish) const;
    const char* state_name() const;
    bool has_lease() const;
    void renew_lease();
    void on_lease_end();
    void arm(boost::asio::steady_timer& timer, Duration time, std::function<void()> then);
    static void disarm(boost::asio::steady_timer& timer);
    void changed() { ++revision_; }

    boost::asio::io_context& context_;
    const config::Settings settings_;
    const AnalystTimes times_;
    const session::EngineOptions::Wanted no_lines_; // the session handles those of [Engine]

    State state_ = State::Off;
    std::optional<AnalysisWish> wish_; // nullopt: no search is wanted
    std::string owner_;                // the page that has the lease
    std::optional<std::chrono::steady_clock::time_point> lease_end_;
    std::optional<Analysis> analysis_; // of the last search
    std::optional<EpdMove> checked_;   // the move that is searched alone
    std::vector<EpdMove> without_;     // such moves, of which the engine has said nothing
    bool may_check_ = false;           // the first search has run for before_checks
    bool has_finished_ = false;        // the search of all moves has ended by itself
    int searched_lines_ = 0;           // MultiPV of the search
    std::string error_;                // why there is no analysis of the wish
    int failures_ = 0;                 // for the position of the wish
    bool was_started_ = false;         // the engine has once said what it is
    bool is_ending_ = false;           // end() was called
    std::string engine_name_;
    std::optional<session::EngineOptions> options_; // since this start
    bool chess960_ = false;
    const chess::Variant* variant_ = nullptr; // that was set
    std::uint64_t revision_ = 1;

    boost::asio::steady_timer lease_timer_, patience_timer_, check_timer_;
    std::unique_ptr<EngineClient> client_; // last, so that it is destroyed first
};

} // namespace polyglot::tools

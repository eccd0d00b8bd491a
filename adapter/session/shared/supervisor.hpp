// What is asked of the engine, in UCI even when its driver speaks xboard to it: which answers it owes, by when, and
// what a new process has to be told to stand where the old one stood.
#pragma once
#include "adapter/protocol/uci/go.hpp"
#include "adapter/protocol/uci/uci.hpp"
#include "adapter/session/shared/events.hpp"
#include "adapter/session/shared/running_search.hpp"
#include "config/settings.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace polyglot::session {

class Supervisor {
  public:
    explicit Supervisor(const config::Settings& settings) : settings_(settings) {}

    void on_asked(std::string_view line, TimePoint now); // every line for the engine, in UCI, but `go`
    void on_go(std::string_view line, const protocol::Go& go, TimePoint now);
    // Returns the search that a bestmove ends.
    std::optional<RunningSearch> on_said(protocol::UciReply reply, TimePoint now);
    // The search that the engine owes a bestmove for; null if it owes none.
    const RunningSearch* search() const { return search_ ? &*search_ : nullptr; }
    // From the engine, whatever it speaks. A search may say as much as it likes.
    void on_heard(std::size_t bytes, TimePoint now) {
        if (is_asked() || now - unasked_since_ > flood_time) {
            unasked_bytes_ = 0;
            unasked_since_ = now;
        }
        unasked_bytes_ += bytes;
    }
    void on_new_game() { restarts_ = 0; }

    // The engine has promised an answer by then.
    std::optional<TimePoint> deadline() const;
    // The promise that is broken now, in words ("says no readyok within 60 s"); it is told once. Nothing: all is well.
    std::optional<std::string> overdue(TimePoint now);
    // What the engine says is not heard, since the GUI does not read; no deadline passes meanwhile.
    void on_paused(bool paused, TimePoint now);
    // Behind all lines that were read together.
    void on_batch() { ++batch_; }
    // The line is the last bestmove once more, read together with that, and the search it would answer has begun in
    // between: no engine answers before it has been asked. (Who does not tell batches is never told so.)
    bool is_said_twice(std::string_view bestmove) const {
        return batch_ > 0 && search_ && search_->batch == batch_ && bestmove_batch_ == batch_ &&
               bestmove == last_bestmove_;
    }
    void on_bestmove(std::string_view bestmove) {
        last_bestmove_ = bestmove.substr(0, 100);
        bestmove_batch_ = batch_;
    }
    // Every isready is answered some time, or never: it has been told once that one is not.
    void forget_readyok() {
        if (!ready_by_ && !search_) owed_readyok_ = 0;
    }
    // It has said more than anybody can have asked for.
    bool floods() const { return !is_asked() && unasked_bytes_ > most_unasked_bytes; }

    bool may_restart() const { return restarts_ < settings_.restart_limit; }
    int on_restart() { return ++restarts_; } // how many in this game
    // For a new process that has said uciok: options, position and search as they are in force, with the time that is
    // left. Starts all deadlines anew.
    std::vector<std::string> briefing(TimePoint now);
    void on_replaced(TimePoint now); // the engine side has told a new process itself: all deadlines start anew
    void end_search(TimePoint now);  // it has its bestmove, or nobody waits for that any more

  private:
    static constexpr std::size_t most_unasked_bytes = 16 << 20; // in flood_time
    static constexpr std::chrono::seconds flood_time{10};
    static constexpr std::size_t most_option_bytes = 1 << 18;
    static constexpr std::size_t most_options = 1000;

    void on_set(std::string_view line, std::string_view arguments);
    void await_move(TimePoint now);
    void await_ready(TimePoint now);
    void end_count(TimePoint now);
    std::optional<std::chrono::milliseconds> budget() const;
    bool white_to_move() const;
    std::string resumed(TimePoint now) const;

    bool is_asked() const { return search_ || owed_readyok_ + owed_uciok_ > 0 || asked_something_else_; }

    const config::Settings& settings_;
    std::vector<std::pair<std::string, std::string>> options_; // name, line; in the order in which they were last set
    std::size_t option_bytes_ = 0;
    std::string debug_; // the last `debug …` line
    bool new_game_ = false;
    std::string position_; // the last line of its kind
    std::optional<RunningSearch> search_;
    std::string last_bestmove_;
    std::uint64_t batch_ = 0; // of what the engine has said
    std::uint64_t bestmove_batch_ = 0;
    int owed_readyok_ = 0;
    int owed_uciok_ = 0;
    std::size_t unasked_bytes_ = 0; // since the engine owes nothing, and since then
    TimePoint unasked_since_{};
    bool asked_something_else_ = false; // last, which may have any answer: `bench`, `go perft 6`
    bool counts_ = false;               // `go perft`, which takes any time, and nothing is due before its end
    int restarts_ = 0;                  // in this game

    std::optional<TimePoint> ready_by_, stop_by_, move_by_;
    std::optional<TimePoint> paused_since_;
};

} // namespace polyglot::session

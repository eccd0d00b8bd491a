// Follows the UCI lines for the engine, also if the engine side translates them to xboard: the search that runs, the
// answers that the engine owes and their deadlines, and the lines that bring a new process to where the old one was.
//
// What a UCI engine may miss is repeated, and is not sent together with the line before it:
// 1. isready: the rules of OwedReadyoks. A readyok never keeps a search from being started for longer than they allow.
// 2. stop: engines that look only at the first line of what they read (BBC, VICE) miss a stop that is sent together
//    with `go` or `ponderhit`. So a stop of ours that is due at the time of these lines follows `apart` later. Any stop
//    is repeated after `first_stop_pause`, then after pauses that double, at most `most_stops` times.
// 3. Some engines answer a stop with a bestmove although they do not search. After a repeated stop the next search
//    therefore waits for a readyok (is_settling()).
//
// The search (RunningSearch):
//
// search \ event | go         | ponderhit | stop     | bestmove | new process   | deadline passes
// none           | begins (1) | -         | -        | -        | -             | readyok is late
// thinking       | cannot be  | -         | stopping | none     | resumed (2)   | the move is late
// pondering      | cannot be  | thinking  | stopping | none     | `go` again    | -
// stopping       | cannot be  | -         | -        | none     | resumed, stop | stop again; late
//
// (1) Pondering after `go ponder`, otherwise thinking. `go perft` has no bestmove and is no search:
//     until the next readyok or bestmove no answer is late.
// (2) With the time that is left (resumed()).
// Late: ReadyTimeout, MoveOverrun, StopTimeout; what follows is the session's decision (overdue()).
// Transcripts: uci/two_go_*.txt, failure/restart_*.txt, xboard/readyok_behind_stop.txt.
#pragma once
#include "adapter/protocol/uci/go.hpp"
#include "adapter/protocol/uci/uci.hpp"
#include "adapter/session/shared/events.hpp"
#include "adapter/session/shared/owed_readyoks.hpp"
#include "adapter/session/shared/running_search.hpp"
#include "config/settings.hpp"
#include "core/chess/types.hpp"

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
    using Asker = OwedReadyoks::Asker;
    static constexpr std::chrono::milliseconds apart{10};
    static constexpr std::chrono::milliseconds first_stop_pause{500};
    static constexpr int most_stops = 8;

    explicit Supervisor(const config::Settings& settings) : settings_(settings) {}

    // Every line for the engine, in UCI. What it says is handed in where it is known.
    void on_asked(std::string_view line, protocol::UciCommand command, TimePoint now); // any but `go`
    void on_isready(Asker asker, TimePoint now);
    // A stop of ours, at the earliest when the search has lasted this long. Returns true if it is to be sent now; if
    // not, take_due_stop() returns true later.
    bool on_stop_wanted(std::chrono::milliseconds least_search, TimePoint now);
    // Nobody will play the bestmove of the search that runs.
    void abandon_search() {
        if (search_) search_->is_abandoned = true;
    }
    void on_position(std::string_view line, chess::Color side_to_move);
    void on_setoption(std::string_view line, const protocol::SetOption& set);
    void on_go(std::string_view line, const protocol::Go& go, TimePoint now);
    // Returns the search that a bestmove ends.
    std::optional<RunningSearch> on_said(protocol::UciReply reply, TimePoint now); // any but readyok
    // Returns false if no isready was sent that it could answer.
    bool on_readyok(TimePoint now);
    bool awaits_readyok() const { return !readyoks_.empty(); }
    bool has_answered_readyoks() const { return readyoks_.has_answered(); }
    // The oldest question that has been answered; nullopt if there is none.
    std::optional<OwedReadyoks::Answer> take_answered_readyok();
    bool is_settling() const { return readyoks_.has(Asker::Fence); } // rule 3
    // The search for which the engine owes a bestmove; null if there is none.
    const RunningSearch* search() const { return search_ ? &*search_ : nullptr; }
    // A line of the engine, in either protocol. Only lines without a pending answer are counted.
    void on_heard(std::size_t bytes, TimePoint now) {
        if (is_asked() || now - unasked_since_ > flood_time) {
            unasked_bytes_ = 0;
            unasked_since_ = now;
        }
        unasked_bytes_ += bytes;
    }
    // The same, of a process that has been briefed: it is alive.
    void on_sign_of_life(TimePoint now) { readyoks_.on_line(now, search_.has_value()); }
    void on_new_game() { restarts_ = 0; }

    // When the next answer is due.
    std::optional<TimePoint> deadline() const;
    // The deadline that has passed, in words ("says no readyok within 60 s"); each is returned once. Nullopt if none
    // has.
    std::optional<std::string> overdue(TimePoint now);
    std::optional<TimePoint> stop_due() const { return send_stop_at_; }
    // True if `stop`, `isready` is to be sent now, for the first time or once more.
    bool take_due_stop(TimePoint now);
    bool take_due_isready(TimePoint now);
    // True, once, after the search in which `uci` was sent: the engine may have missed it.
    bool take_missed_uci() { return std::exchange(uci_is_missed_, false); }
    // True, once, after a search for which stop was repeated: a Fence is to be asked for.
    bool take_needed_fence() { return std::exchange(needs_fence_, false); }
    // The side of an xboard engine repeats by rules of its own.
    void set_repeats(bool repeats) { repeats_ = repeats; }
    // The engine is not read while the GUI does not keep up; deadlines stand still meanwhile.
    void on_paused(bool paused, TimePoint now);
    // After all engine lines that were read together.
    void on_batch() { ++batch_; }
    // The line repeats the last bestmove and was read together with it, while the search that runs was asked after that
    // bestmove: an engine cannot answer a search before it is asked. (False for a caller that never calls on_batch().)
    bool is_said_twice(std::string_view bestmove) const {
        return batch_ > 0 && search_ && search_->batch == batch_ && bestmove_batch_ == batch_ &&
               bestmove == last_bestmove_;
    }
    void on_bestmove(std::string_view bestmove) {
        last_bestmove_ = bestmove.substr(0, 100);
        bestmove_batch_ = batch_;
    }
    bool white_to_move() const; // in the last position
    // Nothing is owed.
    bool is_idle() const { return !is_asked(); }
    // The engine may do something that is no search, and that `stop` may end: `go perft`, `bench`.
    bool may_run_something_else() const { return counts_ || runs_something_else_; }
    // The engine has written more than any command can have asked for.
    bool floods() const { return !is_asked() && unasked_bytes_ > most_unasked_bytes; }

    bool may_restart() const { return restarts_ < settings_.restart_limit; }
    int on_restart() { return ++restarts_; } // returns the number of restarts in this game
    // The lines for a new process that has said uciok: options, position, and the search with the time that is left.
    // Starts all deadlines anew.
    std::vector<std::string> briefing(TimePoint now);
    void on_replaced(TimePoint now); // the engine side has briefed a new process itself: all deadlines start anew
    void end_search(TimePoint now);  // the bestmove has come, or the search is given up

  private:
    static constexpr std::size_t most_unasked_bytes = 16 << 20; // within flood_time
    static constexpr std::chrono::seconds flood_time{10};
    static constexpr std::size_t most_option_bytes = 1 << 18;
    static constexpr std::size_t most_options = 1000;

    void await_move(TimePoint now);
    void await_ready(TimePoint now);
    void end_count(TimePoint now);
    std::optional<std::chrono::milliseconds> budget() const;
    std::string resumed(TimePoint now) const;

    bool is_asked() const { return search_ || !readyoks_.empty() || owed_uciok_ > 0 || asked_something_else_; }
    bool may_ask_again() const { return repeats_ && !search_ && !counts_; }
    void on_stop_wanted(TimePoint now);
    void on_stop_sent(TimePoint now);

    const config::Settings& settings_;
    std::vector<std::pair<std::string, std::string>> options_; // name, line; in the order of their last setting
    std::size_t option_bytes_ = 0;
    std::string debug_; // the last `debug …` line
    bool new_game_ = false;
    std::string position_;                     // the last `position …` line
    std::optional<chess::Color> side_to_move_; // in it; nullopt: not found out yet
    std::optional<RunningSearch> search_;
    std::string last_bestmove_;
    std::uint64_t batch_ = 0; // number of the batch of engine lines
    std::uint64_t bestmove_batch_ = 0;
    OwedReadyoks readyoks_;
    int owed_uciok_ = 0;
    bool uci_was_sent_in_search_ = false;
    bool uci_is_missed_ = false;
    std::size_t unasked_bytes_ = 0; // written since unasked_since_, while no answer was pending
    TimePoint unasked_since_{};
    bool asked_something_else_ = false; // the last line may have any answer: `bench`, `go perft 6`
    bool runs_something_else_ = false;  // perhaps: a line that is no UCI command was sent, and no readyok since
    bool counts_ = false;               // `go perft` runs for an unknown time; no other answer is due before its end
    int restarts_ = 0;                  // in this game

    bool repeats_ = true;
    std::optional<TimePoint> send_stop_at_; // for the running search: next
    int sent_stops_ = 0;
    std::chrono::milliseconds stop_pause_ = first_stop_pause;
    bool needs_fence_ = false;
    std::optional<TimePoint> ready_by_, stop_by_, move_by_;
    std::optional<TimePoint> paused_since_;
};

} // namespace polyglot::session

// Follows the UCI lines for the engine, also those that the engine side translates to xboard. It
// knows the search that runs, the answers that the engine owes with their deadlines, and the lines
// that bring a new process to the state of the old one.
//
// A line that a UCI engine may miss is repeated, and is not sent together with the line before it:
// 1. isready follows the rules of OwedReadyoks. A readyok never keeps a search from being started
//    for longer than they allow.
// 2. stop: engines that look only at the first line of what they read (BBC, VICE) miss a stop that
//    is sent together with `go` or `ponderhit`. So a stop of the adapter that is due at the time of
//    these lines is sent `apart` later. Any stop is repeated after `first_stop_pause`, then after
//    pauses that double, at most `most_stops` times.
// 3. Some engines answer a stop with a bestmove although they do not search. After a repeated stop
//    the next search therefore waits for a readyok (is_settling()).
//
// The search (RunningSearch), and what the GUI side's lines and the engine change in it:
//
// search \ event     | go (1)   | go ponder | ponderhit | stop
// none               | thinking | pondering | -         | -
// none, isready owed | thinking | pondering | -         | -
// thinking           | never    | never     | -         | stopping
// pondering          | never    | never     | thinking  | stopping
// stopping           | never    | never     | -         | -
//
// search \ event     | bestmove | new process (2)            | deadlines (3)
// none               | -        | -                          | -
// none, isready owed | -        | none: isready              | none: isready, late
// thinking           | none     | thinking: resumed-go       | thinking: late
// pondering          | none     | pondering: go              | -
// stopping           | none     | stopping: resumed-go, stop | stopping: stop, late
//
// (1) `go perft` has no bestmove and is no search: until the next readyok or bestmove no answer is
//     late.
// (2) The lines of briefing(); a resumed `go` has the time that is left (resumed()).
// (3) What goes out until nothing is due: an isready or a stop once more, as often as the rules
//     allow, then the report by overdue() that the answer is late (ReadyTimeout, MoveOverrun,
//     StopTimeout). The session decides what follows.
// supervisor_test.cpp drives the class through these tables.
// Transcripts: uci/two_go_*.txt, failure/restart_*.txt, xboard/readyok_after_stop.txt.
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

    // Call this for every line to the engine except `go`, in UCI; the parsed content is handed
    // in where it is known.
    void on_asked(std::string_view line, protocol::UciCommand command, TimePoint now);
    void on_isready(Asker asker, TimePoint now);
    // The adapter wants to stop the search, at the earliest when it has lasted this long. Returns
    // true if stop is to be sent now; if not, take_due_stop() returns true later.
    bool on_stop_wanted(std::chrono::milliseconds least_search, TimePoint now);
    // The bestmove of the search that runs will not be played.
    void abandon_search() {
        if (search_) search_->is_abandoned = true;
    }
    void on_position(std::string_view line, chess::Color side_to_move);
    void on_setoption(std::string_view line, const protocol::SetOption& set);
    void on_go(std::string_view line, const protocol::Go& go, TimePoint now);
    // Takes any reply but readyok. Returns the search that a bestmove ends.
    std::optional<RunningSearch> on_said(protocol::UciReply reply, TimePoint now);
    // Returns false if no isready was sent that it could answer.
    bool on_readyok(TimePoint now);
    bool awaits_readyok() const { return !readyoks_.empty(); }
    bool has_answered_readyoks() const { return readyoks_.has_answered(); }
    // Takes the oldest question that has been answered; nullopt if there is none.
    std::optional<OwedReadyoks::Answer> take_answered_readyok();
    bool is_settling() const { return readyoks_.has(Asker::Fence); } // rule 3
    // Returns the search for which the engine owes a bestmove; null if there is none.
    const RunningSearch* search() const { return search_ ? &*search_ : nullptr; }
    // Call this for every line of the engine, in either protocol. Only lines while no answer is
    // pending are counted.
    void on_heard(std::size_t bytes, TimePoint now) {
        if (is_asked() || now - unasked_since_ > flood_time) {
            unasked_bytes_ = 0;
            unasked_since_ = now;
        }
        unasked_bytes_ += bytes;
    }
    // Call this for every line of a process that has been briefed, since it shows that the
    // process is alive.
    void on_sign_of_life(TimePoint now) { readyoks_.on_line(now, search_.has_value()); }
    void on_new_game() { restarts_ = 0; }

    // Returns when the next answer or repetition is due.
    std::optional<TimePoint> deadline() const;
    // Describes the deadline that has passed ("says no readyok within 60 s"), each one once;
    // nullopt if none has.
    std::optional<std::string> overdue(TimePoint now);
    std::optional<TimePoint> stop_due() const { return send_stop_at_; }
    // Return true if `stop` or `isready` is to be sent now, for the first time or once more.
    bool take_due_stop(TimePoint now);
    bool take_due_isready(TimePoint now);
    // Returns true, once, after the search in which `uci` was sent, because the engine may have
    // missed it.
    bool take_missed_uci() { return std::exchange(uci_is_missed_, false); }
    // Returns true, once, after a search for which stop was repeated, which makes a Fence
    // necessary.
    bool take_needed_fence() { return std::exchange(needs_fence_, false); }
    // To be set to false for an xboard engine, whose side has other rules for repeating.
    void set_repeats(bool repeats) { repeats_ = repeats; }
    // The engine is not read while the GUI does not keep up; deadlines stand still meanwhile.
    void on_paused(bool paused, TimePoint now);
    // Call this after all engine lines that were read together.
    void on_batch() { ++batch_; }
    // Returns true if the line repeats the last bestmove and was read together with it, and the
    // `go` of the search that runs was sent after that bestmove: an engine cannot answer a search
    // before it is asked. Always false for a caller that never calls on_batch().
    bool is_said_twice(std::string_view bestmove) const {
        return batch_ > 0 && search_ && search_->batch == batch_ && bestmove_batch_ == batch_ &&
               bestmove == last_bestmove_;
    }
    void on_bestmove(std::string_view bestmove) {
        last_bestmove_ = bestmove.substr(0, 100);
        bestmove_batch_ = batch_;
    }
    bool white_to_move() const; // White is to move in the last position
    // The engine owes no answer.
    bool is_idle() const { return !is_asked(); }
    // The engine may be busy with something other than a search that `stop` may end: `go perft`,
    // `bench`.
    bool may_run_something_else() const { return counts_ || runs_something_else_; }
    // The engine has written more than any command can have asked for.
    bool floods() const { return !is_asked() && unasked_bytes_ > most_unasked_bytes; }

    bool may_restart() const { return restarts_ < settings_.restart_limit; }
    int on_restart() { return ++restarts_; } // returns the number of restarts in this game
    // Returns the lines for a new process that has said uciok: options, position, and the search
    // with the time that is left. All deadlines start again.
    std::vector<std::string> briefing(TimePoint now);
    // The engine side has briefed a new process; all deadlines start again.
    void on_replaced(TimePoint now);
    void end_search(TimePoint now); // the bestmove has come, or the search is given up

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

    bool is_asked() const {
        return search_ || !readyoks_.empty() || owed_uciok_ > 0 || asked_something_else_;
    }
    bool may_ask_again() const { return repeats_ && !search_ && !counts_; }
    void on_stop_wanted(TimePoint now);
    void on_stop_sent(TimePoint now);

    const config::Settings& settings_;
    // Name and line, in the order of their last setting.
    std::vector<std::pair<std::string, std::string>> options_;
    std::size_t option_bytes_ = 0;
    std::string debug_; // the last `debug …` line
    bool new_game_ = false;
    std::string position_;                     // the last `position …` line
    std::optional<chess::Color> side_to_move_; // in position_; nullopt until it is needed
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
    // The last line may have any number of answers: `bench`, `go perft 6`.
    bool asked_something_else_ = false;
    // It may: a line that is no UCI command was sent, and no readyok has come since.
    bool runs_something_else_ = false;
    // `go perft` runs for an unknown time; no other answer is due before its end.
    bool counts_ = false;
    int restarts_ = 0; // in this game

    bool repeats_ = true;
    std::optional<TimePoint> send_stop_at_; // the next `stop` for the running search
    int sent_stops_ = 0;
    std::chrono::milliseconds stop_pause_ = first_stop_pause;
    bool needs_fence_ = false;
    std::optional<TimePoint> ready_by_, stop_by_, move_by_;
    std::optional<TimePoint> paused_since_;
};

} // namespace polyglot::session

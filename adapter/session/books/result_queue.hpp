// The finished games whose results are to be written, each with the store that was in force when it
// ended. A game leaves the queue when it is written, or when it is kept in the file beside the
// store. It is lost only if that file cannot be written either, which is reported. Tests:
// learner_test.cpp, learner_waiting_test.cpp.
#pragma once
#include "core/book/learn_store.hpp"

#include <chrono>
#include <cstddef>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace polyglot::session {

// Why games are left in the waiting file at the adapter's end although the store took some.
constexpr std::string_view no_time_for_rest = "many games wait there";

class ResultQueue {
  public:
    using Store = std::shared_ptr<book::LearnStore>;
    using TimePoint = std::chrono::steady_clock::time_point;

    void at(TimePoint now) { now_ = now; } // the time of the following calls

    // why is the source of the result, for the log. failure is that of a store that has failed, for
    // which the game is only to be kept. keeps_first: the store takes games from the file beside it
    // only, so that they do not wait in memory.
    void add(book::LearntGame game, std::string why, Store store, std::string failure,
             bool keeps_first = false);
    std::size_t size() const { return waiting_.size(); }

    struct Written {
        int half_points = 0;
        std::size_t moves = 0;
        std::string why;
    };
    struct Refusal { // by a store that is busy or has failed
        Store store;
        std::string why;
    };
    // Games that a store has not taken.
    struct Unwritten {
        Refusal by;
        std::size_t games = 0;
        std::string file;     // the file that keeps them; empty if they are lost
        std::string why_lost; // the reason if they are lost
    };
    struct Attempt {
        std::vector<Written> written;
        std::vector<Refusal> failed; // stores that have failed in this call
        // Games for stores that have failed; in write_at_last(), also for busy ones.
        std::vector<Unwritten> unwritten;
        std::vector<Unwritten> postponed; // games that are now in the files beside busy stores
        // Games that only this process has, because the file cannot be written. Each reason comes
        // once; they are tried again.
        std::vector<Unwritten> unkept;
        std::size_t taken_in = 0; // number of games that were postponed before
    };
    // Writes at most most_games, but none for the store `closed`. Games of a store that other
    // programs keep busy for longer than patience stay in the queue. They do not delay those of
    // another store, and one call waits only for the first such store. After a second they are
    // postponed, so that a kill of this process does not lose them. Games of a store that fails are
    // kept.
    Attempt write(std::chrono::milliseconds patience, std::size_t most_games, const Store& closed);
    // Call this before the adapter ends. Waits for other programs, in bounded time, and leaves
    // nothing in the queue.
    Attempt write_at_last();

    void fail(const Refusal& refusal); // from now on games for this store are only kept
    void forget(const Store& store);   // drops its games, but not those in the file
    // Games for one store become those for another one.
    void move(const Store& from, const Store& to);
    bool has_postponed(const Store& store) const;
    void on_taken_in(const Store& store); // the file beside it has no games left

  private:
    struct Waiting {
        book::LearntGame game;
        std::string why;
        Store store;
        TimePoint ended;
        std::string failure; // why the store has failed; the game is only to be kept
        bool keeps_first = false;
    };
    std::chrono::seconds age_of(const Waiting& waiting) const;
    std::vector<Refusal> write_waiting(std::chrono::milliseconds patience, std::size_t most,
                                       const Store& closed, Attempt& attempt);
    bool has_waited_long(const Store& store) const;
    Unwritten keep(const Store& store, const std::string& failure,
                   std::chrono::milliseconds patience);
    void postpone_in_play(const Refusal& busy, Attempt& attempt);
    Unwritten postpone(const Refusal& busy, std::chrono::milliseconds patience);
    void keep_failed(std::chrono::milliseconds patience, bool is_last, Attempt& attempt);

    std::deque<Waiting> waiting_;
    std::vector<Unwritten> postponed_;
    std::string unkept_for_; // the last reason of unkept
    TimePoint now_{};
};

} // namespace polyglot::session

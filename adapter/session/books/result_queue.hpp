// Finished games whose results are to be written, each with the store that was in force when it ended. A game leaves
// the queue when it is written, or when it is in the file that keeps it beside the store; it is lost only if that file
// cannot be written either, which is reported.
#pragma once
#include "core/book/learn_store.hpp"

#include <chrono>
#include <cstddef>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace polyglot::session {

class ResultQueue {
  public:
    using Store = std::shared_ptr<book::LearnStore>;
    using TimePoint = std::chrono::steady_clock::time_point;

    void at(TimePoint now) { now_ = now; } // of the calls that follow

    // why: the source of the result, for the log. failure: of a store that has failed; the game is only to be kept.
    void add(book::LearntGame game, std::string why, Store store, std::string failure);
    std::size_t size() const { return waiting_.size(); }

    struct Written {
        int half_points = 0;
        std::size_t moves = 0;
        std::string why;
    };
    struct Refusal { // by a store that is busy, or has failed
        Store store;
        std::string why;
    };
    // Games that a store has not taken.
    struct Unwritten {
        Refusal by;
        std::size_t games = 0;
        std::string file;     // that they are kept in; empty: they are lost, …
        std::string why_lost; // … for this reason
    };
    struct Attempt {
        std::vector<Written> written;
        std::vector<Refusal> failed;      // stores, now
        std::vector<Unwritten> unwritten; // for stores that have failed; at last, also for busy ones
        std::vector<Unwritten> postponed; // to the files beside busy stores
        std::size_t taken_in = 0;         // games that were postponed before
    };
    // Writes at most most_games, but none for the store `closed`. Games of a store that others keep busy for longer
    // than patience stay; they hold up no other store's, and in one call only the first such store is waited for. After
    // a second they are postponed, so that a kill of this process does not lose them. Games of a store that fails are
    // kept.
    Attempt write(std::chrono::milliseconds patience, std::size_t most_games, const Store& closed);
    // Before the adapter ends: waits for others, in bounded time, and leaves nothing in the queue.
    Attempt write_at_last();

    void fail(const Refusal& refusal);             // games for this store are only to be kept
    void forget(const Store& store);               // its games, but not those in the file
    void move(const Store& from, const Store& to); // games for one store are for another one now
    bool has_postponed(const Store& store) const;
    void on_taken_in(const Store& store); // nothing is left in the file beside it

  private:
    struct Waiting {
        book::LearntGame game;
        std::string why;
        Store store;
        TimePoint ended;
        std::string failure; // of the store: the game is only to be kept
    };
    std::chrono::seconds age_of(const Waiting& waiting) const;
    std::vector<Refusal> write_waiting(std::chrono::milliseconds patience, std::size_t most, const Store& closed,
                                       Attempt& attempt);
    bool has_waited_long(const Store& store) const;
    Unwritten keep(const Store& store, const std::string& failure, std::chrono::milliseconds patience);
    Unwritten postpone(const Refusal& busy, std::chrono::milliseconds patience);
    void keep_failed(std::chrono::milliseconds patience, bool is_last, Attempt& attempt);

    std::deque<Waiting> waiting_;
    std::vector<Unwritten> postponed_;
    TimePoint now_{};
};

} // namespace polyglot::session

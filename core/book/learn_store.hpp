// Where the results of our games are kept: in the book's learn fields or in a separate file. The
// caller supplies the moves; storage/stores writes them.
#pragma once
#include "core/book/book.hpp"
#include "core/chess/position.hpp"
#include "core/result.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace polyglot::book {

// One of our moves that the book has in this position.
struct LearntMove {
    chess::Position position; // before the move
    chess::Move move;
};

struct LearntGame {
    std::vector<LearntMove> moves; // in the order in which they were played
    int half_points = 0;           // ours: 2 win, 1 draw, 0 loss
    std::string engine;            // names as they are known; may be empty
    std::string opponent;
    std::chrono::seconds age{0}; // since it ended
};

// Whose results count when the book is asked.
struct LearnScope {
    enum class Per : std::uint8_t { All, Engine, Opponent } per = Per::Engine;
    std::string engine;
    std::string opponent;
};

// What one step of forgetting has done.
struct Forgotten {
    std::size_t moves = 0;  // that had results
    std::size_t locked = 0; // that others keep locked: their results stay
    std::uint64_t next = 0; // where the next step begins; 0: all is done
};

// What one step of taking in has done: games that could not be written when they ended, and now
// have been.
struct TakenIn {
    std::size_t games = 0;
    std::size_t moves = 0; // results written
    // Moves of these games that the store has no place for, as the book has changed
    std::size_t left_out = 0;
    bool has_more = false; // games still wait
    // What stays in the file because it is no game, for the user; empty: nothing
    std::string problem{};
};

class LearnStore {
  public:
    LearnStore() = default;
    LearnStore(const LearnStore&) = delete;
    LearnStore& operator=(const LearnStore&) = delete;
    virtual ~LearnStore() = default;

    // How long each call may wait for others that keep the store busy; 0, in play: not at all.
    void set_patience(std::chrono::milliseconds patience) { patience_ = patience; }
    std::chrono::milliseconds patience() const { return patience_; }

    // Adds one result to each of the moves; how many were written. Other processes see it at once.
    virtual Result<std::size_t> record(const LearntGame& game) = 0;
    // After an error of record(): the results of this many moves, the first ones of the game, are
    // in the store all the same. Of a store that writes a game as a whole: 0.
    virtual std::size_t written() const { return 0; }
    // The last error of record(), keep(), take_in() or forget() was that others kept the store
    // busy, and nothing was written.
    virtual bool may_try_again() const { return false; }
    // Keeps games that cannot be written, all of them or none, until take_in() of this or another
    // process writes them. Returns the name of the file that they are in.
    virtual Result<std::string> keep(const std::vector<LearntGame>& /*games*/) {
        return make_error("there is no file for games that wait");
    }
    // keep() of this or another process has been called, and not everything has been taken in.
    virtual bool has_kept() const { return false; }
    // Writes a few of the games that were kept, at most this many, each of them once whatever
    // process is killed meanwhile. A game that cannot be written stays kept.
    virtual Result<TakenIn> take_in(std::size_t /*most_games*/) { return TakenIn{}; }
    // Replaces what these entries of the position say of results by what the store has; the learn
    // fields of the book are there already.
    virtual void recall(const chess::Position& position, const LearnScope& scope,
                        std::vector<Entry>& entries) const = 0;
    // Forgets a bounded number of the results in the scope (of a book's learn fields: of all), from
    // where the last step has stopped (first 0), within milliseconds. After an error what earlier
    // steps have forgotten stays forgotten.
    virtual Result<Forgotten> forget(const LearnScope& scope, std::uint64_t from) = 0;
    // All steps, one after the other.
    Result<Forgotten> reset(const LearnScope& scope);

  private:
    std::chrono::milliseconds patience_{1000};
};

struct OpenedLearnStore {
    std::shared_ptr<LearnStore> store; // none: results cannot be kept
    std::string description;           // for the log: "results go to /path/learn.db"
    std::string warning;               // for the GUI's user; empty when all is well
};

} // namespace polyglot::book

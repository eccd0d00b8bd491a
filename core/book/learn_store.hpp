// Where the results of our games are kept: in the book's learn fields or in a separate file. The caller supplies the
// moves; storage/stores writes them.
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

class LearnStore {
  public:
    LearnStore() = default;
    LearnStore(const LearnStore&) = delete;
    LearnStore& operator=(const LearnStore&) = delete;
    virtual ~LearnStore() = default;

    // How long record() and forget() may wait for others that keep the store busy; 0, in play: not at all.
    void set_patience(std::chrono::milliseconds patience) { patience_ = patience; }
    std::chrono::milliseconds patience() const { return patience_; }

    // Adds one result to each of the moves; how many were written. Other processes see it at once. After an error some
    // moves of a book's learn fields may have been written, of a side store none.
    virtual Result<std::size_t> record(const LearntGame& game) = 0;
    // The last error of record() or forget() was that others kept the store busy, and nothing was written.
    virtual bool may_try_again() const { return false; }
    // Replaces what these entries of the position say of results by what the store has; the learn fields of the book
    // are there already.
    virtual void recall(const chess::Position& position, const LearnScope& scope,
                        std::vector<Entry>& entries) const = 0;
    // Forgets a bounded number of the results in the scope (of a book's learn fields: of all), from where the last step
    // has stopped (first 0), within milliseconds. After an error what earlier steps have forgotten stays forgotten.
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

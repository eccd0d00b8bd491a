// Stores the results of our games: in the book's learn fields or in a separate file. The caller
// supplies the moves; the classes in storage/stores write them.
#pragma once
#include "core/book/book.hpp"
#include "core/chess/position.hpp"
#include "core/chess/variants/position.hpp"
#include "core/result.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace polyglot::book {

// One of our moves that is in the book for its position. core/book/variants/learnt.hpp says what
// stores have for it.
struct LearntMove {
    chess::Position position; // before the move
    chess::Move move;         // in a variant the one that stands in (core/chess/variants/stand_in)
    // The position in a game of a variant, for which the other one means nothing.
    std::optional<chess::VariantPosition> in_variant{};
};

struct LearntGame {
    std::vector<LearntMove> moves; // in the order in which they were played
    int half_points = 0;           // ours: 2 win, 1 draw, 0 loss
    std::string engine;            // names as far as known; may be empty
    std::string opponent;
    std::chrono::seconds age{0}; // since it ended
};

// Selects the results that count when the book is asked: all, those of this engine, or those
// against this opponent.
struct LearnScope {
    enum class Per : std::uint8_t { All, Engine, Opponent } per = Per::Engine;
    std::string engine;
    std::string opponent;
};

// Says what one step of forget() has done.
struct Forgotten {
    std::size_t moves = 0;  // moves whose results were forgotten
    std::size_t locked = 0; // moves whose results stay because another process holds a lock
    std::uint64_t next = 0; // where the next step begins; 0: finished
};

// What one step of take_in() has done: it writes games that could not be written when they ended.
struct TakenIn {
    std::size_t games = 0;
    std::size_t moves = 0; // results written
    // Moves of these games that the store has no place for because the book has changed.
    std::size_t left_out = 0;
    bool has_more = false; // games still wait
    // What stays in the file because it is not a game, as a message for the user; empty if there is
    // nothing of the kind.
    std::string problem{};
};

class LearnStore {
  public:
    LearnStore() = default;
    LearnStore(const LearnStore&) = delete;
    LearnStore& operator=(const LearnStore&) = delete;
    virtual ~LearnStore() = default;

    // Sets how long each call may wait for other processes that keep the store busy. 0, the value
    // in play: it does not wait.
    void set_patience(std::chrono::milliseconds patience) { patience_ = patience; }
    std::chrono::milliseconds patience() const { return patience_; }

    // Adds one result to each of the moves and returns how many were written. Other processes see
    // them at once.
    virtual Result<std::size_t> record(const LearntGame& game) = 0;
    // Returns, after an error of record(), how many moves of the game, counted from the first, have
    // their results in the store nevertheless. 0 for a store that writes a game as a whole.
    virtual std::size_t written() const { return 0; }
    // True if the last error of record(), keep(), take_in() or forget() had this cause: another
    // process kept the store busy, and nothing was written.
    virtual bool may_try_again() const { return false; }
    // Keeps games that cannot be written, all of them or none, until take_in() of this or another
    // process writes them. Returns the name of the file that holds them.
    virtual Result<std::string> keep(const std::vector<LearntGame>& /*games*/) {
        return make_error("there is no file for games that wait");
    }
    // True if keep() of this or another process has been called and take_in() has not yet written
    // everything.
    virtual bool has_kept() const { return false; }
    // Writes a few of the games that were kept, at most this many. Each is written once, whichever
    // process is killed meanwhile. A game that cannot be written stays kept.
    virtual Result<TakenIn> take_in(std::size_t /*most_games*/) { return TakenIn{}; }
    // Replaces the results in these entries of the position by those in the store. A store in the
    // book's learn fields leaves them as they are.
    virtual void recall(const chess::Position& position, const LearnScope& scope,
                        std::vector<Entry>& entries) const = 0;
    // The same in a variant, with moves that stand in for those of the variant.
    virtual void recall_variant(const chess::VariantPosition& position, const LearnScope& scope,
                                std::vector<Entry>& entries) const = 0;
    // True if the last recall() has set no results because they are still on their way.
    virtual bool is_asking() const { return false; }
    // A new game begins, for which results are asked for again.
    virtual void forget_answers() {}
    // Forgets a bounded number of the results in the scope, within milliseconds. `from` is 0 at
    // first, then Forgotten::next of the last step. The learn fields of a book have no scopes: all
    // of them are forgotten. After an error, what earlier steps have forgotten stays forgotten.
    virtual Result<Forgotten> forget(const LearnScope& scope, std::uint64_t from) = 0;
    // Calls forget() until it has finished, and returns the sum of its steps.
    Result<Forgotten> reset(const LearnScope& scope);

  private:
    std::chrono::milliseconds patience_{1000};
};

struct OpenedLearnStore {
    std::shared_ptr<LearnStore> store; // null: results cannot be kept
    std::string description;           // for the log: "results go to /path/learn.db"
    std::string warning;               // for the user of the GUI; empty if there is none
};

// Sets the results of all entries to none.
void clear_results(std::vector<Entry>& entries);

} // namespace polyglot::book

// Finds the continuations of a book in a position: its moves with shares, each move once.
#pragma once
#include "core/book/book.hpp"
#include "core/book/learn_store.hpp"
#include "core/book/selection.hpp"
#include "core/chess/position.hpp"
#include "tools/books/sources/grown_file.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace polyglot::tools {

struct Branch {
    chess::Move move; // null when it is not legal here
    // This is the SAN, or the squares of an illegal move, or "?" if the format does not store them.
    std::string name;
    // False for a reply that is not in the book but leads back to a position of it.
    bool of_book = true;
    std::uint64_t weight = 0;
    // This is the share of all weight in this position. Replies that are not in the book have equal
    // shares.
    double share = 0;
    std::optional<int> priority; // Arena
    std::optional<book::GameCounts> games;
    std::uint32_t learnt_games = 0, learnt_half_points = 0;
    // Learn fields that are not results; for programs only.
    std::uint32_t learn_count = 0, learn_sum = 0;
    std::optional<book::Evaluation> value{}; // of the move, for White: a store of grow-book
    // Only for a store of grow-book: the position after the move is being searched.
    bool searched_now = false;
};

// Adds an entry with its result of the choice to a branch, which may already contain another entry
// of the same move.
void add_entry(Branch& branch, const book::Entry& entry, const book::Candidate& candidate,
               bool has_results);

struct BranchSource {
    std::shared_ptr<const book::Book> opened;   // of the format, for what only it knows
    std::shared_ptr<const book::Book> quick;    // the same, fit for walking (with_key_filter)
    std::shared_ptr<const book::Book> weighted; // the same with a weight for each move
    // The results are read from this store instead of the book; may be null.
    std::shared_ptr<const book::LearnStore> store{};
    // The file that holds the learn fields if that is not `opened`.
    std::shared_ptr<const book::Book> file{};
    const GrownFile* grown = nullptr; // opened, if it is a store of grow-book
};

class Branches {
  public:
    explicit Branches(BranchSource source);

    // Returns the moves by descending share; moves of equal share keep the order of the book.
    // Entries of the same move become one branch. If the book has no move here, returns the replies
    // that lead to positions in which it has one, so that books for one side can be followed.
    std::vector<Branch> of(const chess::Position& position) const;
    // Returns whether of() is not empty, but in less time.
    bool any(const chess::Position& position) const;
    std::optional<book::Evaluation> value_of(const chess::Position& position) const;

  private:
    std::vector<Branch> moves_of(const chess::Position& position) const;
    std::vector<Branch> replies(const chess::Position& position) const;
    bool has_moves(const chess::Position& position) const;
    void look_at_search(const chess::Position& position, const book::Entry& entry,
                        Branch& branch) const;
    void name_illegal(const chess::Position& position, const std::vector<book::Entry>& entries,
                      std::vector<Branch>& branches) const;

    BranchSource source_;
    std::shared_ptr<const GrownFile> grown_; // with all moves; null for other books
    bool has_results_ = false;               // learn fields are games and half-points
};

} // namespace polyglot::tools

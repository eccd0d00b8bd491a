// Where a book goes on from a position: its moves with shares, each move once.
#pragma once
#include "core/book/book.hpp"
#include "core/book/learn_store.hpp"
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
    // SAN; of an illegal move its squares, or "?" where the format does not keep them
    std::string name;
    // False: a reply that the book does not have, which leads back to what it knows
    bool of_book = true;
    std::uint64_t weight = 0;
    // Of all weight here; of replies that the book does not have: as if all were alike
    double share = 0;
    std::optional<int> priority; // Arena
    std::optional<book::GameCounts> games;
    std::uint32_t learnt_games = 0, learnt_half_points = 0;
    std::uint32_t learn_count = 0, learn_sum = 0; // fields that are not results: for programs
    std::optional<book::Evaluation> value{};      // of the move, for White: a store of grow-book
    bool searched_now = false;                    // as well: the position after it
};

struct BranchSource {
    std::shared_ptr<const book::Book> opened;   // of the format, for what only it knows
    std::shared_ptr<const book::Book> quick;    // the same, fit for walking (with_key_filter)
    std::shared_ptr<const book::Book> weighted; // the same with a weight for each move
    // Results from here instead of from the book; may be null
    std::shared_ptr<const book::LearnStore> store{};
    // Whose learn fields they are, where opened is not the file
    std::shared_ptr<const book::Book> file{};
    const GrownFile* grown = nullptr; // opened, if it is a store of grow-book
};

class Branches {
  public:
    explicit Branches(BranchSource source);

    // By falling share, of equal ones in the order of the book. Entries of the same move are one
    // branch. Where the book has no move, the replies that lead to positions in which it has some:
    // books for one side are followed so.
    std::vector<Branch> of(const chess::Position& position) const;
    // of() is not empty, in less time.
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

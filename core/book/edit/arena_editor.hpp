// The tree of an Arena book, as a person changes it: docs/edit-book.md.
#pragma once
#include "core/book/arena/record.hpp"
#include "core/chess/position.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace polyglot::book {

// Edits a position in all places of the tree where it stands. Records keep their numbers: a new one
// is appended, and a deleted one is marked as Arena marks it (where the file uses the mark for
// something else, it is taken out of the list of its siblings). So a record that is not edited
// keeps its bytes, damage included; damaged pointers are not followed, and a list that ends with
// one ends there.
class ArenaEditor {
  public:
    explicit ArenaEditor(AbkTree tree);

    const AbkTree& tree() const { return tree_; }
    // The moves of a position, those of all its places as one, as AbkBook has them.
    std::vector<AbkMove> moves(const chess::Position& position) const;
    bool reaches(const chess::Position& position) const; // some line leads to it
    std::uint64_t count_moves() const { return lines_.size() - 1; }

    // What a move has in all places together. Without effect if the book does not have the move.
    void set_priority(const chess::Position& position, chess::Move move, std::uint8_t priority);
    // Games won and lost keep their ratio to the games; each place keeps its part of them.
    void set_games(const chess::Position& position, chess::Move move, std::uint32_t games);
    void set_counts(const chess::Position& position, chess::Move move, const GameCounts& counts);
    // The book must reach the position and not have the move. In each place where the position has
    // moves, or else after the shortest line to it; without games.
    void add(const chess::Position& position, chess::Move move, std::uint8_t priority);
    // With the variations that follow, as in Arena. Those of a position that another line reaches
    // are moved there if the position would have no moves otherwise. before: called with each
    // position that might lose moves by it, while it still has them.
    using Before = std::function<void(const chess::Position&)>;
    void remove(const chess::Position& position, chess::Move move, const Before& before);

  private:
    struct Line {               // one that leads to a position
        std::uint32_t last = 0; // its last record, or root
        std::uint32_t plies = 0;
    };
    struct Lost {                 // a record whose line is deleted
        chess::Position position; // after its move
        std::uint32_t record = 0, plies = 0;
        bool moved = false; // in the tree again
    };
    static constexpr std::uint32_t root = AbkRecord::none; // the line without a move

    std::uint32_t first_reply(std::uint32_t record) const; // a place in records, or AbkRecord::none
    std::uint32_t next_sibling(std::uint32_t record) const;
    // Null: illegal or deleted
    chess::Move move_of(std::uint32_t record, const chess::Position& position) const;
    // Shortest first
    std::vector<Line> lines_to(const chess::Position& position) const;
    std::vector<std::uint32_t> records_of(const chess::Position& position, chess::Move move) const;
    void forget(std::uint64_t key, std::uint32_t record);
    void enter(const chess::Position& position, std::uint32_t record, std::uint32_t plies);
    bool has_moves(const Line& line, const chess::Position& position) const;
    void attach(const Line& line, std::uint32_t list);
    void take_out(std::uint32_t record, std::uint32_t parent);
    void leave(const chess::Position& after, std::uint32_t record, std::uint32_t plies,
               const Before& before, std::vector<Lost>& lost);
    bool move_up(std::vector<Lost>& lost, std::size_t at);
    void count_records();

    AbkTree tree_;
    AbkMarks marks_;
    // Records with pointers that are not followed
    std::unordered_set<std::uint32_t> cut_replies_, cut_siblings_;
    // By the key of the position they lead to
    std::unordered_multimap<std::uint64_t, Line> lines_;
};

} // namespace polyglot::book

// Edits the tree of an Arena book for edit-book and explore (docs/edit-book.md).
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

// Edits a position in all places of the tree where it stands. Records keep their numbers: a new
// record is appended, and a deleted one is marked as Arena marks it. If the file uses the field of
// the mark for something else, the deleted record is unlinked from its siblings instead. A record
// that is not edited keeps its bytes, damage included. Damaged pointers are not followed; a list
// ends at a damaged pointer. tests/unit/core/book/edit/arena_editor_test.cpp shows each edit.
class ArenaEditor {
  public:
    explicit ArenaEditor(AbkTree tree);

    const AbkTree& tree() const { return tree_; }
    // Returns the moves of a position, those of all its places merged as in AbkBook.
    std::vector<AbkMove> moves(const chess::Position& position) const;
    bool reaches(const chess::Position& position) const; // some line of the tree leads to it
    std::uint64_t count_moves() const { return lines_.size() - 1; }

    // Each setter changes the total of a move over all places. It has no effect if the book does
    // not have the move.
    void set_priority(const chess::Position& position, chess::Move move, std::uint8_t priority);
    // Games won and lost keep their ratio to the games, and each place keeps its part of them.
    void set_games(const chess::Position& position, chess::Move move, std::uint32_t games);
    void set_counts(const chess::Position& position, chess::Move move, const GameCounts& counts);
    // Adds a move without games in each place where the position has moves; if there is no such
    // place, after the shortest line to the position. Requires a position that the book reaches and
    // a move that it does not have.
    void add(const chess::Position& position, chess::Move move, std::uint8_t priority);
    // Removes a move with the variations after it, as Arena does. If another line reaches a
    // position in these variations and the position would be left without moves, its moves are
    // attached to that line. `before` is called with each position that might lose moves, while it
    // still has them.
    using Before = std::function<void(const chess::Position&)>;
    void remove(const chess::Position& position, chess::Move move, const Before& before);

  private:
    struct Line {               // a line that leads to a position
        std::uint32_t last = 0; // its last record, or root
        std::uint32_t plies = 0;
    };
    struct Lost {                 // a record whose line is deleted
        chess::Position position; // position after the record's move
        std::uint32_t record = 0, plies = 0;
        bool moved = false; // in the tree again
    };
    static constexpr std::uint32_t root = AbkRecord::none; // the line without a move

    std::uint32_t first_reply(std::uint32_t record) const; // a place in records, or AbkRecord::none
    std::uint32_t next_sibling(std::uint32_t record) const;
    // Null if the move is illegal or deleted.
    chess::Move move_of(std::uint32_t record, const chess::Position& position) const;
    // Returns the shortest line first.
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
    // Records whose pointers are damaged and therefore not followed.
    std::unordered_set<std::uint32_t> cut_replies_, cut_siblings_;
    // Lines by the key of the position that they lead to.
    std::unordered_multimap<std::uint64_t, Line> lines_;
};

} // namespace polyglot::book

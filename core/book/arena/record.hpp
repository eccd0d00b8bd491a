// Decodes a record of an Arena book: its move, and whether it is deleted
// (docs/formats/arena-abk.md). Test: record_test.cpp.
#pragma once
#include "core/book/arena/abk.hpp"
#include "core/chess/position.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>

namespace polyglot::book {

// Returns the record's move as a .bin book writes it; nullopt if squares or promotion are invalid.
std::optional<std::uint16_t> raw_move_of(const AbkRecord& record);
// Returns the record's move; null if it is not legal in the position. Ignores the mark of deletion.
chess::Move abk_move_of(const AbkRecord& record, const chess::Position& position);
// Returns a record of this move, with priority 0 and without games and pointers.
AbkRecord abk_record_of(chess::Move move);

// The mark of deletion: a 1 in the field named ply count. A file that has greater numbers there
// holds ply counts and no marks. A 1 is no mark either if the header counts all records as moves.
class AbkMarks {
  public:
    explicit AbkMarks(const AbkTree& tree);

    // True if a 1 is a mark in this file, also when no record is marked yet.
    bool is_used() const { return used_; }
    std::size_t count() const { return deleted_; } // marked records, anywhere in the file
    bool is_deleted(const AbkRecord& record) const { return used_ && record.ply == mark; }
    // Marks the record. Requires is_used(), and a record that is not marked.
    void mark_as_deleted(AbkRecord& record);

  private:
    static constexpr std::uint32_t mark = 1;

    bool used_ = true;
    std::size_t deleted_ = 0;
};

} // namespace polyglot::book

// What a record of an Arena book says: its move, and whether it is deleted
// (docs/formats/arena-abk.md).
#pragma once
#include "core/book/arena/abk.hpp"
#include "core/chess/position.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>

namespace polyglot::book {

// The record's move as in a .bin book; nullopt if the squares or the promotion are invalid.
std::optional<std::uint16_t> raw_move_of(const AbkRecord& record);
// Null if it is not legal in the position. The mark of deletion is not looked at.
chess::Move abk_move_of(const AbkRecord& record, const chess::Position& position);
// A record of this move, of priority 0, without games and pointers.
AbkRecord abk_record_of(chess::Move move);

// The mark of deletion: 1 in the field that is called ply count. A file that has greater numbers
// there has ply counts and no marks; and where the header counts all records as moves, a 1 is no
// mark either.
class AbkMarks {
  public:
    explicit AbkMarks(const AbkTree& tree);

    // Also true without a marked record: one may be marked
    bool is_used() const { return used_; }
    std::size_t count() const { return deleted_; } // marked records, anywhere in the file
    bool is_deleted(const AbkRecord& record) const { return used_ && record.ply == mark; }
    // Only where marks are used, and for a record that has none.
    void mark_as_deleted(AbkRecord& record);

  private:
    static constexpr std::uint32_t mark = 1;

    bool used_ = true;
    std::size_t deleted_ = 0;
};

} // namespace polyglot::book

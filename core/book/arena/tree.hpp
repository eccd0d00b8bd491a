// Walks the tree of an Arena book from the start position: finds the records that belong to it, and
// the damage (docs/formats/arena-abk.md).
#pragma once
#include "core/book/arena/abk.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>

namespace polyglot::book {

enum class AbkDamage : std::uint8_t {
    HeaderMoves,      // the header states a wrong number of moves
    HeaderImportance, // is over 15
    HeaderPerCent,    // a minimum is over 100 %
    HeaderGames,      // a minimum is over 99,999 games
    Pointer,          // leads to no record
    SharedPointer,    // leads to a record that is already in the tree
    Illegal,          // not a legal move in its position
    TooLong,          // the line is longer than any game
    Deleted,          // has the mark of deletion
    // Left out with a move that is illegal or deleted, or at which a line is too long
    Continuation,
    Lost,  // no record leads to it
    Games, // more games won and lost than games
};
constexpr std::size_t abk_damages = 12;

struct AbkFinding {
    AbkDamage what = {};
    std::size_t record = 0;                  // its place in AbkTree::records; 0 for the header's
    std::uint32_t pointer = AbkRecord::none; // of Pointer and SharedPointer
    AbkDamage cause = AbkDamage::Lost;       // of Continuation: Illegal, TooLong or Deleted
};

struct AbkTreeVisitor {
    // Each legal move of the tree, depth first; the position is the one in which it is played.
    std::function<void(std::size_t record, const chess::Position& position, chess::Move move)>
        on_move;
    std::function<void(const AbkFinding& finding, const chess::Position& position)> on_damage;
};

// Visits each record once, whatever the pointers say, and cuts damaged pointers.
void follow_abk(AbkTree& tree, const AbkTreeVisitor& visitor);

} // namespace polyglot::book

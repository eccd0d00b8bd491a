// Walks the tree of an Arena book from the start position: finds the records that belong to it, and
// the damage (docs/formats/arena-abk.md). Test: tree_test.cpp.
#pragma once
#include "core/book/arena/abk.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>

namespace polyglot::book {

enum class AbkDamage : std::uint8_t {
    HeaderMoves,      // states a wrong number of moves
    HeaderImportance, // states an importance over 15
    HeaderPerCent,    // states a minimum over 100 %
    HeaderGames,      // states a minimum over 99,999 games
    Pointer,          // leads to no record
    SharedPointer,    // leads to a record that is already in the tree
    Illegal,          // not a legal move in its position
    TooLong,          // the line is longer than any game
    Deleted,          // the record has the mark of deletion
    // The record follows a move that is illegal or deleted, or one at which the line is too long,
    // and is left out with it.
    Continuation,
    Lost,  // no record leads to this one
    Games, // more games were won and lost than played
};
constexpr std::size_t abk_damages = 12;

struct AbkFinding {
    AbkDamage what = {};
    std::size_t record = 0; // its place in AbkTree::records; 0 for damage in the header
    std::uint32_t pointer = AbkRecord::none; // for Pointer and SharedPointer
    AbkDamage cause = AbkDamage::Lost;       // for Continuation: Illegal, TooLong or Deleted
};

struct AbkTreeVisitor {
    // Called with each legal move of the tree, depth first. `position` is the one in which it is
    // played.
    std::function<void(std::size_t record, const chess::Position& position, chess::Move move)>
        on_move;
    std::function<void(const AbkFinding& finding, const chess::Position& position)> on_damage;
};

// Visits each record once, whatever the pointers say, and cuts damaged pointers.
void follow_abk(AbkTree& tree, const AbkTreeVisitor& visitor);

} // namespace polyglot::book

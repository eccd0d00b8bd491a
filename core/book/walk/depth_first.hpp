// Follows the lines from a position, depth first. It uses a list instead of recursion because lines
// may be as long as games.
#pragma once
#include "core/chess/position.hpp"

#include <concepts>
#include <vector>

namespace polyglot::book {

// Chooses what to follow. Each call gets the position that has been reached.
template <class Visitor>
concept LineVisitor = requires(Visitor& visitor, const chess::Position& position) {
    {
        visitor.enter(position)
        } -> std::same_as<bool>; // false: the line ends here, and next() and leave() are not called
    // Returns a legal move to follow next, or the null move if there is none left.
    { visitor.next(position) } -> std::same_as<chess::Move>;
    // Called after the null move: the traversal returns to the previous position.
    {visitor.leave(position)};
};

// Follows the lines that the visitor chooses. Afterwards the position is what it was before.
template <LineVisitor Visitor>
void follow_lines(chess::Position& position, Visitor& visitor) {
    struct Step {
        chess::Move move;
        chess::Position::Undo undo = {};
    };
    std::vector<Step> line;
    if (!visitor.enter(position)) return;
    for (;;) {
        if (const chess::Move move = visitor.next(position)) {
            line.push_back({move});
            position.make(move, line.back().undo);
            if (visitor.enter(position)) continue;
        } else {
            visitor.leave(position);
            if (line.empty()) return;
        }
        position.unmake(line.back().move, line.back().undo);
        line.pop_back();
    }
}

} // namespace polyglot::book

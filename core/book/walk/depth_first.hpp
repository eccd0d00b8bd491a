// Going through the lines from a position, depth first, with a list instead of recursion: lines may
// be as long as games.
#pragma once
#include "core/chess/position.hpp"

#include <concepts>
#include <vector>

namespace polyglot::book {

// Chooses what to follow. Each call gets the position that the walk has reached.
template <class Visitor>
concept LineVisitor = requires(Visitor& visitor, const chess::Position& position) {
    {
        visitor.enter(position)
        } -> std::same_as<bool>; // false: the line ends here, and next() and leave() are not called
    // A legal move to follow next, or the null move
    { visitor.next(position) } -> std::same_as<chess::Move>;
    // After the null move: back to the position before
    {visitor.leave(position)};
};

// Afterwards position is what it was before.
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

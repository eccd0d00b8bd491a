// The part of a book that show-book shows: a tree of positions, each of them once.
#pragma once
#include "core/openings/names.hpp"
#include "tools/books/tree/branches.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace polyglot::tools {

struct TreeLimits {
    std::size_t depth = 6; // half-moves from the root
    // Of all lines from the root: a move that fewer of them play is left out
    double min_share = 0.05;
    std::function<bool()> keep_on{};
};

struct TreeMove {
    Branch branch;
    double reach = 0;                // of all lines from the root, those that come here and play it
    std::optional<std::size_t> node; // the position after it; nullopt: the move is not legal
    // That position is shown here; otherwise it stands in another place
    bool is_parent = false;
};

struct TreeNode {
    chess::Position position;
    std::optional<std::size_t> parent; // the position that it is shown under; nullopt: the root
    chess::Move move;                  // from there
    std::size_t ply = 0;               // from the root
    double reach = 0;                  // of all lines, by all ways that are shown
    std::optional<openings::Opening> opening;
    std::optional<book::Evaluation> value;
    std::vector<TreeMove> moves;
    std::size_t moves_left_out = 0;
    double share_left_out = 0;
    bool goes_on = false; // at the depth where the tree ends: the book has moves here
    bool has_more() const { return goes_on || moves_left_out > 0; }
};

struct BookTree {
    std::vector<TreeNode> nodes;              // the root first; parents before children
    std::vector<chess::Move> line;            // to the root
    std::optional<openings::Opening> opening; // the last name along it
    std::size_t left_out = 0;                 // moves
    // Positions at the depth where the tree ends, in which the book goes on
    std::size_t cut = 0;
    std::size_t transpositions = 0;
    bool stopped = false; // by keep_on
};

// From the position after line. A position that is reached in several ways is shown where it is
// reached in the fewest half-moves, of equals at the first move in order; the lines of all ways of
// that length count in its reach.
BookTree grow_tree(const Branches& branches, const chess::Position& start,
                   std::span<const chess::Move> line, const TreeLimits& limits);

// "1. e4 c5 2. Nf3", from the root of the tree; empty for the root.
std::string line_to(const BookTree& tree, std::size_t node);
// The moves with numbers, from this position.
std::string format_line(const chess::Position& start, std::span<const chess::Move> moves);
// "1." or "1...".
std::string move_number(const chess::Position& position);

} // namespace polyglot::tools

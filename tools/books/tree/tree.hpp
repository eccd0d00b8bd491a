// Builds the part of a book that show-book shows: a tree of positions in which each position occurs
// once.
#pragma once
#include "core/openings/names.hpp"
#include "tools/books/roots.hpp"
#include "tools/books/tree/branches.hpp"
#include "tools/books/tree/variant_branches.hpp"

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
    // This is the smallest share of all lines from the root: a move that fewer lines play is left
    // out.
    double min_share = 0.05;
    std::function<bool()> keep_on{};
};

struct TreeMove {
    Branch branch;
    std::string uci;                 // empty if the move is not legal
    double reach = 0;                // share of all lines from the root that come here and play it
    std::optional<std::size_t> node; // the position after it; nullopt if the move is not legal
    // True if that position is shown under this move; otherwise it is shown elsewhere.
    bool is_parent = false;
};

struct TreeNode {
    std::string fen;
    chess::Color side_to_move = chess::Color::White;
    std::string move_number;           // "1." or "1..."
    std::optional<std::size_t> parent; // the position under which it is shown; nullopt for the root
    std::string san;                   // of the move from the parent
    std::size_t ply = 0;               // from the root
    double reach = 0;                  // share of all lines, over all shown ways to the position
    std::optional<openings::Opening> opening;
    std::optional<book::Evaluation> value;
    std::vector<TreeMove> moves;
    std::size_t moves_left_out = 0;
    double share_left_out = 0;
    bool goes_on = false; // the tree ends here, but the book has moves
    bool has_more() const { return goes_on || moves_left_out > 0; }
};

struct BookTree {
    std::vector<TreeNode> nodes;              // the root first; parents before children
    std::string line;                         // to the root: "1. e4 c5"
    std::optional<openings::Opening> opening; // the last name along `line`
    std::size_t left_out = 0;                 // moves
    // Counts the positions at which the tree ends but the book continues.
    std::size_t cut = 0;
    std::size_t transpositions = 0;
    bool stopped = false; // by keep_on
};

// Builds the tree from the position after `line`. A position that can be reached in several ways is
// shown under the shortest one; if several are shortest, under the first of them in move order. The
// lines of all ways of that length count in its reach. Positions of a variant that differ in what
// its keys lack, as pockets, are different.
BookTree grow_tree(const Branches& branches, const Root& start, std::span<const chess::Move> line,
                   const TreeLimits& limits);
BookTree grow_tree(const VariantBranches& branches, const VariantRoot& start,
                   std::span<const chess::VariantMove> line, const TreeLimits& limits);

// Returns the line from the root of the tree to the node, as "1. e4 c5 2. Nf3"; empty for the root.
std::string line_to(const BookTree& tree, std::size_t node);
// Formats the moves from this position with move numbers.
std::string format_line(const chess::Position& start, std::span<const chess::Move> moves);
std::string format_line(const chess::VariantPosition& start,
                        std::span<const chess::VariantMove> moves);
// Returns "1." or "1...".
std::string move_number(const chess::Position& position);
std::string move_number(const chess::VariantPosition& position);

} // namespace polyglot::tools

#include "tools/books/tree/tree.hpp"

#include "core/chess/san.hpp"

#include <algorithm>
#include <unordered_map>
#include <utility>

namespace polyglot::tools {
namespace {

using chess::Position;

// Builds the tree level by level, so that the shortest way to a position is known before its moves
// are examined.
class Grower {
  public:
    Grower(const Branches& branches, const TreeLimits& limits, BookTree& tree)
        : branches_(branches), limits_(limits), tree_(tree) {}

    void grow(const Position& root) {
        add_node(root, std::nullopt, {});
        tree_.nodes.front().reach = 1;
        for (std::size_t i = 0; i < tree_.nodes.size(); ++i) { // the list grows meanwhile
            if (limits_.keep_on && !limits_.keep_on()) {
                tree_.stopped = true;
                return;
            }
            if (tree_.nodes[i].ply < limits_.depth) {
                unfold(i);
            } else if (branches_.any(tree_.nodes[i].position)) {
                tree_.nodes[i].goes_on = true;
                ++tree_.cut;
            }
        }
    }

  private:
    std::size_t add_node(const Position& position, std::optional<std::size_t> parent,
                         chess::Move move) {
        TreeNode node{.position = position,
                      .parent = parent,
                      .move = move,
                      .ply = parent ? tree_.nodes[*parent].ply + 1 : 0,
                      .reach = 0,
                      .opening = openings::find_opening(position),
                      .value = branches_.value_of(position),
                      .moves = {},
                      .moves_left_out = 0,
                      .share_left_out = 0,
                      .goes_on = false};
        tree_.nodes.push_back(std::move(node));
        by_key_.emplace(position.key(), tree_.nodes.size() - 1);
        return tree_.nodes.size() - 1;
    }

    void unfold(std::size_t number) {
        const Position position = tree_.nodes[number].position;
        const double reach = tree_.nodes[number].reach;
        std::vector<TreeMove> moves;
        for (const Branch& branch : branches_.of(position)) {
            if (reach * branch.share < limits_.min_share) {
                ++tree_.nodes[number].moves_left_out;
                tree_.nodes[number].share_left_out += branch.share;
                ++tree_.left_out;
                continue;
            }
            TreeMove move{branch, reach * branch.share, std::nullopt, false};
            if (move.branch.move) lead_on(position, number, move);
            moves.push_back(std::move(move));
        }
        tree_.nodes[number].moves = std::move(moves);
    }

    void lead_on(const Position& from, std::size_t number, TreeMove& move) {
        Position after = from;
        after.make(move.branch.move);
        const auto known = by_key_.find(after.key());
        move.is_parent = known == by_key_.end();
        move.node = move.is_parent ? add_node(after, number, move.branch.move) : known->second;
        if (!move.is_parent) ++tree_.transpositions;
        TreeNode& node = tree_.nodes[*move.node];
        // Lines that arrive by a longer way or in a circle do not count, because the position's
        // moves have been examined already.
        if (node.ply == tree_.nodes[number].ply + 1) node.reach += move.reach;
    }

    const Branches& branches_;
    const TreeLimits& limits_;
    BookTree& tree_;
    std::unordered_map<std::uint64_t, std::size_t> by_key_;
};

} // namespace

BookTree grow_tree(const Branches& branches, const Position& start,
                   std::span<const chess::Move> line, const TreeLimits& limits) {
    BookTree tree;
    tree.line.assign(line.begin(), line.end());
    Position root = start;
    tree.opening = openings::find_opening(root);
    for (const chess::Move move : line) {
        root.make(move);
        if (const auto opening = openings::find_opening(root)) tree.opening = opening;
    }
    Grower(branches, limits, tree).grow(root);
    return tree;
}

std::string move_number(const Position& position) {
    return std::to_string(position.full_move_number()) +
           (position.side_to_move() == chess::Color::White ? "." : "...");
}

std::string format_line(const Position& start, std::span<const chess::Move> moves) {
    std::string text;
    Position position = start;
    for (const chess::Move move : moves) {
        if (!text.empty()) text += ' ';
        if (text.empty() || position.side_to_move() == chess::Color::White)
            text += move_number(position) + ' ';
        chess::make_and_append_san(position, move, text);
    }
    return text;
}

std::string line_to(const BookTree& tree, std::size_t node) {
    std::vector<chess::Move> moves;
    for (std::size_t at = node; tree.nodes[at].parent; at = *tree.nodes[at].parent)
        moves.push_back(tree.nodes[at].move);
    std::reverse(moves.begin(), moves.end());
    return format_line(tree.nodes.front().position, moves);
}

} // namespace polyglot::tools

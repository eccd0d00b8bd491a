#include "tools/books/tree/tree.hpp"

#include "core/book/variants/walk.hpp"
#include "core/chess/fen.hpp"
#include "core/chess/san.hpp"
#include "core/chess/uci_move.hpp"
#include "core/chess/variants/fen.hpp"
#include "core/chess/variants/notation.hpp"

#include <deque>
#include <type_traits>
#include <unordered_map>
#include <utility>

namespace polyglot::tools {
namespace {

using chess::Move;
using chess::Position;
using chess::VariantMove;
using chess::VariantPosition;

std::string number_text(int number, chess::Color side_to_move) {
    return std::to_string(number) + (side_to_move == chess::Color::White ? "." : "...");
}

template <class AnyPosition, class AnyMove>
std::string format_any_line(AnyPosition position, std::span<const AnyMove> moves) {
    std::string text;
    for (const AnyMove& move : moves) {
        if (!text.empty()) text += ' ';
        if (text.empty() || position.side_to_move() == chess::Color::White)
            text += move_number(position) + ' ';
        if constexpr (std::is_same_v<AnyMove, Move>)
            text += chess::format_san(position, move);
        else
            text += chess::format_variant_san(position, move);
        position.make(move);
    }
    return text;
}

// What the tree needs to know of the rules, for chess and for variants.
struct ChessRules {
    static std::uint64_t identity_of(const Position& position) { return position.key(); }
    static std::string fen(const Position& position, chess::FenCastling rights) {
        return chess::format_fen(position, rights);
    }
    static std::string uci(Move move, chess::CastlingStyle style) {
        return chess::format_uci_move(move, style);
    }
    static const Branch& branch_of(const Branch& branch) { return branch; }
    static std::optional<Move> move_of(const Branch& branch) {
        return branch.move ? std::optional(branch.move) : std::nullopt;
    }
    static void describe(const Branches& branches, const Position& position, TreeNode& node) {
        node.opening = openings::find_opening(position);
        node.value = branches.value_of(position);
    }
};
struct VariantRules {
    static std::uint64_t identity_of(const VariantPosition& position) {
        return book::identity_of(position);
    }
    static std::string fen(const VariantPosition& position, chess::FenCastling rights) {
        return chess::format_variant_fen(position, {.castling = rights});
    }
    static std::string uci(const VariantMove& move, chess::CastlingStyle style) {
        return chess::format_variant_uci(move, style);
    }
    static const Branch& branch_of(const VariantBranch& branch) { return branch.branch; }
    static const std::optional<VariantMove>& move_of(const VariantBranch& branch) {
        return branch.move;
    }
    static void describe(const VariantBranches&, const VariantPosition&, TreeNode&) {}
};

// Builds the tree level by level, so that the shortest way to a position is known before its moves
// are examined.
template <class Rules, class AnyBranches, class AnyPosition>
class Grower {
  public:
    Grower(const AnyBranches& branches, const CastlingSpelling& spelling, const TreeLimits& limits,
           BookTree& tree)
        : branches_(branches), spelling_(spelling), limits_(limits), tree_(tree) {}

    void grow(const AnyPosition& root) {
        add_node(root, std::nullopt, {});
        tree_.nodes.front().reach = 1;
        for (std::size_t i = 0; i < tree_.nodes.size(); ++i) { // the list grows meanwhile
            if (limits_.keep_on && !limits_.keep_on()) {
                tree_.stopped = true;
                return;
            }
            if (tree_.nodes[i].ply < limits_.depth) {
                unfold(i);
            } else if (branches_.any(positions_.front())) {
                tree_.nodes[i].goes_on = true;
                ++tree_.cut;
            }
            positions_.pop_front();
        }
    }

  private:
    std::size_t add_node(const AnyPosition& position, std::optional<std::size_t> parent,
                         std::string san) {
        TreeNode node;
        node.fen = Rules::fen(position, spelling_.rights);
        node.side_to_move = position.side_to_move();
        node.move_number = move_number(position);
        node.parent = parent;
        node.san = std::move(san);
        node.ply = parent ? tree_.nodes[*parent].ply + 1 : 0;
        Rules::describe(branches_, position, node);
        tree_.nodes.push_back(std::move(node));
        positions_.push_back(position);
        numbers_.emplace(Rules::identity_of(position), tree_.nodes.size() - 1);
        return tree_.nodes.size() - 1;
    }

    void unfold(std::size_t number) {
        const AnyPosition position = positions_.front();
        const double reach = tree_.nodes[number].reach;
        std::vector<TreeMove> moves;
        for (const auto& found : branches_.of(position)) {
            const Branch& branch = Rules::branch_of(found);
            if (reach * branch.share < limits_.min_share) {
                ++tree_.nodes[number].moves_left_out;
                tree_.nodes[number].share_left_out += branch.share;
                ++tree_.left_out;
                continue;
            }
            TreeMove move{branch, {}, reach * branch.share, std::nullopt, false};
            if (const auto& legal = Rules::move_of(found)) {
                move.uci = Rules::uci(*legal, spelling_.moves);
                AnyPosition after = position;
                after.make(*legal);
                lead_on(after, number, move);
            }
            moves.push_back(std::move(move));
        }
        tree_.nodes[number].moves = std::move(moves);
    }

    void lead_on(const AnyPosition& after, std::size_t number, TreeMove& move) {
        const auto known = numbers_.find(Rules::identity_of(after));
        move.is_parent = known == numbers_.end();
        move.node = move.is_parent ? add_node(after, number, move.branch.name) : known->second;
        if (!move.is_parent) ++tree_.transpositions;
        TreeNode& node = tree_.nodes[*move.node];
        // Lines that arrive by a longer way or in a circle do not count, because the position's
        // moves have been examined already.
        if (node.ply == tree_.nodes[number].ply + 1) node.reach += move.reach;
    }

    const AnyBranches& branches_;
    const CastlingSpelling& spelling_;
    const TreeLimits& limits_;
    BookTree& tree_;
    std::deque<AnyPosition> positions_; // of the nodes that are not unfolded yet
    std::unordered_map<std::uint64_t, std::size_t> numbers_;
};

} // namespace

BookTree grow_tree(const Branches& branches, const Root& start, std::span<const Move> line,
                   const TreeLimits& limits) {
    BookTree tree;
    tree.line = format_line(start.position, line);
    Position root = start.position;
    tree.opening = openings::find_opening(root);
    for (const Move move : line) {
        root.make(move);
        if (const auto opening = openings::find_opening(root)) tree.opening = opening;
    }
    Grower<ChessRules, Branches, Position>(branches, start.spelling, limits, tree).grow(root);
    return tree;
}

BookTree grow_tree(const VariantBranches& branches, const VariantRoot& start,
                   std::span<const VariantMove> line, const TreeLimits& limits) {
    BookTree tree;
    tree.line = format_line(start.position, line);
    VariantPosition root = start.position;
    for (const VariantMove& move : line)
        root.make(move);
    Grower<VariantRules, VariantBranches, VariantPosition>(branches, start.spelling, limits, tree)
        .grow(root);
    return tree;
}

std::string move_number(const Position& position) {
    return number_text(position.full_move_number(), position.side_to_move());
}

std::string move_number(const VariantPosition& position) {
    return number_text(position.board().full_move_number, position.side_to_move());
}

std::string format_line(const Position& start, std::span<const Move> moves) {
    return format_any_line(start, moves);
}

std::string format_line(const VariantPosition& start, std::span<const VariantMove> moves) {
    return format_any_line(start, moves);
}

std::string line_to(const BookTree& tree, std::size_t node) {
    std::vector<std::size_t> way;
    for (std::size_t at = node; tree.nodes[at].parent; at = *tree.nodes[at].parent)
        way.push_back(at);
    std::string text;
    for (; !way.empty(); way.pop_back()) {
        const TreeNode& after = tree.nodes[way.back()];
        const TreeNode& before = tree.nodes[*after.parent];
        if (!text.empty()) text += ' ';
        if (text.empty() || before.side_to_move == chess::Color::White)
            text += before.move_number + ' ';
        text += after.san;
    }
    return text;
}

} // namespace polyglot::tools

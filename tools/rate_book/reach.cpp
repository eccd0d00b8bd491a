#include "tools/rate_book/reach.hpp"

#include "core/book/variants/walk.hpp"

#include <utility>

namespace polyglot::tools {

MovesToFollow moves_of(const Branches& branches) {
    return [&branches](const GrowPosition& position) {
        std::vector<MoveToFollow> moves;
        for (const Branch& branch : branches.of(*position.of_chess()))
            if (branch.move)
                moves.push_back({branch.move, branch.of_book, branch.weight, branch.share});
        return moves;
    };
}

// A key that lacks the pockets has moves of other pockets, too. They are not played here and have
// no share.
MovesToFollow moves_of(const VariantBranches& branches) {
    return [&branches](const GrowPosition& position) {
        std::vector<MoveToFollow> moves;
        double legal = 0;
        for (const auto& [branch, move] : branches.of(*position.of_variant())) {
            if (!move) continue;
            moves.push_back({*move, branch.of_book, branch.weight, branch.share});
            legal += branch.share;
        }
        for (MoveToFollow& move : moves)
            if (legal > 0) move.share /= legal;
        return moves;
    };
}

// Follows the lines level by level, so that the first line to a position is a shortest one.
BookReach::BookReach(const MovesToFollow& moves_of, std::span<const GrowPosition> roots,
                     const std::function<bool()>& keep_on) {
    constexpr std::size_t between_looks = 1000;
    for (const GrowPosition& root : roots)
        add_root(moves_of, root);
    for (std::size_t first = 0; first < positions_.size();) {
        level_ = std::exchange(next_level_, {});
        for (std::size_t i = 0; i < level_.size(); ++i) {
            if (i % between_looks == 0 && !keep_on()) return;
            unfold(moves_of, first + i, level_[i]);
            is_whole_ = !level_[i].variant() || positions_.size() <= book::most_variant_positions;
            if (!is_whole_) return;
        }
        first += level_.size();
    }
    level_.clear();
    sum_up();
}

void BookReach::add_root(const MovesToFollow& moves_of, const GrowPosition& root) {
    if (!root.has_key() || numbers_.contains(root.key()) || moves_of(root).empty()) return;
    const auto number = static_cast<std::uint32_t>(positions_.size());
    numbers_.emplace(root.key(), number);
    positions_.push_back({.key = root.key(),
                          .side_to_move = root.side_to_move(),
                          .parent = number,
                          .root = static_cast<std::uint32_t>(roots_.size())});
    roots_.push_back(root);
    next_level_.push_back(root);
}

void BookReach::unfold(const MovesToFollow& moves_of, std::size_t number,
                       const GrowPosition& position) {
    std::vector<ReachedMove> moves;
    for (const MoveToFollow& branch : moves_of(position)) {
        if (branch.share <= 0) {
            ++unplayed_;
            continue;
        }
        GrowPosition after = position;
        after.make(branch.move);
        if (!after.has_key()) {
            ++keyless_;
            continue;
        }
        const auto next = static_cast<std::uint32_t>(positions_.size());
        const auto [known, is_new] = numbers_.emplace(after.key(), next);
        if (is_new) {
            positions_.push_back({.key = after.key(),
                                  .side_to_move = after.side_to_move(),
                                  .parent = static_cast<std::uint32_t>(number),
                                  .ply = positions_[number].ply + 1,
                                  .root = positions_[number].root,
                                  .by = branch.move});
            next_level_.push_back(after);
        }
        moves.push_back({branch.move, known->second, branch.weight, branch.share, branch.of_book});
    }
    positions_[number].moves = std::move(moves);
}

// Lets one game begin at the roots and divides it at each ply.
void BookReach::sum_up() {
    std::vector<double> here(positions_.size()), next(positions_.size());
    std::vector<std::uint32_t> now, then;
    for (std::uint32_t root = 0; root < roots_.size(); ++root) {
        here[root] = 1.0 / static_cast<double>(roots_.size());
        now.push_back(root);
    }
    for (std::size_t ply = 0; ply <= most_plies && !now.empty(); ++ply) {
        for (const std::uint32_t number : now) {
            const double share = std::exchange(here[number], 0);
            positions_[number].visits += share;
            for (const ReachedMove& move : positions_[number].moves) {
                if (next[move.to] == 0) then.push_back(move.to);
                next[move.to] += share * move.share;
            }
        }
        std::swap(here, next);
        now = std::exchange(then, {});
    }
}

std::size_t BookReach::count_moves() const {
    std::size_t count = 0;
    for (const ReachedPosition& position : positions_)
        count +=
            static_cast<std::size_t>(std::ranges::count_if(position.moves, &ReachedMove::of_book));
    return count;
}

std::vector<EpdMove> BookReach::line_to(std::size_t number) const {
    std::vector<EpdMove> line;
    for (std::size_t at = number; positions_[at].by; at = positions_[at].parent)
        line.push_back(positions_[at].by);
    std::ranges::reverse(line);
    return line;
}

GrowPosition BookReach::position(std::size_t number) const {
    GrowPosition position = root_of(number);
    for (const EpdMove& move : line_to(number))
        position.make(move);
    return position;
}

std::optional<std::uint32_t> BookReach::number_of(std::uint64_t key) const {
    const auto found = numbers_.find(key);
    return found == numbers_.end() ? std::nullopt : std::optional(found->second);
}

} // namespace polyglot::tools

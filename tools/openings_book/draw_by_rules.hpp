// How openings-book draws positions, whatever the rules of the moves. Rules has Position, Move,
// key_of(position), is_over(drawn) and playable_moves(position). Only for make_draw() and
// make_variant_draw().
#pragma once
#include "core/random.hpp"
#include "tools/openings_book/draw.hpp"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

namespace polyglot::tools {

template <class Move>
struct WeightedMove {
    Move move;
    std::uint64_t weight = 0;
};

// Collects the moves of a position in the order of the book; the weights of entries of the same
// move are added.
template <class Move>
void add_playable(std::vector<WeightedMove<Move>>& moves, const Move& move, std::uint64_t weight) {
    if (weight == 0) return;
    const auto found =
        std::ranges::find_if(moves, [&](const auto& known) { return known.move == move; });
    if (found == moves.end())
        moves.push_back({move, weight});
    else
        found->weight += weight;
}

template <class Rules>
std::vector<typename Rules::Position>
without_duplicates(std::span<const typename Rules::Position> roots) {
    std::vector<typename Rules::Position> result;
    std::unordered_set<std::uint64_t> keys;
    for (const auto& root : roots)
        if (keys.insert(Rules::key_of(root)).second) result.push_back(root);
    return result;
}

// Plays games by the book's shares. A game that ends in a known position is discarded, so that
// positions come by the frequency with which games reach them. After too many such games in a row,
// a game avoids exhausted moves: it then finds a new position or at least one more dead end. The
// number of both is bounded, so that the draw always ends.
template <class Rules>
class ShareDraw final : public DrawOf<typename Rules::Position, typename Rules::Move> {
    using Position = typename Rules::Position;
    using Move = typename Rules::Move;

  public:
    ShareDraw(const Rules& rules, std::span<const Position> roots, const DrawOptions& options)
        : rules_(rules),
          roots_(without_duplicates<Rules>(roots)),
          keep_on_(options.keep_on),
          random_(options.seed),
          layers_(options.ply + 1) {}

    std::optional<Drawn<Position, Move>> next() override {
        constexpr int patience = 100;
        for (int failures = 0; keep_on_(); ++failures) {
            const bool avoids_exhausted = failures >= patience;
            const Position* const root = choose_root(avoids_exhausted);
            if (root == nullptr) return std::nullopt;
            if (auto drawn = play(*root, avoids_exhausted)) return drawn;
        }
        return std::nullopt;
    }

  private:
    struct Child : WeightedMove<Move> {
        std::uint64_t key = 0; // key of the position after the move
    };
    struct Node {
        std::vector<Child> children;
        bool expanded = false;
        bool exhausted = false; // it leads to no new position
    };
    using Layer = std::unordered_map<std::uint64_t, Node>; // the positions of a ply by key

    const Position* choose_root(bool avoids_exhausted) {
        std::vector<const Position*> choice;
        bool any = false;
        for (const Position& root : roots_) {
            const bool exhausted = layers_[0][Rules::key_of(root)].exhausted;
            any |= !exhausted;
            if (!avoids_exhausted || !exhausted) choice.push_back(&root);
        }
        return any ? choice[random_.below(choice.size())] : nullptr;
    }

    std::optional<Drawn<Position, Move>> play(const Position& root, bool avoids_exhausted) {
        Drawn<Position, Move> drawn{root, {}, root};
        std::vector<Node*> path;
        for (std::size_t ply = 0;; ++ply) {
            Node& node = layers_[ply][Rules::key_of(drawn.position)];
            if (node.exhausted) break;
            path.push_back(&node);
            if (ply + 1 == layers_.size()) {
                exhaust(path);
                if (Rules::is_over(drawn)) break;
                return drawn;
            }
            expand(node, drawn.position);
            const Child* const child = choose(node, ply + 1, avoids_exhausted);
            if (child == nullptr) {
                exhaust(path);
                break;
            }
            drawn.position.make(child->move);
            drawn.line.push_back(child->move);
        }
        return std::nullopt;
    }

    void expand(Node& node, const Position& position) const {
        if (std::exchange(node.expanded, true)) return;
        for (const WeightedMove<Move>& move : rules_.playable_moves(position)) {
            Position after = position;
            after.make(move.move);
            node.children.push_back({move, Rules::key_of(after)});
        }
    }

    bool is_exhausted(const Child& child, std::size_t ply) const {
        const auto found = layers_[ply].find(child.key);
        return found != layers_[ply].end() && found->second.exhausted;
    }

    const Child* choose(const Node& node, std::size_t child_ply, bool avoids_exhausted) {
        const auto left_out = [&](const Child& child) {
            return avoids_exhausted && is_exhausted(child, child_ply);
        };
        std::uint64_t sum = 0;
        for (const Child& child : node.children)
            if (!left_out(child)) sum += child.weight;
        if (sum == 0) return nullptr;
        std::uint64_t at = random_.below(sum);
        for (const Child& child : node.children) {
            if (left_out(child)) continue;
            if (at < child.weight) return &child;
            at -= child.weight;
        }
        return nullptr;
    }

    // Marks the end of the path as exhausted, and the nodes before it that lead nowhere else.
    void exhaust(const std::vector<Node*>& path) {
        path.back()->exhausted = true;
        for (std::size_t ply = path.size() - 1; ply-- > 0;) {
            Node& node = *path[ply];
            node.exhausted = std::ranges::all_of(
                node.children, [&](const Child& child) { return is_exhausted(child, ply + 1); });
            if (!node.exhausted) return;
        }
    }

    const Rules rules_;
    std::vector<Position> roots_;
    std::function<bool()> keep_on_;
    Random random_;
    std::vector<Layer> layers_; // by ply
};

template <class Rules>
class UniformDraw final : public DrawOf<typename Rules::Position, typename Rules::Move> {
    using Position = typename Rules::Position;
    using Move = typename Rules::Move;

  public:
    UniformDraw(const Rules& rules, std::span<const Position> roots, const DrawOptions& options)
        : roots_(without_duplicates<Rules>(roots)),
          keep_on_(options.keep_on),
          random_(options.seed) {
        std::vector<Position> positions = roots_;
        for (std::size_t ply = 0; ply < options.ply && keep_on_(); ++ply)
            positions = step(rules, positions);
        for (std::uint32_t i = 0; i < positions.size(); ++i)
            if (const Drawn<Position, Move> drawn = lead_to(i); !Rules::is_over(drawn))
                left_.push_back(i);
    }

    std::optional<Drawn<Position, Move>> next() override {
        if (left_.empty() || !keep_on_()) return std::nullopt;
        const auto place = static_cast<std::size_t>(random_.below(left_.size()));
        const std::uint32_t index = std::exchange(left_[place], left_.back());
        left_.pop_back();
        return lead_to(index);
    }

  private:
    struct Step {
        std::uint32_t from = 0; // index in the previous layer
        Move move;
    };

    std::vector<Position> step(const Rules& rules, const std::vector<Position>& positions) {
        std::vector<Position> next;
        std::unordered_set<std::uint64_t> keys;
        std::vector<Step>& steps = steps_.emplace_back();
        for (std::uint32_t i = 0; i < positions.size() && keep_on_(); ++i)
            for (const WeightedMove<Move>& move : rules.playable_moves(positions[i])) {
                Position after = positions[i];
                after.make(move.move);
                if (!keys.insert(Rules::key_of(after)).second) continue;
                next.push_back(after);
                steps.push_back({i, move.move});
            }
        return next;
    }

    Drawn<Position, Move> lead_to(std::uint32_t index) const {
        std::vector<Move> line;
        for (std::size_t ply = steps_.size(); ply-- > 0;) {
            const Step& step = steps_[ply][index];
            line.push_back(step.move);
            index = step.from;
        }
        std::ranges::reverse(line);
        Drawn<Position, Move> drawn{roots_[index], line, roots_[index]};
        for (const Move& move : line)
            drawn.position.make(move);
        return drawn;
    }

    std::vector<Position> roots_;
    std::function<bool()> keep_on_;
    Random random_;
    std::vector<std::vector<Step>> steps_; // by ply: how each position was first reached
    std::vector<std::uint32_t> left_;      // indices in the last layer of what is not drawn yet
};

template <class Rules>
std::unique_ptr<DrawOf<typename Rules::Position, typename Rules::Move>>
make_draw_by(const Rules& rules, std::span<const typename Rules::Position> roots,
             const DrawOptions& options) {
    if (options.kind == DrawKind::Uniform)
        return std::make_unique<UniformDraw<Rules>>(rules, roots, options);
    return std::make_unique<ShareDraw<Rules>>(rules, roots, options);
}

} // namespace polyglot::tools

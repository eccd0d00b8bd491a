#include "tools/openings_book/draw.hpp"

#include "core/random.hpp"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace polyglot::tools {
namespace {

using chess::Move;
using chess::Position;

struct WeightedMove {
    Move move;
    std::uint64_t weight = 0;
};

// Returns the moves in the order of the book; the weights of entries of the same move are added.
std::vector<WeightedMove> playable_moves(const book::Book& book, const Position& position) {
    std::vector<WeightedMove> moves;
    for (const book::Entry& entry : book.find(position)) {
        if (!entry.move || entry.weight == 0) continue;
        const auto found =
            std::find_if(moves.begin(), moves.end(),
                         [&entry](const WeightedMove& move) { return move.move == entry.move; });
        if (found == moves.end())
            moves.push_back({entry.move, entry.weight});
        else
            found->weight += entry.weight;
    }
    return moves;
}

std::vector<Position> without_duplicates(std::span<const Position> roots) {
    std::vector<Position> result;
    std::unordered_set<std::uint64_t> keys;
    for (const Position& root : roots)
        if (keys.insert(root.key()).second) result.push_back(root);
    return result;
}

// Plays games by the book's shares. A game that ends in a known position is discarded, so that
// positions come by the frequency with which games reach them. After too many such games in a row,
// a game avoids exhausted moves: it then finds a new position or at least one more dead end. The
// number of both is bounded, so that the draw always ends.
class ShareDraw final : public StartDraw {
  public:
    ShareDraw(const book::Book& book, std::span<const Position> roots, const DrawOptions& options)
        : book_(book),
          roots_(without_duplicates(roots)),
          keep_on_(options.keep_on),
          random_(options.seed),
          layers_(options.ply + 1) {}

    std::optional<DrawnPosition> next() override {
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
    struct Child : WeightedMove {
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
            const bool exhausted = layers_[0][root.key()].exhausted;
            any |= !exhausted;
            if (!avoids_exhausted || !exhausted) choice.push_back(&root);
        }
        return any ? choice[random_.below(choice.size())] : nullptr;
    }

    std::optional<DrawnPosition> play(const Position& root, bool avoids_exhausted) {
        DrawnPosition drawn{root, {}, root};
        std::vector<Node*> path;
        for (std::size_t ply = 0;; ++ply) {
            Node& node = layers_[ply][drawn.position.key()];
            if (node.exhausted) break;
            path.push_back(&node);
            if (ply + 1 == layers_.size()) {
                exhaust(path);
                if (end_on_line(drawn.root, drawn.line) != chess::GameEnd::None) break;
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
        for (const WeightedMove& move : playable_moves(book_, position)) {
            Position after = position;
            after.make(move.move);
            node.children.push_back({move, after.key()});
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
            node.exhausted =
                std::all_of(node.children.begin(), node.children.end(),
                            [&](const Child& child) { return is_exhausted(child, ply + 1); });
            if (!node.exhausted) return;
        }
    }

    const book::Book& book_;
    std::vector<Position> roots_;
    std::function<bool()> keep_on_;
    Random random_;
    std::vector<Layer> layers_; // by ply
};

class UniformDraw final : public StartDraw {
  public:
    UniformDraw(const book::Book& book, std::span<const Position> roots, const DrawOptions& options)
        : roots_(without_duplicates(roots)), keep_on_(options.keep_on), random_(options.seed) {
        std::vector<Position> positions = roots_;
        for (std::size_t ply = 0; ply < options.ply && keep_on_(); ++ply)
            positions = step(book, positions);
        for (std::uint32_t i = 0; i < positions.size(); ++i)
            if (const DrawnPosition drawn = lead_to(i);
                end_on_line(drawn.root, drawn.line) == chess::GameEnd::None)
                left_.push_back(i);
    }

    std::optional<DrawnPosition> next() override {
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

    std::vector<Position> step(const book::Book& book, const std::vector<Position>& positions) {
        std::vector<Position> next;
        std::unordered_set<std::uint64_t> keys;
        std::vector<Step>& steps = steps_.emplace_back();
        for (std::uint32_t i = 0; i < positions.size() && keep_on_(); ++i)
            for (const WeightedMove& move : playable_moves(book, positions[i])) {
                Position after = positions[i];
                after.make(move.move);
                if (!keys.insert(after.key()).second) continue;
                next.push_back(after);
                steps.push_back({i, move.move});
            }
        return next;
    }

    DrawnPosition lead_to(std::uint32_t index) const {
        std::vector<Move> line;
        for (std::size_t ply = steps_.size(); ply-- > 0;) {
            const Step& step = steps_[ply][index];
            line.push_back(step.move);
            index = step.from;
        }
        std::reverse(line.begin(), line.end());
        DrawnPosition drawn{roots_[index], line, roots_[index]};
        for (const Move move : line)
            drawn.position.make(move);
        return drawn;
    }

    std::vector<Position> roots_;
    std::function<bool()> keep_on_;
    Random random_;
    std::vector<std::vector<Step>> steps_; // by ply: how each position was first reached
    std::vector<std::uint32_t> left_;      // indices in the last layer of what is not drawn yet
};

} // namespace

chess::GameEnd end_on_line(const Position& root, std::span<const chess::Move> line) {
    chess::Game game(root);
    for (const chess::Move move : line) {
        if (const chess::GameEnd end = game.end(); end != chess::GameEnd::None) return end;
        game.push(move);
    }
    return game.end();
}

std::unique_ptr<StartDraw> make_draw(const book::Book& book, std::span<const Position> roots,
                                     const DrawOptions& options) {
    if (options.kind == DrawKind::Uniform)
        return std::make_unique<UniformDraw>(book, roots, options);
    return std::make_unique<ShareDraw>(book, roots, options);
}

} // namespace polyglot::tools

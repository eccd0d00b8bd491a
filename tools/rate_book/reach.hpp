// Finds the positions of a book and how often each is reached when both sides play the book's moves
// by their shares. tests/unit/tools/rate_book/reach_test.cpp shows it.
#pragma once
#include "core/book/grow/graph.hpp"
#include "tools/books/tree/branches.hpp"
#include "tools/books/tree/variant_branches.hpp"
#include "tools/growing/grow_position.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

namespace polyglot::tools {

// A move of a book in a position, or a reply that leads back to it.
struct MoveToFollow {
    EpdMove move;
    bool of_book = true;
    std::uint64_t weight = 0;
    double share = 0;
};
// Lists the legal moves of a position.
using MovesToFollow = std::function<std::vector<MoveToFollow>(const GrowPosition&)>;
// Both return the moves of the book; the argument must outlive the result.
MovesToFollow moves_of(const Branches& branches);
MovesToFollow moves_of(const VariantBranches& branches);

struct ReachedMove {
    EpdMove move;
    std::uint32_t to = 0; // number of the position after it
    std::uint64_t weight = 0;
    double share = 0;    // of the lines that reach its position
    bool of_book = true; // false: a reply that the book lacks but that leads back to it
};

struct ReachedPosition {
    std::uint64_t key = 0;
    chess::Color side_to_move = chess::Color::White;
    std::uint32_t parent = 0; // on the shortest line; a root is its own parent
    std::uint32_t ply = 0;    // length of the shortest line
    std::uint32_t root = 0;
    EpdMove by{}; // the move from the parent; null for a root
    // How often a game reaches the position on the average: the sum over all lines to it. Above 1
    // only if lines repeat it.
    double visits = 0;
    std::vector<ReachedMove> moves{}; // those with a share above 0

    // Returns the share of all games that reach the position. A game that comes back counts each
    // time, but the sum is at most 1.
    double reach() const { return std::min(visits, 1.0); }
    double reach_of(const ReachedMove& move) const { return std::min(visits * move.share, 1.0); }
};

// The positions of a book that its moves of weight above 0 lead to, and the positions after these
// moves, each once, however many lines lead there. Where the book has no move, the replies that
// lead back to it are followed with equal shares, as in show-book.
//
// Reach is summed ply by ply up to most_plies, so that lines that repeat a position end. Several
// roots are equally frequent; roots without moves do not count.
class BookReach {
  public:
    static constexpr std::size_t most_plies = 200;

    // keep_on is called from time to time; if it returns false, the object is unusable.
    BookReach(const MovesToFollow& moves_of, std::span<const GrowPosition> roots,
              const std::function<bool()>& keep_on);

    // Returns false if a variant's book leads to more than most_variant_positions, because a key
    // stands for many pockets. The object is unusable then.
    bool is_whole() const { return is_whole_; }

    const std::vector<ReachedPosition>& positions() const { return positions_; }
    std::size_t count_moves() const; // of the book
    // Counts the moves that were not followed because an inner rook may castle after them: such
    // positions have no key.
    std::size_t keyless() const { return keyless_; }
    // Counts the moves of weight 0 in the positions that are reached. They are not followed.
    std::size_t unplayed() const { return unplayed_; }
    const std::vector<GrowPosition>& roots() const { return roots_; }

    const GrowPosition& root_of(std::size_t number) const {
        return roots_[positions_[number].root];
    }
    std::vector<EpdMove> line_to(std::size_t number) const; // from its root
    GrowPosition position(std::size_t number) const;
    std::optional<std::uint32_t> number_of(std::uint64_t key) const; // nullopt: not reached

  private:
    void add_root(const MovesToFollow& moves_of, const GrowPosition& root);
    void unfold(const MovesToFollow& moves_of, std::size_t number, const GrowPosition& position);
    void sum_up();

    std::vector<GrowPosition> roots_;
    std::vector<ReachedPosition> positions_; // by length of the shortest line
    std::unordered_map<std::uint64_t, std::uint32_t> numbers_;
    std::vector<GrowPosition> level_, next_level_; // while lines are followed
    std::size_t keyless_ = 0, unplayed_ = 0;
    bool is_whole_ = true;
};

} // namespace polyglot::tools

#include "core/book/walk/walk.hpp"

#include "core/book/format.hpp"
#include "core/book/walk/depth_first.hpp"
#include "core/book/walk/key_set.hpp"

#include <algorithm>
#include <deque>
#include <iterator>
#include <limits>
#include <utility>

namespace polyglot::book {
namespace {

using chess::Move;
using chess::Position;

// First finds how each position is reached, breadth first, so that no line is longer, and none
// leaves the book's moves, without need. Then visits the positions along the resulting tree.
// Positions are recomputed from their lines, which costs less than storing them.
class Walker {
  public:
    // found: if not null, called for each position of the book when it is found.
    Walker(const Book& book, const WalkLimits& limits, const PositionVisitor* found = nullptr)
        : book_(book),
          limits_(limits),
          found_(found),
          filter_(book.key_filter()),
          own_moves_only_(book.names_all_moves()) {}

    bool explore(std::span<const Position> roots); // false: the caller wants to stop
    void visit(const WalkVisitor& visit);
    const Walked& result() const { return result_; }

  private:
    using Number = std::uint32_t; // number of a node
    static constexpr Number none = std::numeric_limits<Number>::max();
    struct Node { // a position, reached by a move from its parent
        Number parent = none, first_child = none, last_child = none, sibling = none;
        std::uint32_t ply = 0; // from the root
        Move move;
        bool known = false;
    };
    struct Step { // a move of the book that is to be followed
        Number from = 0;
        Move move;
        std::uint64_t key = 0; // of the position after the move
        // Position of `from`; null, and recomputed later, if too many steps wait.
        std::shared_ptr<const Position> at = {};
    };
    struct Replies { // moves that are to be tried
        Number from = 0;
        // The moves that the filter lets through; empty if there is no filter, and all moves are
        // tried.
        std::vector<Move> moves = {};
    };

    // What the book and the rules have about a position: everything that takes time and does not
    // depend on the state of the walk.
    struct Found {
        std::shared_ptr<const Position> at = {};
        bool known = false;
        std::vector<Entry> entries = {};
        std::vector<std::uint64_t> keys = {}; // of the positions after the entries' moves
        // With a filter, the other moves that lead to positions of the book.
        std::vector<Move> replies = {};
    };

    class Visits;

    void follow(const Step& step);
    bool follow_batch();
    std::vector<Found> find_all(const std::vector<Step>& batch) const;
    Found find(const Position& position) const;
    void take(const Step& step, Found found);
    Position position_of(const Step& step) const; // the position after the step
    Position position_of(Number number) const;
    void try_replies(const Replies& replies);
    Number add_node(Number parent, Move move);
    void expand(Number number, Found found);
    void stand_on(Number number);
    bool leads_to_known(Position position, Move move) const;
    // Returns a key that a KeySet accepts.
    static std::uint64_t usable(std::uint64_t key) { return std::max<std::uint64_t>(key, 1); }
    static std::uint64_t key_of(const Position& position) { return usable(position.key()); }

    const Book& book_;
    const WalkLimits& limits_;
    const PositionVisitor* const found_;
    const KeyFilter* const filter_;
    const bool own_moves_only_;
    std::span<const Position> roots_; // the first nodes are these
    std::vector<Node> nodes_;
    // Positions of the book, and others that a move of the book leads to.
    KeySet seen_;
    // Identities of positions of the book, used if several positions are one to the book.
    KeySet stored_;
    // The work that is left: moves of the book first, then replies where the book has no move, last
    // other moves than the book's.
    std::deque<Step> steps_;
    std::deque<Replies> bridges_;
    std::deque<Replies> deviations_;
    // The last node whose position was needed, with its position.
    Number stands_on_ = none;
    Position position_ = Position::start();
    Walked result_;
};

bool Walker::explore(std::span<const Position> roots) {
    roots_ = roots;
    for (const Position& root : roots) {
        const Number number = add_node(none, Move());
        // A root that is given twice counts once.
        if (seen_.insert(key_of(root))) expand(number, find(root));
    }
    const auto next = [](std::deque<Replies>& waiting) {
        Replies first = std::move(waiting.front());
        waiting.pop_front();
        return first;
    };
    constexpr std::uint64_t between_looks = 4096;
    for (std::uint64_t done = 1;; ++done) {
        if (done % between_looks == 0 && limits_.keep_on && !limits_.keep_on()) return false;
        if (follow_batch()) {
            if (limits_.keep_on && !limits_.keep_on()) return false;
        } else if (!steps_.empty()) {
            const Step step = steps_.front();
            steps_.pop_front();
            // Nearly all time is spent waiting for memory, so later keys are prefetched.
            constexpr std::size_t ahead = 8;
            if (steps_.size() > ahead) {
                seen_.prefetch(steps_[ahead].key);
                if (filter_ != nullptr) filter_->prefetch(steps_[ahead].key);
            }
            follow(step);
        } else if (!bridges_.empty()) {
            try_replies(next(bridges_));
        } else if (!deviations_.empty()) {
            try_replies(next(deviations_));
        } else {
            return true;
        }
    }
}

void Walker::follow(const Step& step) {
    if (!seen_.contains(step.key)) take(step, find(position_of(step)));
}

void Walker::take(const Step& step, Found found) {
    if (!seen_.insert(step.key)) return;
    if (!found.known) ++result_.bridges;
    expand(add_node(step.from, step.move), std::move(found));
}

// Looks up many steps at once and takes them in their order. False if too few steps wait.
bool Walker::follow_batch() {
    constexpr std::size_t fewest = 1024; // because each batch may start threads
    constexpr std::size_t most = 8192;
    if (!limits_.spread || found_ == nullptr || steps_.size() < fewest) return false;
    const auto end = steps_.begin() + static_cast<std::ptrdiff_t>(std::min(most, steps_.size()));
    const std::vector<Step> batch(std::make_move_iterator(steps_.begin()),
                                  std::make_move_iterator(end));
    steps_.erase(steps_.begin(), end);
    std::vector<Found> found = find_all(batch);
    for (std::size_t i = 0; i < batch.size(); ++i)
        if (found[i].at) take(batch[i], std::move(found[i]));
    return true;
}

// Returns one result for each step, in the order of the batch. Its `at` is null if the position has
// been seen already. The walk must not change meanwhile.
std::vector<Walker::Found> Walker::find_all(const std::vector<Step>& batch) const {
    std::vector<Found> found(batch.size());
    constexpr std::size_t part = 64;
    limits_.spread((batch.size() + part - 1) / part, [&](std::size_t number) {
        for (std::size_t i = number * part; i < std::min((number + 1) * part, batch.size()); ++i)
            if (!seen_.contains(batch[i].key)) found[i] = find(position_of(batch[i]));
    });
    return found;
}

Position Walker::position_of(const Step& step) const {
    Position position = step.at ? *step.at : position_of(step.from);
    position.make(step.move);
    return position;
}

Position Walker::position_of(Number number) const {
    std::vector<Move> moves;
    for (; nodes_[number].parent != none; number = nodes_[number].parent)
        moves.push_back(nodes_[number].move);
    Position position = roots_[number];
    for (; !moves.empty(); moves.pop_back())
        position.make(moves.back());
    return position;
}

// Follows all legal moves that lead to positions of the book.
void Walker::try_replies(const Replies& replies) {
    const Number from = replies.from;
    stand_on(from);
    std::vector<Move> moves = replies.moves;
    if (filter_ == nullptr) {
        const chess::MoveList all = position_.legal_moves();
        moves.assign(all.begin(), all.end());
    }
    for (const Move move : moves) {
        Position::Undo undo;
        position_.make(move, undo);
        // Most positions are not in the book, so the filter, which needs the least memory, is
        // tested first.
        const std::uint64_t key = key_of(position_);
        if (book_.might_contain(position_) && !seen_.contains(key)) {
            if (Found found = find(position_); found.known) {
                seen_.insert(key);
                expand(add_node(from, move), std::move(found));
            }
        }
        position_.unmake(move, undo);
    }
}

// The filter lets one in a hundred positions through by chance. Asking the book at once costs less
// than recomputing this position later.
bool Walker::leads_to_known(Position position, Move move) const {
    position.make(move);
    return book_.knows(position);
}

Walker::Number Walker::add_node(Number parent, Move move) {
    const auto number = static_cast<Number>(nodes_.size());
    nodes_.push_back({.parent = parent, .move = move});
    if (parent == none) return number;
    Node& above = nodes_[parent];
    nodes_[number].ply = above.ply + 1;
    (above.first_child == none ? above.first_child : nodes_[above.last_child].sibling) = number;
    above.last_child = number;
    return number;
}

// Uses the filter while the position is at hand, so that positions rarely have to be recomputed for
// their replies.
Walker::Found Walker::find(const Position& position) const {
    Found found{.at = std::make_shared<const Position>(position), .entries = book_.find(position)};
    found.known = !found.entries.empty() || book_.knows(position);
    found.keys.reserve(found.entries.size());
    for (const Entry& entry : found.entries)
        found.keys.push_back(entry.move ? usable(position.key_after(entry.move)) : 0);
    if (filter_ == nullptr || (own_moves_only_ && found.known)) return found;
    const auto is_entry = [&found](Move move) {
        return std::ranges::any_of(found.entries,
                                   [move](const Entry& e) { return e.move == move; });
    };
    for (const Move move : moves_into(*filter_, position))
        if (!is_entry(move) && leads_to_known(position, move)) found.replies.push_back(move);
    return found;
}

void Walker::expand(Number number, Found found) {
    Node& node = nodes_[number];
    node.known = found.known;
    if (node.known && (!own_moves_only_ || stored_.insert(usable(book_.identity_of(*found.at)))))
        ++result_.stored;
    if (found_ != nullptr && node.known) {
        ++result_.positions;
        (*found_)(*found.at, found.entries);
    }
    if (node.ply >= limits_.max_ply) {
        ++result_.too_long;
        return;
    }
    constexpr std::size_t most_positions = 1U << 16U; // about 10 MB
    const auto at = steps_.size() < most_positions ? std::move(found.at) : nullptr;
    for (std::size_t i = 0; i < found.entries.size(); ++i)
        if (const Move move = found.entries[i].move)
            steps_.push_back({number, move, found.keys[i], at});
    if (own_moves_only_ && (node.known || node.ply > 0)) return;
    if (filter_ != nullptr && found.replies.empty()) return;
    (node.known ? deviations_ : bridges_).push_back({number, std::move(found.replies)});
}

void Walker::stand_on(Number number) {
    if (number == stands_on_) return;
    position_ = position_of(number);
    stands_on_ = number;
}

// Traverses the tree below one root.
class Walker::Visits {
  public:
    Visits(Walker& walker, Number root, const WalkVisitor& visit)
        : walker_(walker), root_(root), at_(root), next_(root), visit_(visit) {}

    bool enter(const Position& position) {
        at_ = next_;
        const Node& node = walker_.nodes_[at_];
        next_ = node.first_child;
        if (node.known) {
            ++walker_.result_.positions;
            wanted_ = visit_(walker_.roots_[root_], line_, position, walker_.book_.find(position));
        }
        return true;
    }
    Move next(const Position&) {
        if (next_ == none || !wanted_) return {};
        return line_.emplace_back(walker_.nodes_[next_].move);
    }
    void leave(const Position&) {
        if (at_ == root_) return;
        line_.pop_back();
        next_ = walker_.nodes_[at_].sibling;
        at_ = walker_.nodes_[at_].parent;
    }
    bool wanted() const { return wanted_; }

  private:
    Walker& walker_;
    Number root_;
    Number at_;   // the node of the current position
    Number next_; // the next one to enter
    std::vector<Move> line_;
    const WalkVisitor& visit_;
    bool wanted_ = true;
};

void Walker::visit(const WalkVisitor& visit) {
    for (Number root = 0; root < roots_.size(); ++root) {
        Position position = roots_[root];
        Visits visits(*this, root, visit);
        follow_lines(position, visits);
        if (!visits.wanted()) return;
    }
}

// Asks the book only about positions that pass the filter of its keys.
class FilteredBook final : public BookAround {
  public:
    FilteredBook(std::shared_ptr<const Book> book, std::shared_ptr<const KeyFilter> filter)
        : BookAround(std::move(book)), filter_(std::move(filter)) {}

    std::vector<Entry> find(const Position& position) const override {
        return might_contain(position) ? inner()->find(position) : std::vector<Entry>{};
    }
    bool knows(const Position& position) const override {
        return might_contain(position) && inner()->knows(position);
    }
    bool might_contain(const Position& position) const override {
        return filter_->may_contain(inner()->key_of(position));
    }
    const KeyFilter* key_filter() const override {
        return format().has_own_keys ? nullptr : filter_.get();
    }

  private:
    std::shared_ptr<const KeyFilter> filter_;
};

std::shared_ptr<const Book> filtered(std::shared_ptr<const Book> book) {
    auto filter = book->make_key_filter();
    if (filter == nullptr) return book;
    return std::make_shared<const FilteredBook>(std::move(book), std::move(filter));
}

} // namespace

std::shared_ptr<const Book> with_reply_filter(std::shared_ptr<const Book> book) {
    return filtered(std::move(book));
}

std::shared_ptr<const Book> with_key_filter(std::shared_ptr<const Book> book) {
    return book->names_all_moves() ? book : filtered(std::move(book));
}

Walked walk(const Book& book, std::span<const Position> roots, const WalkLimits& limits,
            const WalkVisitor& visit) {
    Walker walker(book, limits);
    if (walker.explore(roots)) walker.visit(visit);
    return walker.result();
}

Walked explore(const Book& book, std::span<const Position> roots, const WalkLimits& limits,
               const PositionVisitor& visit) {
    Walker walker(book, limits, &visit);
    walker.explore(roots);
    return walker.result();
}

} // namespace polyglot::book

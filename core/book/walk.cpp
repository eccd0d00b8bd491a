#include "core/book/walk.hpp"

#include "core/book/key_set.hpp"
#include "core/book/polyglot_book.hpp"
#include "core/book/yacb.hpp"

#include <algorithm>
#include <optional>
#include <utility>

namespace polyglot::book {
namespace {

using chess::Move;
using chess::Position;

// By a list of levels, not by recursion: lines may be as long as games.
class Walker {
  public:
    Walker(const Book& book, const WalkLimits& limits, const WalkVisitor& visit)
        : book_(book), max_ply_(limits.max_ply), visit_(visit) {}

    void from(const Position& root);
    bool running() const { return running_; }
    const Walked& result() const { return result_; }

  private:
    struct Level { // a position on the line, and the moves to try from it
        chess::MoveList moves;
        std::size_t of_book = 0; // so many of the moves, the first ones, are the book's
        std::size_t next = 0;
        Position::Undo undo = {}; // of the move that is being followed
    };

    enum class By : std::uint8_t { Root, BookMove, OtherMove };
    bool arrive(By by);
    bool enter(const std::vector<Entry>& entries);
    void leave();
    std::optional<std::vector<Entry>> look_up() const;

    const Book& book_;
    std::size_t max_ply_;
    const WalkVisitor& visit_;
    const Position* root_ = nullptr;
    Position position_ = Position::start();
    std::vector<Move> line_;
    std::vector<Level> levels_;
    KeySet seen_; // known positions, and unknown ones whose replies were tried
    bool running_ = true;
    Walked result_;
};

void Walker::from(const Position& root) {
    root_ = &root;
    position_ = root;
    arrive(By::Root);
    while (running_ && !levels_.empty()) {
        Level& level = levels_.back();
        if (level.next == level.moves.size()) {
            leave();
            continue;
        }
        const By by = level.next < level.of_book ? By::BookMove : By::OtherMove;
        const Move move = level.moves[level.next++];
        const std::size_t ply = levels_.size() - 1;
        position_.make(move, level.undo);
        line_.push_back(move);
        if (arrive(by)) continue; // leave() takes the move back
        line_.pop_back();
        position_.unmake(move, levels_[ply].undo);
    }
    levels_.clear();
    line_.clear();
}

// True when there is a level for this position now.
bool Walker::arrive(By by) {
    const std::uint64_t key = std::max<std::uint64_t>(position_.key(), 1);
    if (seen_.contains(key)) return false;
    const auto entries = look_up();
    if (!entries && by == By::OtherMove) return false;
    seen_.insert(key);
    if (!entries) {
        if (by == By::BookMove) ++result_.bridges;
        return enter({});
    }
    ++result_.positions;
    running_ = visit_(*root_, line_, position_, *entries);
    return running_ && enter(*entries);
}

bool Walker::enter(const std::vector<Entry>& entries) {
    if (line_.size() >= max_ply_) {
        ++result_.cut;
        return false;
    }
    Level level;
    const auto add = [&level](Move move) {
        if (move && std::find(level.moves.begin(), level.moves.end(), move) == level.moves.end())
            level.moves.push_back(move);
    };
    for (const Entry& entry : entries)
        add(entry.move);
    level.of_book = level.moves.size();
    for (const Move move : position_.legal_moves())
        add(move);
    levels_.push_back(level);
    return true;
}

// Back to the position before, all moves from this one having been tried.
void Walker::leave() {
    levels_.pop_back();
    if (levels_.empty()) return;
    position_.unmake(line_.back(), levels_.back().undo);
    line_.pop_back();
}

// Nothing: the book doesn't know the position.
std::optional<std::vector<Entry>> Walker::look_up() const {
    std::vector<Entry> entries = book_.find(position_);
    if (entries.empty() && !book_.knows(position_)) return std::nullopt;
    return entries;
}

// Asks the book only for positions whose key is one of the book's.
class FilteredBook final : public Book {
  public:
    using KeyOf = std::uint64_t (*)(const Book&, const Position&);
    FilteredBook(std::shared_ptr<const Book> book, KeyFilter filter, KeyOf key_of)
        : book_(std::move(book)), filter_(std::move(filter)), key_of_(key_of) {}

    std::vector<Entry> find(const Position& position) const override {
        return may_know(position) ? book_->find(position) : std::vector<Entry>{};
    }
    bool knows(const Position& position) const override { return may_know(position) && book_->knows(position); }
    Format format() const override { return book_->format(); }
    std::string_view refuses(const Position& position) const override { return book_->refuses(position); }
    std::uint64_t count_positions() const override { return book_->count_positions(); }
    Facts facts() const override { return book_->facts(); }
    std::vector<std::string> oddities() const override { return book_->oddities(); }

  private:
    bool may_know(const Position& position) const { return filter_.may_contain(key_of_(*book_, position)); }

    std::shared_ptr<const Book> book_;
    KeyFilter filter_;
    KeyOf key_of_;
};

std::shared_ptr<const Book> filtered(std::shared_ptr<const Book> book, const EntryTable& entries) {
    KeyFilter filter(entries.size());
    std::vector<std::byte> buffer(64U << 10U);
    EntryWindow window(entries, buffer);
    for (std::uint64_t i = 0; i < entries.size() && window.reach(i); ++i)
        filter.add(window.key(i));
    return std::make_shared<const FilteredBook>(std::move(book), std::move(filter),
                                                [](const Book&, const Position& p) { return p.key(); });
}

std::shared_ptr<const Book> filtered(std::shared_ptr<const Book> book, const YacbBook& yacb) {
    KeyFilter filter(yacb.size());
    yacb.for_each([&filter](std::uint64_t, const YacbEntry& entry) {
        filter.add(entry.key);
        return true;
    });
    return std::make_shared<const FilteredBook>(
        std::move(book), std::move(filter),
        [](const Book& b, const Position& p) { return static_cast<const YacbBook&>(b).key_of(p); });
}

} // namespace

std::shared_ptr<const Book> with_key_filter(std::shared_ptr<const Book> book) {
    if (const auto* polyglot = dynamic_cast<const PolyglotBook*>(book.get()))
        return filtered(book, polyglot->entries());
    if (const auto* yacb = dynamic_cast<const YacbBook*>(book.get())) return filtered(book, *yacb);
    return book;
}

Walked walk(const Book& book, std::span<const Position> roots, const WalkLimits& limits, const WalkVisitor& visit) {
    Walker walker(book, limits, visit);
    for (const Position& root : roots) {
        if (!walker.running()) break;
        walker.from(root);
    }
    return walker.result();
}

} // namespace polyglot::book

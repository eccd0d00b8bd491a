#include "tools/books/lines.hpp"

#include "core/book/walk/depth_first.hpp"
#include "core/chess/game.hpp"

#include <optional>
#include <vector>

namespace polyglot::tools {
namespace {

using chess::Move;
using chess::Position;

// Holds the book's content in a position.
struct BookMoves {
    std::uint64_t place = 0; // of the first entry in the file: identifies the position
    std::uint64_t entries = 0;
    std::uint64_t illegal = 0;
    // Contains the playable moves, with a weight above 0, repeated as in the file.
    chess::MoveList moves{};
};

class Walk {
  public:
    Walk(const book::PolyglotBook& book, const KeyFilter& filter, chess::Color side)
        : book_(book),
          filter_(filter),
          side_(side),
          visited_(static_cast<std::size_t>(book.entries().size())) {}

    void along_lines() {
        off_book_ = false;
        run();
    }
    // Walks again from the start, now also with moves outside the book in positions where it has
    // one.
    void off_lines() {
        off_book_ = true;
        on_lines_ = visited_;
        visited_.assign(visited_.size(), false);
        run();
    }
    const Lines& result() const { return result_; }

    // These functions serve follow_lines().
    bool enter(const Position& position);
    Move next(const Position&) {
        Level& level = levels_.back();
        return level.next == level.moves.size() ? Move() : level.moves[level.next++];
    }
    void leave(const Position&);

  private:
    struct Level { // a position on the line, and the moves to follow from it
        chess::MoveList moves{};
        std::size_t next = 0;
        // True if the other side moves and no reply in the book has been found to any of its moves
        // yet.
        bool is_end = false;
    };

    void run() {
        Position position = Position::start();
        book::follow_lines(position, *this);
    }
    bool enter_to_move(const Position& position); // our side
    bool enter_to_wait(const Position& position); // the other side
    void count(const BookMoves& found);
    std::optional<BookMoves> look_up(const Position& position);

    const book::PolyglotBook& book_;
    const KeyFilter& filter_;
    chess::Color side_;
    std::vector<Level> levels_;
    std::vector<bool> visited_; // by BookMoves::place
    std::vector<bool> on_lines_;
    KeySet waiting_; // positions with the other side to move
    bool off_book_ = false;
    Lines result_;
};

bool Walk::enter(const Position& position) {
    if (levels_.size() >= chess::longest_game_plies) {
        ++result_.too_long;
        return false;
    }
    return position.side_to_move() == side_ ? enter_to_move(position) : enter_to_wait(position);
}

bool Walk::enter_to_move(const Position& position) {
    const auto found = look_up(position);
    if (!found || found->moves.empty()) return false;
    if (!levels_.empty()) levels_.back().is_end = false;
    const auto place = static_cast<std::size_t>(found->place);
    if (visited_[place]) {
        if (!off_book_) ++result_.lines;
        return false;
    }
    visited_[place] = true;
    count(*found);
    levels_.push_back({.moves = off_book_ ? position.legal_moves() : found->moves});
    return true;
}

bool Walk::enter_to_wait(const Position& position) {
    // Without the set the second walk looks up some replies twice; with it there would be thirty
    // times as many.
    if (!off_book_ && !waiting_.insert(position.key())) {
        ++result_.lines;
        return false;
    }
    // At the maximum length of a game, all replies count as cut, whether or not the book has them.
    const bool last = levels_.size() + 1 >= chess::longest_game_plies;
    levels_.push_back({.moves = last ? position.legal_moves() : book::moves_into(filter_, position),
                       .is_end = true});
    return true;
}

void Walk::leave(const Position&) {
    // White's move before Black's first one is not a line for Black.
    if (levels_.back().is_end && levels_.size() > 1 && !off_book_) ++result_.lines;
    levels_.pop_back();
}

void Walk::count(const BookMoves& found) {
    if (off_book_) {
        result_.elsewhere += on_lines_[static_cast<std::size_t>(found.place)] ? 0U : 1U;
        return;
    }
    ++result_.positions;
    result_.entries += found.entries;
    result_.illegal += found.illegal;
}

std::optional<BookMoves> Walk::look_up(const Position& position) {
    if (!filter_.may_contain(position.key())) return std::nullopt;
    const auto entries = book_.find_numbered(position.key());
    if (!entries) result_.readable = false;
    if (!entries || entries->empty()) return std::nullopt;
    BookMoves found{.place = entries->front().number, .entries = entries->size()};
    for (const auto& [number, entry] : *entries) {
        const Move move = book::decode_move(entry.move, position);
        if (!move) {
            ++found.illegal;
        } else if (entry.weight > 0) {
            found.moves.push_back(move);
        }
    }
    return found;
}

} // namespace

Lines walk_lines(const book::PolyglotBook& book, const KeyFilter& filter, chess::Color side,
                 bool exact) {
    Walk walk(book, filter, side);
    walk.along_lines();
    if (exact) walk.off_lines();
    return walk.result();
}

} // namespace polyglot::tools

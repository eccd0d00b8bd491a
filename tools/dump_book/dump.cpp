#include "tools/dump_book/dump.hpp"

#include "core/book/walk/depth_first.hpp"
#include "core/book/walk/key_set.hpp"
#include "core/chess/game.hpp"
#include "core/chess/san.hpp"
#include "tools/books/lines.hpp"
#include "tools/dump_book/dump_text.hpp"
#include "tools/dump_book/piece_order.hpp"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

namespace polyglot::tools {
namespace {

using chess::Move;
using chess::Position;

// Holds the entries of the book for one position: the playable moves (legal, weight above 0) in
// book order, their weights, and the number of illegal entries.
struct BookMoves {
    std::vector<Move> moves{};
    std::vector<std::uint32_t> weights;
    std::uint64_t illegal = 0;
};

// Prints the lines of a book. A line ends under the same conditions as in walk_lines().
class Dumper {
  public:
    Dumper(const book::Book& book, const DumpOptions& options,
           const std::function<bool(std::string_view)>& write)
        : book_(book),
          options_(options),
          text_(options, write, result_),
          max_ply_(std::min(options.max_ply, chess::longest_game_plies)),
          order_(options.start) {}

    Dump run();

    // These functions serve follow_lines().
    bool enter(const Position& position);
    Move next(const Position& position);
    void leave(const Position&);

  private:
    struct Level { // a position on the line, and the moves to follow from it
        PieceOrder order;
        std::vector<Move> moves{};
        std::vector<std::uint32_t> weights{}; // of the moves; empty if the other side moves
        bool ours = false;
        std::size_t text_size = 0; // up to this position
        // True if the other side moves and no reply tried so far has an answer in the book.
        bool is_end = false;
        std::size_t next = 0;
    };
    bool has_answer(const Position& position, Move move);
    BookMoves look_up(const Position& position) const;
    std::vector<Move> replies(const Position& position);

    const book::Book& book_;
    const DumpOptions& options_;
    Dump result_;
    DumpText text_;
    std::size_t max_ply_;
    // order_ and found_ belong to the position that is entered next.
    PieceOrder order_;
    BookMoves found_;           // valid only if our side moves in that position
    std::vector<Level> levels_; // one for each ply before the position being entered
};

Dump Dumper::run() {
    text_.begin();
    Position position = options_.start;
    if (position.side_to_move() == options_.color) {
        found_ = look_up(position);
        if (found_.moves.empty() || max_ply_ == 0) return result_;
    }
    book::follow_lines(position, *this);
    return result_;
}

// Adds a level for the position and returns true. If the position has occurred before, prints the
// line with a mark and returns false.
bool Dumper::enter(const Position& position) {
    if (!text_.enter(position.key())) return false;
    Level level{.order = order_};
    level.text_size = text_.size();
    level.ours = position.side_to_move() == options_.color;
    level.is_end = !level.ours;
    if (level.ours) {
        ++result_.positions;
        result_.illegal += found_.illegal;
        level.moves = std::move(found_.moves);
        level.weights = std::move(found_.weights);
    } else {
        level.moves = replies(position);
        level.order.sort(position, level.moves);
    }
    levels_.push_back(std::move(level));
    return true;
}

// Returns the next move to follow: a book move if our side moves, otherwise a reply to which the
// book has an answer. Returns an empty move if no move is left or writing has failed.
Move Dumper::next(const Position& position) {
    Level& level = levels_.back();
    text_.cut(level.text_size);
    while (text_.is_running() && level.next < level.moves.size()) {
        const std::size_t number = level.next++;
        const Move move = level.moves[number];
        if (!level.ours && !has_answer(position, move)) continue;
        level.is_end = false;
        text_.add_move(
            position.side_to_move(), static_cast<std::size_t>(position.full_move_number()),
            chess::format_san(position, move),
            level.ours ? std::optional(per_cent_of(level.weights, number)) : std::nullopt);
        order_ = level.order;
        order_.make(position, move);
        return move;
    }
    return {};
}

void Dumper::leave(const Position&) {
    if (levels_.back().is_end && levels_.size() > 1) text_.print_line("");
    levels_.pop_back();
    text_.leave();
}

// Returns whether the book has a playable move after this one. Stores these book moves in found_
// for enter().
bool Dumper::has_answer(const Position& position, Move move) {
    Position after = position;
    after.make(move);
    found_ = look_up(after);
    return !found_.moves.empty();
}

BookMoves Dumper::look_up(const Position& position) const {
    BookMoves found;
    for (const book::Entry& entry : book_.find(position)) {
        if (!entry.move) {
            ++found.illegal;
        } else if (entry.weight > 0) {
            found.moves.push_back(entry.move);
            found.weights.push_back(entry.weight);
        }
    }
    return found;
}

// Returns all legal moves of the other side; none if max_ply_ leaves no room for a book move after
// the reply.
std::vector<Move> Dumper::replies(const Position& position) {
    if (levels_.size() + 2 > max_ply_) {
        result_.too_long += max_ply_ < options_.max_ply ? 1 : 0;
        return {};
    }
    const book::KeyFilter* const filter = book_.key_filter();
    const chess::MoveList moves =
        filter != nullptr ? book::moves_into(*filter, position) : position.legal_moves();
    return {moves.begin(), moves.end()};
}

} // namespace

Dump dump_book(const book::Book& book, const DumpOptions& options,
               const std::function<bool(std::string_view)>& write) {
    return Dumper(book, options, write).run();
}

} // namespace polyglot::tools

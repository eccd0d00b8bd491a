#include "tools/books/dump.hpp"

#include "core/book/walk/depth_first.hpp"
#include "core/chess/game.hpp"
#include "core/chess/san.hpp"
#include "tools/books/lines.hpp"
#include "tools/books/piece_order.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

namespace polyglot::tools {
namespace {

using chess::Move;
using chess::Position;

// What the book has in a position: the moves that may be played, in its order, and their weights.
struct BookMoves {
    std::vector<Move> moves;
    std::vector<std::uint32_t> weights;
    std::uint64_t illegal = 0;
};

// The lines end as those of walk_lines() do.
class Dumper {
  public:
    Dumper(const book::Book& book, const DumpOptions& options, const std::function<bool(std::string_view)>& write)
        : book_(book),
          options_(options),
          write_(write),
          max_ply_(std::min(options.max_ply, chess::longest_game_plies)),
          order_(options.start) {}

    Dump run();

    // For follow_lines().
    bool enter(const Position& position);
    Move next(const Position& position);
    void leave(const Position&);

  private:
    struct Level { // a position on the line, and the moves to follow from it
        PieceOrder order;
        std::vector<Move> moves;
        std::vector<std::uint32_t> weights; // of the moves, if they are the book's
        bool ours = false;
        std::size_t text_size = 0; // of text_ here
        bool is_end = false;       // the other side moves, and so far the book has no answer to any of its moves
        std::size_t next = 0;
    };
    struct Place { // where a position was first
        std::uint64_t line = 0;
        std::size_t ply = 0;
    };

    bool has_answer(const Position& position, Move move);
    std::optional<std::string> mark_of_known(std::uint64_t key);
    BookMoves look_up(const Position& position) const;
    std::vector<Move> replies(const Position& position);
    void append_word(const Position& position, const Level& level, std::size_t number);
    void print_line(std::string_view end);

    const book::Book& book_;
    const DumpOptions& options_;
    const std::function<bool(std::string_view)>& write_;
    std::size_t max_ply_;
    // Of the position that is entered next.
    PieceOrder order_;
    BookMoves found_;                 // if our side moves there
    std::vector<Level> levels_;       // as many as plies have led to the position being entered
    std::vector<std::uint64_t> path_; // their keys
    std::unordered_map<std::uint64_t, Place> seen_;
    std::string text_; // of the line so far, each word followed by a blank
    bool running_ = true;
    Dump result_;
};

Dump Dumper::run() {
    running_ = write_(options_.title + '\n');
    Position position = options_.start;
    if (position.side_to_move() == options_.color) {
        found_ = look_up(position);
        if (found_.moves.empty() || max_ply_ == 0) return result_;
    }
    book::follow_lines(position, *this);
    return result_;
}

// Makes a level of the position, unless the line runs into what is known.
bool Dumper::enter(const Position& position) {
    if (const auto mark = mark_of_known(position.key())) {
        print_line(*mark);
        return false;
    }
    Level level{.order = order_, .moves = {}, .weights = {}};
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
    path_.push_back(position.key());
    return true;
}

// The next move of the book, or the next one of the other side that the book has an answer to.
Move Dumper::next(const Position& position) {
    Level& level = levels_.back();
    text_.resize(level.text_size);
    while (running_ && level.next < level.moves.size()) {
        const std::size_t number = level.next++;
        const Move move = level.moves[number];
        if (!level.ours && !has_answer(position, move)) continue;
        level.is_end = false;
        append_word(position, level, number);
        order_ = level.order;
        order_.make(position, move);
        return move;
    }
    return {};
}

void Dumper::leave(const Position&) {
    if (levels_.back().is_end && levels_.size() > 1) print_line("");
    levels_.pop_back();
    path_.pop_back();
}

// Keeps the answer for enter().
bool Dumper::has_answer(const Position& position, Move move) {
    Position after = position;
    after.make(move);
    found_ = look_up(after);
    return !found_.moves.empty();
}

std::optional<std::string> Dumper::mark_of_known(std::uint64_t key) {
    const auto [known, is_new] = seen_.try_emplace(key, Place{result_.lines + 1, levels_.size()});
    if (is_new) return std::nullopt;
    const Place& place = known->second;
    const std::string ply = "ply=" + std::to_string(place.ply) + '}';
    if (place.ply < path_.size() && path_[place.ply] == key) return "{cycle: " + ply;
    return "{trans: line=" + std::to_string(place.line) + ", " + ply;
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

// All moves of the other side, as long as a move of the book may follow.
std::vector<Move> Dumper::replies(const Position& position) {
    if (levels_.size() + 2 > max_ply_) {
        result_.cut += max_ply_ < options_.max_ply ? 1 : 0;
        return {};
    }
    const chess::MoveList moves = position.legal_moves();
    return {moves.begin(), moves.end()};
}

void Dumper::append_word(const Position& position, const Level& level, std::size_t number) {
    const bool white = position.side_to_move() == chess::Color::White;
    if (white || text_.empty()) text_ += std::to_string(position.full_move_number()) + (white ? ". " : "... ");
    text_ += chess::format_san(position, level.moves[number]);
    if (level.ours) {
        std::uint64_t sum = 0;
        for (const std::uint32_t weight : level.weights)
            sum += weight;
        // PolyGlot's rounding, of halves to the even number, and its product: 100.0 * 23 / 40 were 58.
        const double share = static_cast<double>(level.weights[number]) / static_cast<double>(sum) * 100.0;
        text_ += '{' + std::to_string(std::lrint(share)) + "%}";
    }
    text_ += ' ';
}

void Dumper::print_line(std::string_view end) {
    if (!running_) return;
    ++result_.lines;
    std::string line = std::to_string(result_.lines) + ": " + text_;
    line.append(end) += '\n';
    if (!write_(line)) running_ = false;
}

} // namespace

Dump dump_book(const book::Book& book, const DumpOptions& options, const std::function<bool(std::string_view)>& write) {
    return Dumper(book, options, write).run();
}

} // namespace polyglot::tools

#include "tools/books/dump.hpp"

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

// Depth first by a list of levels, not by recursion. The lines end as those of walk_lines() do.
class Dumper {
  public:
    Dumper(const book::Book& book, const DumpOptions& options, const std::function<bool(std::string_view)>& write)
        : book_(book),
          options_(options),
          write_(write),
          position_(options.start),
          max_ply_(std::min(options.max_ply, chess::longest_game_plies)) {}

    Dump run();

  private:
    struct Level { // a position on the line, and the moves to follow from it
        PieceOrder order;
        std::vector<Move> moves;
        std::vector<std::uint32_t> weights; // of the moves, if they are the book's
        bool ours = false;
        std::size_t text_size = 0; // of text_ here
        bool is_end = false;       // the other side moves, and nothing in the book has come of it so far
        std::size_t next = 0;
        Position::Undo undo = {}; // of the move being followed
    };
    struct Place { // where a position was first
        std::uint64_t line = 0;
        std::size_t ply = 0;
    };

    void step();
    void leave();
    bool arrive_to_move(const PieceOrder& order, BookMoves found);
    bool arrive_to_wait(const PieceOrder& order);
    bool enter(Level level);
    std::optional<std::string> mark_of_known();
    BookMoves look_up();
    std::vector<Move> replies();
    void append_word(const Level& level, Move move);
    void print_line(std::string_view end);

    const book::Book& book_;
    const DumpOptions& options_;
    const std::function<bool(std::string_view)>& write_;
    Position position_;
    std::size_t max_ply_;
    std::vector<Level> levels_;       // as many as plies have led to the position being arrived at
    std::vector<std::uint64_t> path_; // their keys
    std::unordered_map<std::uint64_t, Place> seen_;
    std::string text_; // of the line so far, each word followed by a blank
    bool running_ = true;
    Dump result_;
};

Dump Dumper::run() {
    running_ = write_(options_.title + '\n');
    if (position_.side_to_move() != options_.color) {
        arrive_to_wait(PieceOrder(position_));
    } else if (BookMoves found = look_up(); !found.moves.empty() && max_ply_ > 0) {
        arrive_to_move(PieceOrder(position_), std::move(found));
    }
    while (running_ && !levels_.empty())
        step();
    return result_;
}

void Dumper::step() {
    Level& level = levels_.back();
    if (level.next == level.moves.size()) {
        leave();
        return;
    }
    const Move move = level.moves[level.next];
    BookMoves found;
    if (!level.ours) {
        Position::Undo undo;
        position_.make(move, undo);
        found = look_up();
        position_.unmake(move, undo);
    }
    if (level.ours || !found.moves.empty()) {
        append_word(level, move);
        PieceOrder order = level.order;
        order.make(position_, move);
        Position::Undo undo;
        position_.make(move, undo);
        level.undo = undo;
        level.is_end = false;
        const bool entered = level.ours ? arrive_to_wait(order) : arrive_to_move(order, std::move(found));
        if (entered) return; // leave() comes back here
        position_.unmake(move, undo);
        text_.resize(levels_.back().text_size);
    }
    ++levels_.back().next;
}

// Back to the position before, all moves from this one having been followed.
void Dumper::leave() {
    if (levels_.back().is_end && levels_.size() > 1) print_line("");
    levels_.pop_back();
    path_.pop_back();
    if (levels_.empty()) return;
    Level& before = levels_.back();
    position_.unmake(before.moves[before.next++], before.undo);
    text_.resize(before.text_size);
}

bool Dumper::arrive_to_move(const PieceOrder& order, BookMoves found) {
    const std::uint64_t illegal = found.illegal;
    if (!enter({.order = order, .moves = std::move(found.moves), .weights = std::move(found.weights), .ours = true}))
        return false;
    ++result_.positions;
    result_.illegal += illegal;
    return true;
}

bool Dumper::arrive_to_wait(const PieceOrder& order) {
    return enter({.order = order, .moves = {}, .weights = {}, .is_end = true});
}

// Makes a level of the position, unless the line runs into what is known.
bool Dumper::enter(Level level) {
    if (const auto mark = mark_of_known()) {
        print_line(*mark);
        return false;
    }
    if (!level.ours) {
        level.moves = replies();
        level.order.sort(position_, level.moves);
    }
    level.text_size = text_.size();
    levels_.push_back(std::move(level));
    path_.push_back(position_.key());
    return true;
}

std::optional<std::string> Dumper::mark_of_known() {
    const auto [known, is_new] = seen_.try_emplace(position_.key(), Place{result_.lines + 1, levels_.size()});
    if (is_new) return std::nullopt;
    const Place& place = known->second;
    const std::string ply = "ply=" + std::to_string(place.ply) + '}';
    if (place.ply < path_.size() && path_[place.ply] == position_.key()) return "{cycle: " + ply;
    return "{trans: line=" + std::to_string(place.line) + ", " + ply;
}

BookMoves Dumper::look_up() {
    BookMoves found;
    for (const book::Entry& entry : book_.find(position_)) {
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
std::vector<Move> Dumper::replies() {
    if (levels_.size() + 2 > max_ply_) {
        result_.cut += max_ply_ < options_.max_ply ? 1 : 0;
        return {};
    }
    const chess::MoveList moves = position_.legal_moves();
    return {moves.begin(), moves.end()};
}

void Dumper::append_word(const Level& level, Move move) {
    const bool white = position_.side_to_move() == chess::Color::White;
    if (white || text_.empty()) text_ += std::to_string(position_.full_move_number()) + (white ? ". " : "... ");
    text_ += chess::format_san(position_, move);
    if (level.ours) {
        std::uint64_t sum = 0;
        for (const std::uint32_t weight : level.weights)
            sum += weight;
        // PolyGlot's rounding, of halves to the even number, and its product: 100.0 * 23 / 40 were 58.
        const double share = static_cast<double>(level.weights[level.next]) / static_cast<double>(sum) * 100.0;
        text_ += '{' + std::to_string(std::lrint(share)) + "%}";
    }
    text_ += ' ';
}

void Dumper::print_line(std::string_view end) {
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

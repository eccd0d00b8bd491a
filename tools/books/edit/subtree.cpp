#include "tools/books/edit/subtree.hpp"

#include "core/book/walk/depth_first.hpp"
#include "core/chess/game.hpp"
#include "core/chess/san.hpp"
#include "storage/books/book_file.hpp"
#include "tools/books/sources/any_book.hpp"

#include <algorithm>
#include <utility>

namespace polyglot::tools {
namespace {

using book::Entry;
using chess::Move;
using chess::Position;

constexpr std::uint64_t between_questions = 4096; // positions

class Visitor {
  public:
    Visitor(const Subtree& subtree, SubtreeKeys& seen) : subtree_(subtree), seen_(seen) {}

    bool enter(const Position& position) {
        if (stopped_ || waiting_.size() > chess::longest_game_plies ||
            !seen_.insert(position.key()).second)
            return false;
        if (++positions_ % between_questions == 0 && !subtree_.keep_on()) stopped_ = true;
        std::vector<Move> moves = subtree_.moves(position);
        subtree_.visit(position);
        waiting_.push_back(std::move(moves));
        return true;
    }
    Move next(const Position& /*position*/) {
        if (stopped_ || waiting_.back().empty()) return {};
        const Move move = waiting_.back().back();
        waiting_.back().pop_back();
        return move;
    }
    void leave(const Position& /*position*/) { waiting_.pop_back(); }
    bool stopped() const { return stopped_; }

  private:
    const Subtree& subtree_;
    SubtreeKeys& seen_;
    std::vector<std::vector<Move>> waiting_;
    std::uint64_t positions_ = 0;
    bool stopped_ = false;
};

} // namespace

bool visit_subtree(const Subtree& subtree, const Position& root, SubtreeKeys& seen) {
    Position position = root;
    Visitor visitor(subtree, seen);
    book::follow_lines(position, visitor);
    return !visitor.stopped();
}

std::vector<Move> legal_moves_of(const book::Book& book, const Position& position) {
    std::vector<Move> moves;
    for (const Entry& entry : book.find(position))
        if (entry.move) moves.push_back(entry.move);
    return moves;
}

Result<void> copy_subtree(const Edit& edit, const std::function<bool()>& keep_on,
                          const CopyFrom& copy) {
    const auto opened = open_any_book(edit.other, io::BookUse::Study);
    if (!opened) return at_edit(edit, opened.error().message);
    const book::Book& other = *opened->book;
    std::vector<Entry> top = other.find(edit.position);
    if (edit.move)
        std::erase_if(top, [&edit](const Entry& entry) { return entry.move != edit.move; });
    if (top.empty())
        return at_edit(edit, edit.other + " does not have " +
                                 (edit.move ? chess::format_san(edit.position, edit.move) + " here"
                                            : "the position"));
    Position root = edit.position;
    if (edit.move) {
        if (auto added = copy.add_move(root, top); !added)
            return at_edit(edit, added.error().message);
        root.make(edit.move);
    }
    Result<void> copied;
    const auto replace = [&](const Position& position) {
        if (!copied) return;
        const std::vector<Entry> found = other.find(position);
        const bool has_move =
            std::ranges::any_of(found, [](const Entry& entry) { return entry.move != Move(); });
        if (has_move) copied = copy.replace(position, found);
    };
    const Subtree subtree{.moves = [&other](const Position& p) { return legal_moves_of(other, p); },
                          .visit = replace,
                          .keep_on = keep_on};
    SubtreeKeys seen;
    if (!visit_subtree(subtree, root, seen)) return at_edit(edit, "stopped");
    if (!copied) return at_edit(edit, copied.error().message);
    return {};
}

Result<void> delete_subtree(const Edit& edit, const std::function<bool()>& keep_on,
                            const DeleteFrom& from) {
    const Error stopped = at_edit(edit, "stopped");
    Position top = edit.position;
    if (edit.move) top.make(edit.move);
    std::vector<Position> below;
    Subtree subtree{.moves = from.moves,
                    .visit = [&below](const Position& position) { below.push_back(position); },
                    .keep_on = keep_on};
    SubtreeKeys seen;
    if (!visit_subtree(subtree, top, seen)) return stopped;
    Edit deletion = edit;
    deletion.kind = Edit::Kind::Delete;
    if (auto deleted = from.delete_top(deletion); !deleted) return deleted;

    // The deleted move may still lead to a position that the book has.
    subtree.moves = [&from, &edit, edited_key = edit.position.key()](const Position& position) {
        std::vector<Move> moves = from.moves(position);
        if (position.key() == edited_key) std::erase(moves, edit.move);
        return moves;
    };
    subtree.visit = [](const Position&) {};
    SubtreeKeys kept;
    if (!visit_subtree(subtree, Position::start(), kept)) return stopped;
    if (edit.move && !visit_subtree(subtree, edit.position, kept)) return stopped;
    for (const Position& position : below)
        if (!kept.contains(position.key())) from.delete_position(position);
    return {};
}

Error not_in_book(const std::string& place, const std::string& san) {
    return make_error(place + ": " + san + " is not in the book here; -add adds it");
}

Error at_edit(const Edit& edit, const std::string& message) {
    return make_error(edit.place + ": " + message);
}

} // namespace polyglot::tools

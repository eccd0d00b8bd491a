#include "tools/edit_book/edited_book.hpp"

#include "core/book/edit/position_editor.hpp"
#include "core/book/walk/depth_first.hpp"
#include "core/chess/game.hpp"
#include "core/chess/san.hpp"
#include "core/text/path_text.hpp"
#include "storage/books/book_file.hpp"
#include "tools/books/output.hpp"

#include <algorithm>
#include <optional>
#include <span>
#include <utility>

namespace polyglot::tools {
namespace {

using book::Entry;
using book::PositionEditor;
using book::RawEntry;
using chess::Move;
using chess::Position;
using Kind = Edit::Kind;

constexpr std::uint64_t between_questions = 4096; // positions

// Every position that the book's moves lead to, once.
class Subtree {
  public:
    Subtree(const book::Book& book, std::unordered_set<std::uint64_t>& seen,
            const std::function<void(const Position&)>& visit, const std::function<bool()>& keep_on)
        : book_(book), seen_(seen), visit_(visit), keep_on_(keep_on) {}

    bool enter(const Position& position) {
        if (stopped_ || waiting_.size() > chess::longest_game_plies || !seen_.insert(position.key()).second)
            return false;
        if (++positions_ % between_questions == 0 && !keep_on_()) stopped_ = true;
        std::vector<Move> moves;
        for (const Entry& entry : book_.find(position))
            if (entry.move) moves.push_back(entry.move);
        visit_(position);
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
    const book::Book& book_;
    std::unordered_set<std::uint64_t>& seen_;
    const std::function<void(const Position&)>& visit_;
    const std::function<bool()>& keep_on_;
    std::vector<std::vector<Move>> waiting_;
    std::uint64_t positions_ = 0;
    bool stopped_ = false;
};

Error at(const Edit& edit, const std::string& message) {
    return make_error(edit.place + ": " + message);
}

std::vector<RawEntry> copied_entries(const Position& position, const std::vector<Entry>& entries,
                                     const std::vector<RawEntry>& old) {
    std::uint64_t highest = 0;
    for (const Entry& entry : entries)
        highest = std::max<std::uint64_t>(highest, entry.weight);
    PositionEditor editor(position, {});
    for (const Entry& entry : entries) {
        if (!entry.move || editor.has(entry.move)) continue;
        editor.add(entry.move);
        std::uint64_t weight = entry.weight;
        if (highest > 65'535 && weight > 0) weight = std::max<std::uint64_t>(weight * 65'535 / highest, 1);
        editor.set_weight(entry.move, static_cast<std::uint16_t>(weight));
    }
    std::vector<RawEntry> copied = editor.entries();
    for (RawEntry& entry : copied) {
        const auto same =
            std::find_if(old.begin(), old.end(), [&entry](const RawEntry& o) { return o.move == entry.move; });
        if (same == old.end()) continue;
        entry.learn_count = same->learn_count;
        entry.learn_sum = same->learn_sum;
    }
    return copied;
}

} // namespace

std::vector<RawEntry> EditedBook::entries(const Position& position) const {
    const auto changed = changes_.find(position.key());
    return changed == changes_.end() ? book_->find_raw(position.key()) : changed->second.after;
}

std::vector<Entry> EditedBook::find(const Position& position) const {
    std::vector<Entry> found;
    for (const RawEntry& entry : entries(position))
        found.push_back({.move = book::decode_move(entry.move, position),
                         .weight = entry.weight,
                         .learn_count = entry.learn_count,
                         .learn_sum = entry.learn_sum});
    return found;
}

void EditedBook::set(const Position& position, std::vector<RawEntry> entries) {
    auto changed = changes_.find(position.key());
    if (changed == changes_.end())
        changed = changes_.emplace(position.key(), PositionChange{position, book_->find_raw(position.key()), {}}).first;
    changed->second.after = std::move(entries);
}

std::vector<const PositionChange*> EditedBook::changes() const {
    std::vector<const PositionChange*> real;
    for (const auto& [key, change] : changes_)
        if (change.before != change.after) real.push_back(&change);
    return real;
}

Result<void> EditedBook::apply(const Edit& edit) {
    if (const std::string_view why = book_->refuses(edit.position); !why.empty()) return at(edit, std::string(why));
    switch (edit.kind) {
    case Kind::DeleteSubtree: return delete_subtree(edit);
    case Kind::CopyFrom: return copy_from(edit);
    case Kind::Delete:
        if (!edit.move) {
            if (entries(edit.position).empty()) return at(edit, "the position is not in the book");
            set(edit.position, {});
            return {};
        }
        break;
    case Kind::Add:
    case Kind::Weight:
    case Kind::Share:
    case Kind::Boost: break;
    }
    return change_move(edit);
}

Result<void> EditedBook::change_move(const Edit& edit) {
    PositionEditor editor(edit.position, entries(edit.position));
    if (edit.kind == Kind::Add || edit.adds) editor.add(edit.move);
    if (!editor.has(edit.move))
        return at(edit, chess::format_san(edit.position, edit.move) + " is not in the book here; -add adds it");
    switch (edit.kind) {
    case Kind::Weight: editor.set_weight(edit.move, static_cast<std::uint16_t>(edit.value)); break;
    case Kind::Share:
        if (const auto set = editor.set_share(edit.move, edit.value); !set) return at(edit, set.error().message);
        break;
    case Kind::Boost: editor.boost(edit.move, edit.value); break;
    case Kind::Delete: editor.remove(edit.move); break;
    case Kind::Add:
    case Kind::DeleteSubtree:
    case Kind::CopyFrom: break;
    }
    set(edit.position, editor.entries());
    return {};
}

bool EditedBook::visit_subtree(const book::Book& book, const Position& root, Keys& seen,
                               const std::function<void(const Position&)>& visit) const {
    Position position = root;
    Subtree subtree(book, seen, visit, keep_on_);
    book::follow_lines(position, subtree);
    return !subtree.stopped();
}

// Positions that the book's moves reach from the start position or from the edited one by another way stay.
Result<void> EditedBook::delete_subtree(const Edit& edit) {
    Position top = edit.position;
    if (edit.move) {
        top.make(edit.move);
    } else if (entries(top).empty()) {
        return at(edit, "the position is not in the book");
    }
    const Error stopped = at(edit, "stopped");
    std::vector<Position> below;
    Keys seen;
    if (!visit_subtree(*this, top, seen, [&below](const Position& position) { below.push_back(position); }))
        return stopped;
    Edit deletion = edit;
    deletion.kind = Kind::Delete;
    if (auto deleted = apply(deletion); !deleted) return deleted;

    Keys kept;
    const auto nothing = [](const Position&) {};
    if (!visit_subtree(*this, Position::start(), kept, nothing)) return stopped;
    if (edit.move && !visit_subtree(*this, edit.position, kept, nothing)) return stopped;
    for (const Position& position : below)
        if (!kept.contains(position.key()) && !entries(position).empty()) set(position, {});
    return {};
}

// What the other book has of the position, or of the move, and of everything below takes the place of ours.
Result<void> EditedBook::copy_from(const Edit& edit) {
    const auto opened = io::open_book(to_path(edit.other), io::BookUse::Study);
    if (!opened) return at(edit, opened.error().message);
    const book::Book& other = *opened->book;
    std::vector<Entry> top = other.find(edit.position);
    if (edit.move) std::erase_if(top, [&edit](const Entry& entry) { return entry.move != edit.move; });
    if (top.empty())
        return at(edit, edit.other + " does not have " +
                            (edit.move ? chess::format_san(edit.position, edit.move) + " here" : "the position"));
    Position root = edit.position;
    if (edit.move) {
        PositionEditor editor(edit.position, entries(edit.position));
        editor.add(edit.move);
        editor.set_weight(edit.move, static_cast<std::uint16_t>(std::min<std::uint32_t>(top.front().weight, 65'535)));
        set(edit.position, editor.entries());
        root.make(edit.move);
    }
    Keys seen;
    const auto copy = [&](const Position& position) {
        const std::vector<Entry> found = other.find(position);
        const bool has_move =
            std::any_of(found.begin(), found.end(), [](const Entry& entry) { return entry.move != Move(); });
        if (has_move && book_->refuses(position).empty())
            set(position, copied_entries(position, found, entries(position)));
    };
    if (!visit_subtree(other, root, seen, copy)) return at(edit, "stopped");
    return {};
}

std::optional<std::uint64_t> EditedBook::write(const book::ByteReader& bytes,
                                               const std::function<void(std::string_view)>& write) const {
    std::uint64_t moves = 0;
    std::string buffer;
    const auto put = [&](const RawEntry& entry) {
        append_entry(buffer, entry);
        if (!book::is_special(entry)) ++moves;
        if (buffer.size() < 1U << 16U) return;
        write(buffer);
        buffer.clear();
    };
    auto next = changes_.begin();
    const auto put_changes_below = [&](std::uint64_t key) {
        for (; next != changes_.end() && next->first < key; ++next)
            for (const RawEntry& entry : next->second.after)
                put(entry);
    };
    const book::EntryTable& table = book_->entries();
    std::vector<std::byte> read(64U << 10U);
    book::EntryWindow window(table, read);
    for (std::uint64_t i = 0; i < table.size(); ++i) {
        if (!window.reach(i)) return std::nullopt;
        const RawEntry entry = window[i];
        if (entry.key != book::header_key) put_changes_below(entry.key);
        if (book::is_special(entry) || next == changes_.end() || next->first != entry.key) put(entry);
    }
    put_changes_below(book::end_marker_key);
    std::uint64_t at = table.size() * book::entry_size;
    while (at < bytes.size()) {
        const auto part = std::span(read).first(std::min<std::uint64_t>(read.size(), bytes.size() - at));
        if (bytes.read_at(at, part) != part.size()) return std::nullopt;
        buffer.append(reinterpret_cast<const char*>(part.data()), part.size());
        at += part.size();
    }
    write(buffer);
    return moves;
}

} // namespace polyglot::tools

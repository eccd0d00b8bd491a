// The edits of a variant's book that concern several moves or positions.
#include "core/book/edit/position_editor.hpp"
#include "core/book/variants/walk.hpp"
#include "core/chess/variants/notation.hpp"
#include "tools/books/edit/edited_polyglot.hpp"
#include "tools/books/edit/subtree.hpp"
#include "tools/books/sources/any_book.hpp"

#include <algorithm>
#include <functional>
#include <optional>
#include <unordered_set>

namespace polyglot::tools {
namespace {

using book::RawEntry;
using chess::VariantMove;
using chess::VariantPosition;

constexpr std::uint64_t between_questions = 4096; // positions

using VariantMovesOf = std::function<std::vector<VariantMove>(const VariantPosition&)>;

// Visits every position at and below the root once, each before those below it. Positions that
// differ in pockets or checks are different. Returns false if keep_on stopped it or there are too
// many.
bool visit_variant_subtree(const VariantPosition& root, const VariantMovesOf& moves_of,
                           const std::function<void(const VariantPosition&)>& visit,
                           const EditedBook::KeepOn& keep_on) {
    std::unordered_set<std::uint64_t> seen;
    std::vector<VariantPosition> waiting{root};
    while (!waiting.empty()) {
        const VariantPosition position = waiting.back();
        waiting.pop_back();
        if (!seen.insert(book::identity_of(position)).second) continue;
        if (seen.size() > book::most_variant_positions) return false;
        if (seen.size() % between_questions == 0 && !keep_on()) return false;
        const std::vector<VariantMove> moves = moves_of(position);
        visit(position);
        for (const VariantMove& move : moves) {
            waiting.push_back(position);
            waiting.back().make(move);
        }
    }
    return true;
}

const char* const not_whole = "stopped, or the book has too many positions there";

} // namespace

std::vector<VariantMove> EditedPolyglot::moves_of(const VariantPosition& position) const {
    std::vector<VariantMove> moves;
    const std::vector<RawEntry> found = entries(variant_->key_of(position));
    if (found.empty()) return moves;
    const chess::VariantMoves legal = position.legal_moves();
    for (const RawEntry& entry : found)
        if (const auto move = book::decode_variant_move(entry.move, position, legal))
            moves.push_back(*move);
    return moves;
}

Result<void> EditedPolyglot::set_variant_shares(const Edit& edit) {
    const VariantPosition& position = edit.variant->position;
    book::VariantPositionEditor editor(*variant_, position, entries(variant_->key_of(position)));
    const std::vector<Edit::MoveShare> all = shares_of(edit);
    std::vector<book::MoveShareOf<VariantMove>> shares;
    for (const Edit::MoveShare& share : all) {
        const VariantMove& move = *share.variant_move;
        const std::string san = chess::format_variant_san(position, move);
        if (!book::encode_variant_move(move, variant_->keys()))
            return make_error(share.place + ": XBoard's books cannot have " + san);
        if (share.adds) editor.add(move);
        if (!editor.has(move)) return not_in_book(share.place, san);
        shares.push_back({move, share.share});
    }
    if (const auto done = editor.set_shares(shares); !done)
        return make_error(places_of(all) + ": " + done.error().message);
    set(position, editor.entries());
    return {};
}

// Keeps positions that the book's moves also reach from the start position or from the edited
// position by another way, and those with the key of such a position.
Result<void> EditedPolyglot::delete_variant_subtree(const Edit& edit) {
    const auto& [position, move] = *edit.variant;
    VariantPosition top = position;
    if (move)
        top.make(*move);
    else if (entries(variant_->key_of(top)).empty())
        return at_edit(edit, "the position is not in the book");
    const VariantMovesOf moves = [this](const VariantPosition& at) { return moves_of(at); };
    std::vector<VariantPosition> below;
    const auto note = [&below](const VariantPosition& at) { below.push_back(at); };
    if (!visit_variant_subtree(top, moves, note, keep_on())) return at_edit(edit, not_whole);
    Edit deletion = edit;
    deletion.kind = Edit::Kind::Delete;
    if (auto deleted = apply(deletion); !deleted) return deleted;

    std::unordered_set<std::uint64_t> kept; // keys
    const auto keep = [&](const VariantPosition& at) { kept.insert(variant_->key_of(at)); };
    const auto start = VariantPosition::start(variant_->variant());
    if (!visit_variant_subtree(start, moves, keep, keep_on())) return at_edit(edit, not_whole);
    if (move && !visit_variant_subtree(position, moves, keep, keep_on()))
        return at_edit(edit, not_whole);
    for (const VariantPosition& at : below)
        if (const auto key = variant_->key_of(at); !kept.contains(key) && !entries(key).empty())
            set(at, {});
    return {};
}

// Replaces the entries of the position, or of the move, and of everything below it by those of the
// other book, which may have the other kind of keys. A position whose key had several pockets in
// that book gets the moves of all of them.
Result<void> EditedPolyglot::copy_variant(const Edit& edit) {
    const auto opened = open_any_book(edit.other, io::BookUse::Study, true);
    if (!opened) return at_edit(edit, opened.error().message);
    const auto other = book::open_variant(*opened->book, &variant_->variant());
    if (!other) return at_edit(edit, edit.other + ": " + other.error().message);
    const VariantPosition& position = edit.variant->position;
    const std::optional<VariantMove>& only = edit.variant->move; // nullopt: all moves
    const auto found_at = [&](const VariantPosition& at) {
        std::vector<book::VariantEntry> found = (*other)->find(at);
        std::erase_if(found, [](const book::VariantEntry& entry) { return !entry.move; });
        return found;
    };
    VariantPosition root = position;
    std::vector<book::VariantEntry> top = found_at(root);
    if (only) std::erase_if(top, [&](const auto& entry) { return entry.move != only; });
    if (top.empty())
        return at_edit(edit, edit.other + " does not have " +
                                 (only ? chess::format_variant_san(position, *only) + " here"
                                       : "the position"));
    std::unordered_set<std::uint64_t> replaced; // keys
    // The first position with a key clears what the book had there.
    const auto copy = [&](const VariantPosition& at, const std::vector<book::VariantEntry>& found,
                          bool clears) {
        const std::uint64_t key = variant_->key_of(at);
        const std::vector<RawEntry> old = entries(key);
        book::VariantPositionEditor editor(*variant_, at, clears ? std::vector<RawEntry>() : old);
        for (const book::VariantEntry& entry : found) {
            if (!book::encode_variant_move(*entry.move, variant_->keys())) continue;
            editor.add(*entry.move);
            editor.set_weight(*entry.move, entry.numbered.entry.weight);
        }
        std::vector<RawEntry> copied = editor.entries();
        for (RawEntry& entry : copied) {
            const auto same = std::ranges::find(old, entry.move, &RawEntry::move);
            if (same == old.end()) continue;
            entry.learn_count = same->learn_count;
            entry.learn_sum = same->learn_sum;
        }
        set(at, std::move(copied));
    };
    if (only) {
        copy(root, top, false);
        root.make(*only);
    }
    const auto replace = [&](const VariantPosition& at) {
        if (const auto found = found_at(at); !found.empty())
            copy(at, found, replaced.insert(variant_->key_of(at)).second);
    };
    const auto moves = [&](const VariantPosition& at) {
        std::vector<VariantMove> all;
        for (const book::VariantEntry& entry : found_at(at))
            all.push_back(*entry.move);
        return all;
    };
    if (!visit_variant_subtree(root, moves, replace, keep_on())) return at_edit(edit, not_whole);
    return {};
}

} // namespace polyglot::tools

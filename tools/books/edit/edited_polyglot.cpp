#include "tools/books/edit/edited_polyglot.hpp"

#include "core/book/edit/position_editor.hpp"
#include "core/chess/fen.hpp"
#include "core/chess/san.hpp"
#include "core/chess/variants/fen.hpp"
#include "core/chess/variants/notation.hpp"
#include "core/text/figures.hpp"
#include "tools/books/edit/subtree.hpp"
#include "tools/books/text.hpp"
#include "tools/books/writers/output.hpp"

#include <algorithm>
#include <span>

#include <boost/json.hpp>

namespace polyglot::tools {
namespace {

namespace json = boost::json;
using book::Entry;
using book::PositionEditor;
using book::RawEntry;
using chess::Position;
using Kind = Edit::Kind;

constexpr double most_weight = 65'535;

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
        if (highest > 65'535 && weight > 0)
            weight = std::max<std::uint64_t>(weight * 65'535 / highest, 1);
        editor.set_weight(entry.move, static_cast<std::uint16_t>(weight));
    }
    std::vector<RawEntry> copied = editor.entries();
    for (RawEntry& entry : copied) {
        const auto same = std::ranges::find(old, entry.move, &RawEntry::move);
        if (same == old.end()) continue;
        entry.learn_count = same->learn_count;
        entry.learn_sum = same->learn_sum;
    }
    return copied;
}

const RawEntry* find_move(const std::vector<RawEntry>& entries, std::uint16_t move) {
    const auto found = std::ranges::find(entries, move, &RawEntry::move);
    return found == entries.end() ? nullptr : &*found;
}

// Compares learn fields, too: an equal entry has learned nothing since.
bool has_entry(const std::vector<RawEntry>& entries, const RawEntry& entry) {
    return std::ranges::find(entries, entry) != entries.end();
}

std::uint64_t sum_of(const std::vector<RawEntry>& entries) {
    std::uint64_t sum = 0;
    for (const RawEntry& entry : entries)
        sum += entry.weight;
    return sum;
}

} // namespace

Result<std::unique_ptr<EditedBook>>
EditedPolyglot::open(std::shared_ptr<const book::ByteReader> bytes, KeepOn keep_on,
                     const chess::Variant* variant) {
    auto book = book::PolyglotBook::open(bytes);
    if (!book)
        return make_error(book.error().message +
                          "; edit-book edits books in the formats of PolyGlot, Arena and YACB");
    if (!book->sorted())
        return make_error("is not sorted; polyglot repair-book makes a sorted copy");
    auto edited = std::make_unique<EditedPolyglot>(
        std::make_shared<const book::PolyglotBook>(*std::move(book)), std::move(bytes),
        std::move(keep_on));
    auto of_variant = book::open_variant(*edited->book_, variant);
    if (!of_variant) return of_variant.error();
    edited->variant_ = *std::move(of_variant);
    return std::unique_ptr<EditedBook>(std::move(edited));
}

boost::json::object EditedPolyglot::record() const {
    boost::json::object record = EditedEntries::record();
    if (variant_) record["variant"] = variant_->variant().uci;
    return record;
}

EditedPlace EditedPolyglot::place_of(const Position& position) {
    return {position.key(), chess::format_fen(position), [position](std::uint16_t raw) {
                const chess::Move move = book::decode_move(raw, position);
                return move ? chess::format_san(position, move) : format_raw_move(raw);
            }};
}

EditedPlace EditedPolyglot::place_of(const chess::VariantPosition& position) const {
    return {variant_->key_of(position), chess::format_variant_fen(position),
            [position, legal = position.legal_moves()](std::uint16_t raw) {
                const auto move = book::decode_variant_move(raw, position, legal);
                return move ? chess::format_variant_san(position, *move) : format_raw_move(raw);
            }};
}

Result<EditedPlace> EditedPolyglot::place_of(std::string_view fen) const {
    if (variant_) {
        const auto parsed = chess::parse_variant_fen(variant_->variant(), fen);
        if (!parsed) return parsed.error();
        return place_of(*parsed);
    }
    const auto parsed = chess::parse_fen(fen);
    if (!parsed) return parsed.error();
    return place_of(*parsed);
}

std::vector<Entry> EditedPolyglot::find(const Position& position) const {
    std::vector<Entry> found;
    for (const RawEntry& entry : entries(position))
        found.push_back({.move = book::decode_move(entry.move, position),
                         .weight = entry.weight,
                         .learn_count = entry.learn_count,
                         .learn_sum = entry.learn_sum});
    return found;
}

ShownChange EditedPolyglot::shown(const Change& change) const {
    std::vector<RawEntry> all = change.after;
    for (const RawEntry& entry : change.before)
        if (!find_move(all, entry.move)) all.push_back(entry);
    const auto figures = [](const RawEntry* entry,
                            std::uint64_t sum) -> std::optional<ShownFigures> {
        if (!entry) return std::nullopt;
        return ShownFigures{std::to_string(entry->weight), text::per_cent(entry->weight, sum)};
    };
    const std::uint64_t sum_before = sum_of(change.before);
    const std::uint64_t sum_after = sum_of(change.after);
    ShownChange shown{.fen = change.place.fen};
    for (const RawEntry& entry : all) {
        const RawEntry* const before = find_move(change.before, entry.move);
        const RawEntry* const after = find_move(change.after, entry.move);
        shown.moves.push_back({.name = change.place.name(entry.move),
                               .before = figures(before, sum_before),
                               .after = figures(after, sum_after),
                               .reweighed = before != nullptr && after != nullptr &&
                                            before->weight != after->weight});
    }
    return shown;
}

json::array EditedPolyglot::to_json(const RawEntry& entry) const {
    return {entry.move, entry.weight, entry.learn_count, entry.learn_sum};
}

RawEntry EditedPolyglot::entry_of(const json::array& numbers, std::uint64_t key) const {
    return {.key = key,
            .move = numbers.at(0).to_number<std::uint16_t>(),
            .weight = numbers.at(1).to_number<std::uint16_t>(),
            .learn_count = numbers.at(2).to_number<std::uint16_t>(),
            .learn_sum = numbers.at(3).to_number<std::uint16_t>()};
}

bool EditedPolyglot::same(const std::vector<RawEntry>& a, const std::vector<RawEntry>& b) const {
    return std::ranges::equal(a, b, [](const RawEntry& x, const RawEntry& y) {
        return x.move == y.move && x.weight == y.weight;
    });
}

void EditedPolyglot::keep(Change& change, const std::vector<RawEntry>& now) const {
    for (RawEntry& entry : change.before)
        if (const RawEntry* const learnt = find_move(now, entry.move);
            learnt && !has_entry(change.after, *learnt)) {
            entry.learn_count = learnt->learn_count;
            entry.learn_sum = learnt->learn_sum;
        }
}

Result<void> EditedPolyglot::apply(const Edit& edit) {
    if (variant_) return apply_to_variant(edit);
    if (const std::string_view why = book_->refuses(edit.position); !why.empty())
        return at_edit(edit, std::string(why));
    switch (edit.kind) {
    case Kind::DeleteSubtree: return delete_subtree(edit);
    case Kind::CopyFrom: return copy_from(edit);
    case Kind::Delete:
        if (!edit.move) {
            if (entries(edit.position).empty())
                return at_edit(edit, "the position is not in the book");
            set(edit.position, {});
            return {};
        }
        break;
    case Kind::Games:
    case Kind::Priority: return at_edit(edit, "only Arena books (.abk) have games and priorities");
    case Kind::Weight:
        if (edit.value > most_weight)
            return at_edit(edit, std::to_string(static_cast<std::uint64_t>(edit.value)) +
                                     " is not a weight: 0 to 65535");
        break;
    case Kind::Share: return set_shares(edit);
    case Kind::Add:
    case Kind::Boost: break;
    }
    return change_move(edit);
}

Result<void> EditedPolyglot::set_shares(const Edit& edit) {
    PositionEditor editor(edit.position, entries(edit.position));
    const std::vector<Edit::MoveShare> all = shares_of(edit);
    std::vector<book::MoveShare> shares;
    for (const Edit::MoveShare& share : all) {
        if (share.adds) editor.add(share.move);
        if (!editor.has(share.move))
            return not_in_book(share.place, chess::format_san(edit.position, share.move));
        shares.push_back({share.move, share.share});
    }
    if (const auto set = editor.set_shares(shares); !set)
        return make_error(places_of(all) + ": " + set.error().message);
    set(edit.position, editor.entries());
    return {};
}

namespace {

// The book must have the move, unless the edit adds it.
template <class AnyMove>
bool change(book::AnyPositionEditor<AnyMove>& editor, const Edit& edit, const AnyMove& move) {
    if (edit.kind == Kind::Add || edit.adds) editor.add(move);
    if (!editor.has(move)) return false;
    if (edit.kind == Kind::Weight) editor.set_weight(move, static_cast<std::uint16_t>(edit.value));
    if (edit.kind == Kind::Boost) editor.boost(move, edit.value);
    if (edit.kind == Kind::Delete) editor.remove(move);
    return true;
}

} // namespace

Result<void> EditedPolyglot::change_move(const Edit& edit) {
    PositionEditor editor(edit.position, entries(edit.position));
    if (!change(editor, edit, edit.move))
        return not_in_book(edit.place, chess::format_san(edit.position, edit.move));
    set(edit.position, editor.entries());
    return {};
}

Result<void> EditedPolyglot::apply_to_variant(const Edit& edit) {
    const std::string variant(variant_->variant().uci);
    if (!edit.variant)
        return at_edit(edit, "the book is of " + variant + ", and this edit is of chess");
    const auto& [position, move] = *edit.variant;
    const EditedPlace place = place_of(position);
    switch (edit.kind) {
    case Kind::Add:
    case Kind::Weight:
    case Kind::Boost:
    case Kind::Delete: break;
    case Kind::Share: return set_variant_shares(edit);
    case Kind::DeleteSubtree: return delete_variant_subtree(edit);
    case Kind::CopyFrom: return copy_variant(edit);
    case Kind::Games:
    case Kind::Priority: return at_edit(edit, "only Arena books (.abk) have games and priorities");
    }
    if (!move) {
        if (entries(place.key).empty()) return at_edit(edit, "the position is not in the book");
        set(place, {});
        return {};
    }
    const std::string san = chess::format_variant_san(position, *move);
    if (!book::encode_variant_move(*move, variant_->keys()))
        return at_edit(edit, "XBoard's books cannot have " + san);
    book::VariantPositionEditor editor(*variant_, position, entries(place.key));
    if (!change(editor, edit, *move)) return not_in_book(edit.place, san);
    set(place, editor.entries());
    return {};
}

Result<void> EditedPolyglot::delete_subtree(const Edit& edit) {
    if (!edit.move && entries(edit.position).empty())
        return at_edit(edit, "the position is not in the book");
    const auto remove = [this](const Position& position) {
        if (!entries(position).empty()) set(position, {});
    };
    return tools::delete_subtree(
        edit, keep_on(),
        {.moves = [this](const Position& position) { return legal_moves_of(*this, position); },
         .delete_top = [this](const Edit& deletion) { return apply(deletion); },
         .delete_position = remove});
}

// Replaces the entries of the position, or of the move, and of everything below it by those of the
// other book.
Result<void> EditedPolyglot::copy_from(const Edit& edit) {
    const auto add_move = [this, &edit](const Position& position,
                                        const std::vector<Entry>& found) -> Result<void> {
        PositionEditor editor(position, entries(position));
        editor.add(edit.move);
        editor.set_weight(edit.move, static_cast<std::uint16_t>(
                                         std::min<std::uint32_t>(found.front().weight, 65'535)));
        set(position, editor.entries());
        return {};
    };
    const auto replace = [this](const Position& position,
                                const std::vector<Entry>& found) -> Result<void> {
        if (book_->refuses(position).empty())
            set(position, copied_entries(position, found, entries(position)));
        return {};
    };
    return copy_subtree(edit, keep_on(), {.add_move = add_move, .replace = replace});
}

std::optional<std::uint64_t>
EditedPolyglot::write(const std::function<void(std::string_view)>& write) const {
    std::uint64_t moves = 0;
    std::string buffer;
    const auto put = [&](const RawEntry& entry) {
        append_entry(buffer, entry);
        if (!book::is_special(entry)) ++moves;
        if (buffer.size() < 1U << 16U) return;
        write(buffer);
        buffer.clear();
    };
    const std::vector<const Change*> changes = changed();
    auto next = changes.begin();
    const auto put_changes_below = [&](std::uint64_t key) {
        for (; next != changes.end() && (*next)->place.key < key; ++next)
            for (const RawEntry& entry : (*next)->after)
                put(entry);
    };
    const book::EntryTable& table = book_->entries();
    std::vector<std::byte> read(64U << 10U);
    book::EntryWindow window(table, read);
    for (std::uint64_t i = 0; i < table.size(); ++i) {
        if (!window.reach(i)) return std::nullopt;
        const RawEntry entry = window[i];
        if (entry.key != book::header_key) put_changes_below(entry.key);
        if (book::is_special(entry) || next == changes.end() || (*next)->place.key != entry.key)
            put(entry);
    }
    put_changes_below(book::end_marker_key);
    std::uint64_t at = table.size() * book::entry_size;
    while (at < bytes()->size()) {
        const auto part =
            std::span(read).first(std::min<std::uint64_t>(read.size(), bytes()->size() - at));
        if (bytes()->read_at(at, part) != part.size()) return std::nullopt;
        buffer.append(book::as_text(part));
        at += part.size();
    }
    write(buffer);
    return moves;
}

} // namespace polyglot::tools

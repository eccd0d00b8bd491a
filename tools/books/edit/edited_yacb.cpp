#include "tools/books/edit/edited_yacb.hpp"

#include "core/book/stockfish_move.hpp"
#include "core/book/value_weights.hpp"
#include "core/chess/fen.hpp"
#include "core/chess/san.hpp"
#include "tools/books/edit/subtree.hpp"
#include "tools/books/text.hpp"

#include <algorithm>

namespace polyglot::tools {
namespace {

using book::Entry;
using book::YacbEntry;
using chess::Move;
using chess::Position;
using Kind = Edit::Kind;

} // namespace

std::vector<std::uint16_t> EditedYacb::stockfish_moves(const Position& position) const {
    const auto known = entry(position);
    return known ? std::vector{known->best_move} : std::vector<std::uint16_t>();
}

std::optional<YacbEntry> EditedYacb::entry(const Position& position) const {
    const std::vector<YacbBytes>* const set = find_set(book_.key_of(position));
    if (set == nullptr) return book_.evaluation(position);
    if (set->empty()) return std::nullopt;
    return book::decode_yacb_entry(set->front());
}

Move EditedYacb::best_move(const Position& position) const {
    const auto known = entry(position);
    return known ? book::decode_stockfish_move(known->best_move, position) : Move{};
}

std::vector<Entry> EditedYacb::find(const Position& position) const {
    const auto known = entry(position);
    if (!known) return {};
    Entry found{.move = best_move(position), .weight = known->best_move != 0 ? 1U : 0U};
    if (found.move || known->best_move == 0) found.evaluation = known->evaluation;
    return {found};
}

void EditedYacb::set(const Position& position, const YacbEntry& entry) {
    YacbBytes raw{};
    book::encode_yacb_entry(entry, raw);
    set(place_of(position), std::vector<YacbBytes>{raw});
}

EditedPlace EditedYacb::place_of(const Position& position) const {
    return {book_.key_of(position), chess::format_fen(position), [position](std::uint16_t raw) {
                const Move move = book::decode_stockfish_move(raw, position);
                return move ? chess::format_san(position, move) : std::string();
            }};
}

ShownChange EditedYacb::shown(const Change& change) const {
    ShownChange shown{.fen = change.place.fen};
    const auto add = [&](const std::vector<YacbBytes>& entries,
                         std::optional<ShownFigures> ShownMove::*side) {
        const auto entry =
            entries.empty() ? std::nullopt : book::decode_yacb_entry(entries.front());
        if (!entry) return;
        const std::string san = change.place.name(entry->best_move);
        const std::string name = san.empty() ? "no move" : san;
        auto row = std::ranges::find(shown.moves, name, &ShownMove::name);
        if (row == shown.moves.end()) row = shown.moves.insert(row, {.name = name});
        (*row).*side = ShownFigures{format_value(entry->evaluation), san.empty() ? "" : "best"};
        row->reweighed = row->before && row->after && *row->before != *row->after;
    };
    add(change.after, &ShownMove::after);
    add(change.before, &ShownMove::before);
    return shown;
}

// Refuses edits that have no meaning in a format with one value and one move for each position.
Result<void> EditedYacb::check(const Edit& edit) const {
    if (const std::string_view why = book_.refuses(edit.position); !why.empty())
        return at_edit(edit, std::string(why));
    const auto known = entry(edit.position);
    if (known && known->best_move != 0 && !best_move(edit.position))
        return at_edit(
            edit,
            "the book's move is not legal here: the entry is damaged, or of another position");
    switch (edit.kind) {
    case Kind::Games:
    case Kind::Priority: return at_edit(edit, "only Arena books (.abk) have games and priorities");
    case Kind::Weight:
        if (edit.value == 0)
            return at_edit(edit,
                           "a YACB book keeps no move that is never played: -delete deletes it");
        [[fallthrough]];
    case Kind::Share:
    case Kind::Boost:
        return at_edit(edit, "a YACB book has a value and one move for a position, and no weights: "
                             "-add makes a move "
                             "that one, -delete deletes it");
    case Kind::Add:
    case Kind::Delete:
    case Kind::DeleteSubtree:
    case Kind::CopyFrom: break;
    }
    return {};
}

Result<void> EditedYacb::apply(const Edit& edit) {
    if (auto checked = check(edit); !checked) return checked;
    switch (edit.kind) {
    case Kind::Delete: return delete_move(edit);
    case Kind::DeleteSubtree: return delete_subtree(edit);
    case Kind::CopyFrom: return copy_from(edit);
    default: add(edit.position, edit.move); return {};
    }
}

void EditedYacb::add(const Position& position, Move move) {
    YacbEntry changed = entry(position).value_or(
        YacbEntry{.key = book_.key_of(position), .evaluation = book::no_value()});
    changed.best_move = book::encode_stockfish_move(move, position);
    set(position, changed);
}

Result<void> EditedYacb::delete_move(const Edit& edit) {
    auto known = entry(edit.position);
    if (!known) return at_edit(edit, "the position is not in the book");
    if (!edit.move) {
        delete_position(edit.position);
        return {};
    }
    if (best_move(edit.position) != edit.move)
        return at_edit(edit, chess::format_san(edit.position, edit.move) +
                                 " is not the book's move here");
    known->best_move = 0;
    set(edit.position, *known);
    return {};
}

// Includes moves to positions that no line of best moves reaches, because their values serve the
// previous position.
std::vector<Move> EditedYacb::known_moves(Position position) const {
    std::vector<Move> moves;
    const Move best = best_move(position);
    for (const Move move : position.legal_moves()) {
        Position::Undo undo;
        position.make(move, undo);
        const bool known = entry(position).has_value();
        position.unmake(move, undo);
        if (known || move == best) moves.push_back(move);
    }
    return moves;
}

Result<void> EditedYacb::delete_subtree(const Edit& edit) {
    const bool is_best = !edit.move || best_move(edit.position) == edit.move;
    Position top = edit.position;
    if (edit.move) top.make(edit.move);
    if (!entry(top) && best_move(edit.position) != edit.move)
        return at_edit(edit, edit.move ? "neither the move nor the position after it is in the book"
                                       : "the position is not in the book");
    return tools::delete_subtree(
        edit, keep_on(),
        {.moves = [this](const Position& position) { return known_moves(position); },
         .delete_top =
             [this, is_best](const Edit& deletion) {
                 return is_best ? delete_move(deletion) : Result<void>();
             },
         .delete_position =
             [this](const Position& position) {
                 if (entry(position)) delete_position(position);
             }});
}

// Takes the heaviest move, and the other book's value or, if it has none, ours.
void EditedYacb::replace(const Position& position, const std::vector<Entry>& entries) {
    const Entry* best = nullptr;
    std::optional<book::Evaluation> value;
    for (const Entry& entry : entries) {
        if (!value) value = entry.evaluation;
        if (entry.move && entry.weight > 0 && (best == nullptr || entry.weight > best->weight))
            best = &entry;
    }
    const auto ours = entry(position);
    if (!value && best == nullptr) return; // there is nothing to write
    YacbEntry changed{.key = book_.key_of(position), .evaluation = book::no_value()};
    if (ours) changed.evaluation = ours->evaluation;
    if (value) changed.evaluation = *value;
    if (best != nullptr) changed.best_move = book::encode_stockfish_move(best->move, position);
    set(position, changed);
}

Result<void> EditedYacb::copy_from(const Edit& edit) {
    const auto add_move = [this, &edit](const Position& position,
                                        const std::vector<Entry>& /*found*/) -> Result<void> {
        add(position, edit.move);
        return {};
    };
    const auto take = [this](const Position& position,
                             const std::vector<Entry>& found) -> Result<void> {
        if (book_.refuses(position).empty()) replace(position, found);
        return {};
    };
    return copy_subtree(edit, keep_on(), {.add_move = add_move, .replace = take});
}

} // namespace polyglot::tools

#include "tools/books/edit/edited_arena.hpp"

#include "core/book/arena/builder.hpp"
#include "core/book/arena/weights.hpp"
#include "core/book/edit/arena_shares.hpp"
#include "core/book/edit/position_editor.hpp"
#include "core/chess/fen.hpp"
#include "core/chess/san.hpp"
#include "core/text/figures.hpp"
#include "tools/books/edit/subtree.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace polyglot::tools {
namespace {

using book::AbkMove;
using book::ArenaLever;
using book::Entry;
using chess::Move;
using chess::Position;
using Kind = Edit::Kind;

const AbkMove* find_in(const std::vector<AbkMove>& moves, Move move) {
    const auto found = std::ranges::find(moves, move, &AbkMove::move);
    return found == moves.end() ? nullptr : &*found;
}

bool same(const AbkMove& a, const AbkMove& b) {
    return a.move == b.move && a.priority == b.priority && a.counts == b.counts;
}

Error no_lever(const Edit& edit) {
    return at_edit(edit, "the book's header gives neither games nor priority any importance: a "
                         "move is played like the "
                         "others or, with -forbid, never");
}

} // namespace

EditedArena::EditedArena(std::shared_ptr<const book::ByteReader> bytes, book::AbkTree tree,
                         std::vector<std::string> warnings, KeepOn keep_on)
    : bytes_(std::move(bytes)),
      original_(std::make_unique<const book::AbkTree>(tree)),
      editor_(std::move(tree)),
      warnings_(std::move(warnings)),
      keep_on_(std::move(keep_on)) {}

Result<std::unique_ptr<EditedBook>> EditedArena::open(std::shared_ptr<const book::ByteReader> bytes,
                                                      KeepOn keep_on) {
    std::vector<std::string> warnings;
    auto tree = book::decode_abk(*bytes, warnings);
    if (!tree) return tree.error();
    return std::unique_ptr<EditedBook>(new EditedArena(std::move(bytes), *std::move(tree),
                                                       std::move(warnings), std::move(keep_on)));
}

std::vector<Entry> EditedArena::find(const Position& position) const {
    return book::abk_entries(editor_.tree().header, position, editor_.moves(position));
}

void EditedArena::touch(const Position& position) {
    touched_.try_emplace(position.key(), Touched{position, editor_.moves(position)});
}

std::vector<const EditedArena::Touched*> EditedArena::changed() const {
    std::vector<const Touched*> real;
    for (const auto& element : touched_) {
        const Touched& touched = element.second;
        const std::vector<AbkMove> after = editor_.moves(touched.position);
        const auto is_as_before = [&touched](const AbkMove& move) {
            const AbkMove* const before = find_in(touched.before, move.move);
            return before != nullptr && same(*before, move);
        };
        if (after.size() != touched.before.size() || !std::ranges::all_of(after, is_as_before))
            real.push_back(&touched);
    }
    return real;
}

ShownChange EditedArena::shown(const Touched& touched) const {
    struct Side {
        std::vector<AbkMove> moves;
        std::vector<std::uint32_t> weights;
        std::uint64_t sum = 0;

        std::uint32_t weight(Move move) const {
            const AbkMove* const found = find_in(moves, move);
            return found ? weights[static_cast<std::size_t>(found - moves.data())] : 0;
        }
        std::optional<ShownFigures> figures(Move move) const {
            const AbkMove* const found = find_in(moves, move);
            if (!found) return std::nullopt;
            return ShownFigures{text::counted(found->counts.games, "game") + " p" +
                                    std::to_string(found->priority),
                                text::per_cent(weight(move), sum)};
        }
    };
    const auto side = [&](const book::AbkHeader& header, std::vector<AbkMove> moves) {
        std::vector<std::uint32_t> weights = book::abk_weights(header, touched.position, moves);
        const std::uint64_t sum = std::accumulate(weights.begin(), weights.end(), std::uint64_t{0});
        return Side{std::move(moves), std::move(weights), sum};
    };
    const Side before = side(original_->header, touched.before);
    const Side after = side(editor_.tree().header, editor_.moves(touched.position));
    std::vector<Move> all;
    for (const Side* const moves : {&after, &before})
        for (const AbkMove& move : moves->moves)
            if (std::ranges::find(all, move.move) == all.end()) all.push_back(move.move);
    std::ranges::stable_sort(all,
                             [&](Move a, Move b) { return after.weight(a) > after.weight(b); });
    ShownChange change{.fen = chess::format_fen(touched.position)};
    for (const Move move : all) {
        const AbkMove* const was = find_in(before.moves, move);
        const AbkMove* const is = find_in(after.moves, move);
        change.moves.push_back({.name = chess::format_san(touched.position, move),
                                .before = before.figures(move),
                                .after = after.figures(move),
                                .reweighed = was != nullptr && is != nullptr && !same(*was, *is)});
    }
    return change;
}

std::vector<ShownChange> EditedArena::changes() const {
    std::vector<ShownChange> all;
    for (const Touched* const touched : changed())
        all.push_back(shown(*touched));
    return all;
}

Result<void> EditedArena::apply(const Edit& edit) {
    if (!edit.position.castles_with_outer_rooks())
        return at_edit(edit,
                       "the right to castle with an inner rook (Chess960) is not in an Arena book");
    switch (edit.kind) {
    case Kind::Delete:
    case Kind::DeleteSubtree: return delete_moves(edit);
    case Kind::CopyFrom: return copy_from(edit);
    case Kind::Share:
        if (!edit.earlier_shares.empty()) return set_shares(edit);
        break;
    case Kind::Add:
    case Kind::Weight:
    case Kind::Boost:
    case Kind::Games:
    case Kind::Priority: break;
    }
    return change_move(edit);
}

void EditedArena::add(const Position& position, Move move) {
    touch(position);
    editor_.add(position, move, book::usual_abk_priority);
}

void EditedArena::remove(const Position& position, Move move) {
    editor_.remove(position, move, [this](const Position& below) { touch(below); });
}

Result<void> EditedArena::delete_moves(const Edit& edit) {
    const std::vector<AbkMove> moves = editor_.moves(edit.position);
    if (!edit.move && moves.empty()) return at_edit(edit, "the position is not in the book");
    if (edit.move && !find_in(moves, edit.move))
        return at_edit(edit,
                       chess::format_san(edit.position, edit.move) + " is not in the book here");
    for (const AbkMove& move : moves)
        if (!edit.move || move.move == edit.move) remove(edit.position, move.move);
    return {};
}

// Makes sure that the book contains the move; the error says why it cannot.
Result<void> EditedArena::bring_in(const std::string& place, const Position& position, Move move,
                                   bool adds) {
    const bool is_new = !find_in(editor_.moves(position), move);
    if (is_new && !adds) return not_in_book(place, chess::format_san(position, move));
    if (is_new && !editor_.reaches(position))
        return make_error(
            place +
            ": no line of the book leads to the position; an Arena book is a tree: add the moves "
            "that lead here first");
    touch(position);
    if (!is_new) return {};
    add(position, move);
    const ArenaLever lever = book::lever_of(editor_.tree().header);
    if (lever == ArenaLever::Priority) editor_.set_priority(position, move, 1);
    if (lever == ArenaLever::Games) editor_.set_games(position, move, 1);
    return {};
}

Result<void> EditedArena::change_move(const Edit& edit) {
    const bool adds = edit.kind == Kind::Add || edit.adds;
    if (auto brought = bring_in(edit.place, edit.position, edit.move, adds); !brought)
        return brought;
    if (edit.kind == Kind::Add) return {};
    const std::vector<AbkMove> moves = editor_.moves(edit.position);
    return set_value(edit, moves,
                     static_cast<std::size_t>(find_in(moves, edit.move) - moves.data()));
}

// Sets several shares of one position. If they add up to 1, the other moves are never played.
Result<void> EditedArena::set_shares(const Edit& edit) {
    const std::vector<Edit::MoveShare> all = shares_of(edit);
    const book::AbkHeader& header = editor_.tree().header;
    if (book::lever_of(header) == ArenaLever::None) return no_lever(edit);
    double sum = 0;
    for (const Edit::MoveShare& share : all) {
        if (auto brought = bring_in(share.place, edit.position, share.move, share.adds); !brought)
            return brought;
        if (share.share == 0) editor_.set_priority(edit.position, share.move, 0);
        sum += share.share;
    }
    std::vector<AbkMove> moves = editor_.moves(edit.position);
    std::vector<book::ArenaShare> shares;
    for (const Edit::MoveShare& share : all)
        if (share.share > 0)
            shares.push_back(
                {static_cast<std::size_t>(find_in(moves, share.move) - moves.data()), share.share});
    const bool others_play = book::are_others_played(header, edit.position, moves, shares);
    const bool no_rest = book::leaves_no_rest(sum, all.size(), others_play);
    if (!others_play && !no_rest)
        return make_error(places_of(all) + ": these shares make " + text::per_cent(sum) +
                          ", and no other move of the position is played");
    if (shares.empty()) return {}; // all of them are 0
    if (no_rest) {
        for (std::size_t i = 0; i < moves.size(); ++i)
            if (std::ranges::none_of(shares, [i](const auto& share) { return share.at == i; }))
                editor_.set_priority(edit.position, moves[i].move, 0);
        moves = editor_.moves(edit.position);
        for (book::ArenaShare& share : shares)
            share.share /= sum;
    }
    const auto values = book::values_for_shares(header, edit.position, moves, shares, no_rest);
    if (!values) return make_error(places_of(all) + ": " + values.error().message);
    for (std::size_t i = 0; i < shares.size(); ++i)
        set_lever_value(edit.position, moves[shares[i].at], (*values)[i]);
    return {};
}

Result<void> EditedArena::set_value(const Edit& edit, const std::vector<AbkMove>& moves,
                                    std::size_t at) {
    if (edit.arena) {
        if (moves[at].priority != edit.arena->priority)
            editor_.set_priority(edit.position, edit.move, edit.arena->priority);
        editor_.set_counts(edit.position, edit.move, edit.arena->counts);
        return {};
    }
    if (edit.kind == Kind::Games) {
        editor_.set_games(edit.position, edit.move, static_cast<std::uint32_t>(edit.value));
        return {};
    }
    // A weight, share or factor of 0 means that the move is never played.
    if (edit.kind == Kind::Priority || edit.value == 0) {
        editor_.set_priority(edit.position, edit.move, static_cast<std::uint8_t>(edit.value));
        return {};
    }
    return set_lever(edit, moves, at);
}

Result<void> EditedArena::set_lever(const Edit& edit, const std::vector<AbkMove>& moves,
                                    std::size_t at) {
    const book::AbkHeader& header = editor_.tree().header;
    const ArenaLever lever = book::lever_of(header);
    if (lever == ArenaLever::None) return no_lever(edit);
    double value = edit.value;
    if (edit.kind == Kind::Share) {
        const auto found = book::value_for_share(header, edit.position, moves, at, edit.value);
        if (!found) return at_edit(edit, found.error().message);
        value = *found;
    }
    if (edit.kind == Kind::Boost) {
        if (moves[at].priority == 0) return {}; // it is forbidden, which a factor does not change
        value = std::clamp<double>(std::round(book::value_of(moves[at], lever) * edit.value), 1,
                                   book::most_of(lever));
    }
    if (value > book::most_of(lever))
        return at_edit(
            edit, "the weight is the priority here, as the book's header has it, and at most " +
                      std::to_string(book::most_of(lever)));
    set_lever_value(edit.position, moves[at], static_cast<std::uint32_t>(value));
    return {};
}

void EditedArena::set_lever_value(const Position& position, const AbkMove& move,
                                  std::uint32_t value) {
    if (book::lever_of(editor_.tree().header) == ArenaLever::Priority) {
        editor_.set_priority(position, move.move, static_cast<std::uint8_t>(value));
        return;
    }
    editor_.set_games(position, move.move, value);
    if (move.priority == 0) editor_.set_priority(position, move.move, book::usual_abk_priority);
}

Result<void> EditedArena::copy_move(const Position& position, const book::AbkRecord& record,
                                    Move move) {
    if (!find_in(editor_.moves(position), move)) {
        if (!editor_.reaches(position))
            return make_error("no line of the book leads to the position");
        add(position, move);
    }
    editor_.set_priority(position, move, record.priority);
    editor_.set_counts(position, move, record.counts());
    return {};
}

Result<void> EditedArena::replace(const Position& position, const std::vector<Entry>& entries) {
    if (!position.castles_with_outer_rooks()) return {};
    touch(position);
    std::vector<Move> kept;
    for (const Entry& entry : entries) {
        if (!entry.move || std::ranges::find(kept, entry.move) != kept.end()) continue;
        kept.push_back(entry.move);
    }
    std::uint64_t illegal = 0;
    // The records are in the order of `kept`.
    const std::vector<book::AbkRecord> records = book::abk_records_of(entries, illegal);
    for (std::size_t i = 0; i < kept.size(); ++i)
        if (auto copied = copy_move(position, records[i], kept[i]); !copied) return copied;
    for (const AbkMove& move : editor_.moves(position))
        if (std::ranges::find(kept, move.move) == kept.end()) remove(position, move.move);
    return {};
}

// Uses the other book's games and priorities if it has them, or else those that convert-book would
// make from its weights.
Result<void> EditedArena::copy_from(const Edit& edit) {
    if (!editor_.reaches(edit.position))
        return at_edit(edit, "no line of the book leads to the position");
    const auto add_move = [this, &edit](const Position& position, const std::vector<Entry>& found) {
        touch(position);
        std::uint64_t illegal = 0;
        return copy_move(position, book::abk_records_of(found, illegal).front(), edit.move);
    };
    return copy_subtree(
        edit, keep_on_,
        {.add_move = add_move, .replace = [this](const Position& position, const auto& found) {
             return replace(position, found);
         }});
}

} // namespace polyglot::tools

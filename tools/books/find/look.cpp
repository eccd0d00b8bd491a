// Looks a position up in a book and adds the data of the book's format.
#include "core/book/format.hpp"
#include "core/book/polyglot/book.hpp"
#include "core/book/stockfish_move.hpp"
#include "core/chess/chess960.hpp"
#include "core/chess/fen.hpp"
#include "core/chess/san.hpp"
#include "core/chess/uci_move.hpp"
#include "core/text/figures.hpp"
#include "tools/books/find/find.hpp"
#include "tools/books/text.hpp"

#include <utility>

namespace polyglot::tools {
namespace {

using chess::Move;
using chess::Position;

NamedMove named(const Position& position, Move move, chess::CastlingStyle style) {
    if (!move) return {"?", ""};
    return {chess::format_uci_move(move, style), chess::format_san(position, move)};
}

} // namespace

BookFinder::BookFinder(const book::Book& book, int threshold_per_mil,
                       const book::PolyglotBook* file)
    : book_(book) {
    policy_.threshold_per_mil = threshold_per_mil;
    if (file == nullptr) file = book.polyglot();
    if (file != nullptr) dialect_ = dialect_of(*file);
}

book::LearnDialect dialect_of(const book::PolyglotBook& file) {
    constexpr std::uint64_t pages = 64;
    return book::judge_learn_fields(file.entries(), pages).dialect;
}

FoundPosition describe_position(const Position& position, const CastlingSpelling& spelling) {
    return {.fen = chess::format_fen(position, spelling.rights),
            .key = position.key(),
            .chess960_start = chess::chess960_number(position),
            .opening = openings::find_opening(position)};
}

FoundPosition BookFinder::find(const Position& position, const CastlingSpelling& spelling) const {
    FoundPosition found = describe_position(position, spelling);
    found.key = book_.key_of(position);
    const std::vector<book::Entry> entries = book_.find_all(position);
    const std::vector<book::Candidate> candidates = book::rate(entries, policy_);
    for (std::size_t i = 0; i < entries.size(); ++i) {
        FoundMove move{.name = named(position, entries[i].move, spelling.moves),
                       .entry = entries[i],
                       .candidate = candidates[i]};
        move.why_not = why_not(move, policy_);
        if (move.why_not == "weight 0")
            if (std::string reason = book_.why_no_weight(position, entries[i]); !reason.empty())
                move.why_not = std::move(reason);
        if (entries[i].move) move.reply = reply_to(position, entries[i].move, spelling.moves);
        found.moves.push_back(std::move(move));
    }
    name_raw_moves(position, found);
    look_at_ctg(position, found);
    look_at_value(position, found);
    if (const std::string_view reason = book_.refuses(position); !reason.empty()) {
        found.not_here = "not in the book: " + std::string(reason);
    } else if (found.moves.empty() && !book_.knows(position)) {
        found.not_here = "not in the book";
    }
    return found;
}

std::string why_not(const FoundMove& move, const book::Policy& policy) {
    if (move.name.san.empty()) return "not legal here";
    if (move.candidate.playable) return {};
    if (move.entry.priority == 0) return "priority 0";
    if (move.entry.weight == 0) return "weight 0";
    return "share not above the threshold of " + book::format_share(10 * policy.threshold_per_mil);
}

std::optional<NamedMove> BookFinder::reply_to(const Position& position, Move move,
                                              chess::CastlingStyle style) const {
    Position after = position;
    after.make(move);
    Random unused(0);
    const auto reply =
        book::choose(book::rate(book_.find(after), policy_), {.random = false}, unused);
    if (!reply) return std::nullopt;
    return named(after, *reply, style);
}

// Adds the numbers of the entries in the file, and the moves of entries that are not legal here.
void BookFinder::name_raw_moves(const Position& position, FoundPosition& found) const {
    const auto* const polyglot = book_.polyglot();
    if (!polyglot) return;
    const auto entries = polyglot->find_numbered(position.key());
    if (!entries || entries->size() != found.moves.size()) return; // the file has just been changed
    for (std::size_t i = 0; i < entries->size(); ++i) {
        found.moves[i].number = (*entries)[i].number;
        if (!found.moves[i].entry.move)
            found.moves[i].name.uci = format_raw_move((*entries)[i].entry.move);
    }
}

// Adds the author's annotations and prohibitions. A move that cannot be decoded is named by its
// code.
void BookFinder::look_at_ctg(const Position& position, FoundPosition& found) const {
    const auto* const ctg = book_.chessbase();
    if (!ctg) return;
    const auto looked_up = ctg->look_up(position);
    if (!looked_up || looked_up->moves.size() != found.moves.size()) return;
    found.ctg = looked_up->statistics;
    for (std::size_t i = 0; i < found.moves.size(); ++i) {
        FoundMove& move = found.moves[i];
        move.ctg = looked_up->moves[i];
        if (!move.ctg->forbidden.empty()) move.why_not = move.ctg->forbidden;
        if (!move.ctg->move) move.name.uci = "0x" + text::hexadecimal(move.ctg->code).substr(14);
    }
}

// Books of values may contain a position without a playable move, and their move may belong to
// another position.
void BookFinder::look_at_value(const Position& position, FoundPosition& found) const {
    const book::BookValues values = book_.format().values;
    if (values == book::BookValues::None) return;
    if (values == book::BookValues::Moves)
        for (FoundMove& move : found.moves)
            move.value = move.entry.evaluation;
    if (!found.moves.empty()) found.evaluation = found.moves.front().entry.evaluation;
    std::erase_if(found.moves, [](const FoundMove& move) { return !move.entry.move; });
    if (values == book::BookValues::Moves) return;
    for (const std::uint16_t raw : book_.stockfish_moves(position))
        if (raw != 0 && !book::decode_stockfish_move(raw, position))
            found.unplayable = "its move is not legal here: the entry is another position's with "
                               "the same key, or damaged";
}

} // namespace polyglot::tools

// What a book says of a position, with what its format adds.
#include "core/book/arena/abk.hpp"
#include "core/book/arena/weights.hpp"
#include "core/book/experience/experience.hpp"
#include "core/book/polyglot/book.hpp"
#include "core/book/sftt/sftt.hpp"
#include "core/book/yacb/yacb.hpp"
#include "core/chess/chess960.hpp"
#include "core/chess/fen.hpp"
#include "core/chess/san.hpp"
#include "core/chess/stockfish_key.hpp"
#include "core/chess/uci_move.hpp"
#include "core/text/figures.hpp"
#include "tools/books/find/find.hpp"
#include "tools/books/sources/grown_file.hpp"
#include "tools/books/text.hpp"

#include <algorithm>

namespace polyglot::tools {
namespace {

using chess::Move;
using chess::Position;

constexpr std::uint64_t dialect_pages = 64;

NamedMove name_of(const Position& position, Move move, chess::CastlingStyle style) {
    if (!move) return {"?", ""};
    return {chess::format_uci_move(move, style), chess::format_san(position, move)};
}

// Why an Arena book gives no weight to a move.
std::string limit_missed(const book::AbkHeader& header, const book::GameCounts& games, const Position& position) {
    const bool white = position.side_to_move() == chess::Color::White;
    const auto limit = book::limit_of(header, position.side_to_move(), book::ply_of(position), games);
    if (!limit) return "weight 0";
    switch (*limit) {
    case book::AbkLimit::MaxPly: return "used up to half-move " + std::to_string(header.max_ply);
    case book::AbkLimit::MinGames: return "too few games, at least " + std::to_string(header.min_games);
    case book::AbkLimit::MinWins: return "too few games won, at least " + std::to_string(header.min_wins);
    case book::AbkLimit::MinPerCent: break;
    }
    return "too few of the games won, at least " +
           std::to_string(white ? header.min_white_per_cent : header.min_black_per_cent) + " %";
}

} // namespace

BookFinder::BookFinder(const book::Book& book, int threshold_per_mil, const book::PolyglotBook* file) : book_(book) {
    policy_.threshold_per_mil = threshold_per_mil;
    if (file == nullptr) file = dynamic_cast<const book::PolyglotBook*>(&book);
    if (file != nullptr) dialect_ = book::judge_learn_fields(file->entries(), dialect_pages).dialect;
}

FoundPosition describe_position(const Position& position, const CastlingSpelling& spelling) {
    return {.fen = chess::format_fen(position, spelling.rights),
            .key = position.key(),
            .chess960_start = chess::chess960_number(position),
            .opening = openings::find_opening(position),
            .not_here = {},
            .evaluation = {},
            .unplayable = {},
            .moves = {}};
}

FoundPosition BookFinder::find(const Position& position, const CastlingSpelling& spelling) const {
    FoundPosition found = describe_position(position, spelling);
    const auto* const store = dynamic_cast<const GrownFile*>(&book_);
    const std::vector<book::Entry> entries =
        store != nullptr ? store->with_all_moves()->find(position) : book_.find(position);
    const std::vector<book::Candidate> candidates = book::rate(entries, policy_);
    for (std::size_t i = 0; i < entries.size(); ++i) {
        FoundMove move{.name = name_of(position, entries[i].move, spelling.moves),
                       .entry = entries[i],
                       .candidate = candidates[i],
                       .why_not = {},
                       .number = {},
                       .value = {},
                       .reply = {}};
        move.why_not = why_not(move);
        if (entries[i].games && move.why_not == "weight 0")
            if (const auto* arena = dynamic_cast<const book::AbkBook*>(&book_))
                move.why_not = limit_missed(arena->header(), *entries[i].games, position);
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

std::string BookFinder::why_not(const FoundMove& move) const {
    if (!move.entry.move) return "not legal here";
    if (move.candidate.playable) return {};
    if (move.entry.priority == 0) return "priority 0";
    if (move.entry.weight == 0) return "weight 0";
    return "share not above the threshold of " + book::format_share(10 * policy_.threshold_per_mil);
}

std::optional<NamedMove> BookFinder::reply_to(const Position& position, Move move, chess::CastlingStyle style) const {
    Position after = position;
    after.make(move);
    Random unused(0);
    const auto reply = book::choose(book::rate(book_.find(after), policy_), {.random = false}, unused);
    if (!reply) return std::nullopt;
    return name_of(after, *reply, style);
}

// The places of the entries in the file, and the moves of entries that are not legal here.
void BookFinder::name_raw_moves(const Position& position, FoundPosition& found) const {
    const auto* polyglot = dynamic_cast<const book::PolyglotBook*>(&book_);
    if (!polyglot) return;
    const auto entries = polyglot->find_numbered(position.key());
    if (!entries || entries->size() != found.moves.size()) return; // the file has just been changed
    for (std::size_t i = 0; i < entries->size(); ++i) {
        found.moves[i].number = (*entries)[i].number;
        if (!found.moves[i].entry.move) found.moves[i].name.uci = format_raw_move((*entries)[i].entry.move);
    }
}

// What its author says, and the moves that are refused, by their codes.
void BookFinder::look_at_ctg(const Position& position, FoundPosition& found) const {
    const auto* ctg = dynamic_cast<const book::CtgBook*>(&book_);
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

// The formats of values know a position without a move to play, too; and what they name may be another position's move.
void BookFinder::look_at_value(const Position& position, FoundPosition& found) const {
    std::uint16_t best_move = 0;
    if (const auto* yacb = dynamic_cast<const book::YacbBook*>(&book_)) {
        found.key = yacb->key_of(position);
        if (const auto entry = yacb->evaluation(position)) best_move = entry->best_move;
    } else if (const auto* table = dynamic_cast<const book::SfttTable*>(&book_)) {
        found.key = chess::stockfish_key(position);
        if (const auto* entry = table->entry(position)) best_move = entry->move;
    } else if (const auto* experience = dynamic_cast<const book::ExperienceBook*>(&book_)) {
        if (experience->keys()) found.key = chess::stockfish_key_of(position, *experience->keys());
    } else if (dynamic_cast<const GrownFile*>(&book_) == nullptr) {
        return;
    }
    if (book_.format() == book::Format::Experience || book_.format() == book::Format::Grown)
        for (FoundMove& move : found.moves)
            move.value = move.entry.evaluation;
    if (!found.moves.empty()) found.evaluation = found.moves.front().entry.evaluation;
    std::erase_if(found.moves, [](const FoundMove& move) { return !move.entry.move; });
    if (best_move != 0 && !book::decode_stockfish_move(best_move, position))
        found.unplayable = "its move is not legal here: the entry is another position's with the same key, or damaged";
}

} // namespace polyglot::tools

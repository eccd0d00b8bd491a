#include "core/book/chessbase/ctg.hpp"

#include "core/book/chessbase/move_code.hpp"
#include "core/chess/stockfish_key.hpp"

#include <utility>

namespace polyglot::book {

using chess::Position;

namespace {

constexpr std::uint8_t mark_mistake = 2, mark_blunder = 4, mark_dubious = 6;

GameCounts counts_of(const CtgStatistics& after, chess::Color mover) {
    const bool white = mover == chess::Color::White;
    return {.games = after.games,
            .white_wins = white ? after.losses : after.wins,
            .white_losses = white ? after.wins : after.losses};
}

} // namespace

std::uint32_t ctg_weight(const CtgStatistics& after) {
    // Games that the other side lost were won by the mover.
    const std::uint32_t points = after.games + after.losses;
    return points > after.wins ? points - after.wins : 1;
}

std::string describe_ctg_mark(std::uint8_t mark) {
    switch (mark) {
    case 0: return "";
    case 1: return "!";
    case mark_mistake: return "?";
    case 3: return "!!";
    case mark_blunder: return "\?\?";
    case 5: return "!?";
    case mark_dubious: return "?!";
    case 8: return "only move";
    case 22: return "zugzwang";
    default: break;
    }
    std::string number = "$";
    return number += std::to_string(mark);
}

Result<CtgBook> CtgBook::open(std::shared_ptr<const ByteReader> bytes, const ByteReader* table,
                              std::uint64_t most_scanned) {
    auto store = CtgStore::open(std::move(bytes), table, most_scanned);
    if (!store) return store.error();
    return CtgBook(*std::move(store));
}

CtgBook CtgBook::with_moves(CtgMoves moves) const {
    CtgBook book = *this;
    book.moves_ = moves;
    return book;
}

std::optional<CtgStatistics> CtgBook::probe(const Position& position,
                                            std::vector<std::byte>* moves) const {
    if (!has_ctg_signature(position)) return std::nullopt;
    const CtgSignature legal = encode_ctg_signature(position);
    if (auto found = store_.find(legal.bytes(), moves)) return found;
    if (!chess::en_passant_is_attacked(position)) return std::nullopt;
    const CtgSignature attacked = encode_ctg_signature(position, CtgEnPassant::Attacked);
    // Both rules give the same signature.
    if (attacked.bytes().front() == legal.bytes().front()) return std::nullopt;
    return store_.find(attacked.bytes(), moves);
}

std::optional<CtgStatistics> CtgBook::find_statistics(const Position& position) const {
    return probe(position, nullptr);
}

std::string_view CtgBook::why_forbidden(const CtgMove& move) const {
    if (!move.move) return move.refused;
    if (move.mark == mark_mistake) return "marked ?";
    if (move.mark == mark_blunder) return "marked \?\?";
    if (move.after && move.after->is_red()) return "red";
    if (moves_ == CtgMoves::All) return {};
    if (!move.after || !move.after->is_green()) return "not green";
    return move.mark == mark_dubious ? "marked ?!" : "";
}

std::optional<CtgPosition> CtgBook::look_up(const Position& position) const {
    std::vector<std::byte> pairs;
    const auto statistics = probe(position, &pairs);
    if (!statistics) return std::nullopt;
    CtgPosition found{.statistics = *statistics};
    for (std::size_t i = 0; i + 2 <= pairs.size(); i += 2) {
        CtgMove move{.code = std::to_integer<std::uint8_t>(pairs[i]),
                     .mark = std::to_integer<std::uint8_t>(pairs[i + 1])};
        const CtgDecodedMove decoded = decode_ctg_move(move.code, position);
        move.move = decoded.move;
        move.refused = decoded.refused;
        if (move.move) {
            Position after = position;
            after.make(move.move);
            move.after = find_statistics(after);
        }
        move.forbidden = why_forbidden(move);
        found.moves.push_back(move);
    }
    return found;
}

std::vector<Entry> CtgBook::find(const Position& position) const {
    std::vector<Entry> entries;
    const auto found = look_up(position);
    if (!found) return entries;
    for (const CtgMove& move : found->moves) {
        Entry entry{.move = move.move};
        if (move.after) entry.games = counts_of(*move.after, position.side_to_move());
        if (move.forbidden.empty()) entry.weight = move.after ? ctg_weight(*move.after) : 1;
        entries.push_back(entry);
    }
    return entries;
}

std::string_view CtgBook::refuses(const Position& position) const {
    return has_ctg_signature(position)
               ? std::string_view()
               : "a ChessBase book has no sign for castling from other squares (Chess960)";
}

std::uint64_t CtgBook::identity_of(const Position& position) const {
    return ctg_key(encode_ctg_signature(position).bytes());
}

std::uint64_t CtgBook::count_positions() const {
    std::uint64_t count = 0;
    store_.for_each([&count](std::uint64_t, const CtgEntry&) { ++count; });
    return count;
}

Book::Facts CtgBook::facts() const {
    std::uint64_t moves = 0, green = 0, red = 0;
    store_.for_each([&](std::uint64_t, const CtgEntry& entry) {
        moves += entry.moves.size() / 2;
        if (entry.statistics.is_green()) ++green;
        if (entry.statistics.is_red()) ++red;
    });
    const auto number = [](std::uint64_t value) { return std::to_string(value); };
    return {{"Pages", number(store_.pages())},
            {"Found by", store_.has_table()
                             ? "its .cto, of " + number(store_.table()->size()) + " slots"
                             : "a list of all positions: there is no fitting .cto"},
            {"Games", number(store_.games())},
            {"Moves", number(moves)},
            {"Positions after green moves", number(green)},
            {"Positions after red moves", number(red)},
            {"Moves with a weight", moves_ == CtgMoves::Green ? "green ones without ?, \?\?, ?!"
                                                              : "all but red ones, ?, \?\?"}};
}

} // namespace polyglot::book

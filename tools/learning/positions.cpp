#include "tools/learning/positions.hpp"

#include "core/book/polyglot/book.hpp"

#include <algorithm>
#include <deque>
#include <unordered_set>

namespace polyglot::tools {
namespace {

using MovesByKey = std::unordered_map<std::uint64_t, std::span<const KeyedMove>>;

MovesByKey by_key(std::span<const KeyedMove> moves) {
    MovesByKey found;
    found.reserve(moves.size());
    for (std::size_t first = 0; first < moves.size();) {
        std::size_t end = first + 1;
        while (end < moves.size() && moves[end].key == moves[first].key)
            ++end;
        found.emplace(moves[first].key, moves.subspan(first, end - first));
        first = end;
    }
    return found;
}

} // namespace

LearntPositions::LearntPositions(const chess::Position& root, std::span<const KeyedMove> moves,
                                 const book::Book* book, std::size_t most) {
    const MovesByKey wanted = by_key(moves);
    // Most legal moves lead to other positions, which one bit shows faster than a lookup in a large
    // table.
    constexpr std::uint64_t mask = (1U << 22U) - 1;
    std::vector<bool> might_be_wanted(mask + 1);
    for (const KeyedMove& move : moves)
        might_be_wanted[move.key & mask] = true;
    std::unordered_set<std::uint64_t> seen;
    std::deque<Found> queue;
    const auto visit = [&](const chess::Position& position, std::size_t parent, chess::Move move) {
        if (seen.size() == most || !seen.insert(position.key()).second) return;
        queue.push_back({position, ways_.size()});
        ways_.emplace_back(parent, move);
    };
    visit(root, 0, {});
    while (!queue.empty() && found_.size() < wanted.size()) {
        const Found here = std::move(queue.front());
        queue.pop_front();
        const auto results = wanted.find(here.position.key());
        if (results != wanted.end()) found_.emplace(here.position.key(), here);
        const auto entries =
            book != nullptr ? book->find(here.position) : std::vector<book::Entry>();
        const auto is_played = [&](chess::Move move) {
            if (results == wanted.end()) return false;
            const std::uint16_t raw = book::encode_move(move);
            return std::ranges::any_of(
                results->second, [raw](const KeyedMove& played) { return played.move == raw; });
        };
        const auto is_in_book = [&entries](chess::Move move) {
            return std::ranges::any_of(
                entries, [move](const book::Entry& entry) { return entry.move == move; });
        };
        chess::Position next = here.position;
        for (const chess::Move move : here.position.legal_moves()) {
            chess::Position::Undo undo;
            next.make(move, undo);
            if ((might_be_wanted[next.key() & mask] && wanted.contains(next.key())) ||
                is_played(move) || is_in_book(move))
                visit(next, here.node, move);
            next.unmake(move, undo);
        }
    }
}

std::vector<chess::Move> LearntPositions::line_to(std::size_t node) const {
    std::vector<chess::Move> moves;
    for (; node != 0; node = ways_[node].first)
        moves.push_back(ways_[node].second);
    std::ranges::reverse(moves);
    return moves;
}

} // namespace polyglot::tools

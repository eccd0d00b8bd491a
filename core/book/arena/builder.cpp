// Builds Arena books from other books.
#include "core/book/arena/builder.hpp"

#include "core/book/arena/record.hpp"
#include "core/book/walk/walk.hpp"

#include <algorithm>
#include <optional>
#include <utility>

namespace polyglot::book {
namespace {

using chess::Move;

bool same_move(const AbkRecord& a, const AbkRecord& b) {
    return a.from == b.from && a.to == b.to && a.promotion == b.promotion;
}

// A move of a position, with all its entries together.
struct Continuation {
    Move move;
    std::uint64_t weight = 0;
    std::optional<int> priority{};
    std::optional<GameCounts> games{};
};

std::vector<Continuation> continuations(const std::vector<Entry>& entries, std::uint64_t& illegal) {
    std::vector<Continuation> moves;
    for (const Entry& entry : entries) {
        if (!entry.move) {
            ++illegal;
            continue;
        }
        const auto same = [&entry](const Continuation& other) { return other.move == entry.move; };
        auto it = std::ranges::find_if(moves, same);
        if (it == moves.end()) it = moves.insert(moves.end(), {.move = entry.move});
        it->weight += entry.weight;
        if (!it->priority) it->priority = entry.priority;
        if (!it->games) it->games = entry.games;
    }
    return moves;
}

// Returns the priority of the move. highest: the highest weight of the position.
std::uint8_t priority_of(const Continuation& c, std::uint64_t highest) {
    if (c.priority) return static_cast<std::uint8_t>(std::clamp(*c.priority, 0, 255));
    if (c.weight == 0 || highest == 0) return 0;
    return static_cast<std::uint8_t>(
        std::max<std::uint64_t>((max_arena_priority * c.weight + highest / 2) / highest, 1));
}

// Returns the games of the move. A move without games gets as many as its weight, all drawn, so
// that PolyGlot's 2 * won + drawn is in proportion to the weight.
GameCounts games_of(const Continuation& c) {
    const auto limit = [](std::uint64_t n) {
        return static_cast<std::uint32_t>(std::min<std::uint64_t>(n, max_abk_number));
    };
    if (!c.games) return {.games = limit(c.weight)};
    return {limit(c.games->games), limit(c.games->white_wins), limit(c.games->white_losses)};
}

} // namespace

std::vector<AbkRecord> abk_records_of(const std::vector<Entry>& entries, std::uint64_t& illegal) {
    const std::vector<Continuation> moves = continuations(entries, illegal);
    std::uint64_t highest = 0;
    for (const Continuation& c : moves)
        highest = std::max(highest, c.weight);
    std::vector<AbkRecord> records;
    records.reserve(moves.size());
    for (const Continuation& c : moves) {
        AbkRecord& record = records.emplace_back(abk_record_of(c.move));
        record.priority = priority_of(c, highest);
        const GameCounts games = games_of(c);
        record.games = games.games;
        record.white_wins = games.white_wins;
        record.white_losses = games.white_losses;
    }
    return records;
}

std::uint32_t AbkBuilder::find(std::uint32_t parent, const AbkRecord& record) const {
    std::uint32_t at = nodes_[parent].first_reply;
    while (at != none && !same_move(nodes_[at].record, record))
        at = nodes_[at].sibling;
    return at;
}

std::uint32_t AbkBuilder::append(std::uint32_t parent, const AbkRecord& record) {
    const auto added = static_cast<std::uint32_t>(nodes_.size());
    nodes_.push_back({.record = record});
    Node& above = nodes_[parent];
    (above.first_reply == none ? above.first_reply : nodes_[above.last_reply].sibling) = added;
    above.last_reply = added;
    return added;
}

// Returns the node of a position. Moves on the way that no position has brought become bridges.
std::uint32_t AbkBuilder::reach(std::span<const Move> line) {
    const auto common =
        std::mismatch(line_.begin(), line_.end(), line.begin(), line.end()).second - line.begin();
    line_.resize(static_cast<std::size_t>(common));
    path_.resize(line_.size() + 1);
    for (const Move move : line.subspan(line_.size())) {
        const AbkRecord record = abk_record_of(move); // with priority 0
        std::uint32_t at = find(path_.back(), record);
        if (at == none) {
            at = append(path_.back(), record);
            ++built_.bridges;
        }
        line_.push_back(move);
        path_.push_back(at);
    }
    depth_ = std::max(depth_, line.size());
    return path_.back();
}

void AbkBuilder::add_position(std::span<const Move> line, const std::vector<Entry>& entries) {
    const std::vector<AbkRecord> records = abk_records_of(entries, built_.illegal);
    if (records.empty()) return; // an .abk cannot hold a position without moves
    ++built_.positions;
    const std::uint32_t parent = reach(line);
    for (const AbkRecord& record : records)
        append(parent, record);
    depth_ = std::max(depth_, line.size() + 1);
}

// Returns all nodes but the first: each before its replies, and these before its sibling.
std::vector<std::uint32_t> AbkBuilder::depth_first() const {
    std::vector<std::uint32_t> order;
    order.reserve(nodes_.size() - 1);
    std::vector<std::uint32_t> to_do{nodes_[0].first_reply};
    while (!to_do.empty()) {
        const std::uint32_t at = to_do.back();
        to_do.pop_back();
        if (at == none) continue;
        order.push_back(at);
        to_do.push_back(nodes_[at].sibling);
        to_do.push_back(nodes_[at].first_reply);
    }
    return order;
}

AbkBuilt AbkBuilder::finish(AbkHeader header) {
    const std::vector<std::uint32_t> order = depth_first();
    std::vector<std::uint32_t> numbers(nodes_.size());
    for (std::size_t i = 0; i < order.size(); ++i)
        numbers[order[i]] = AbkRecord::pointer_to(i);
    built_.tree.records.reserve(order.size());
    for (const std::uint32_t at : order) {
        const Node& node = nodes_[at];
        AbkRecord& record = built_.tree.records.emplace_back(node.record);
        if (node.first_reply != none) record.next_move = numbers[node.first_reply];
        if (node.sibling != none) record.next_sibling = numbers[node.sibling];
    }
    header.depth = static_cast<std::uint32_t>(depth_);
    header.moves = static_cast<std::uint32_t>(order.size());
    built_.tree.header = std::move(header);
    return std::move(built_);
}

AbkBuilt build_abk(const Book& book, AbkHeader header) {
    AbkBuilder builder;
    walk(book, std::span(&chess::Position::start(), 1), {},
         [&builder](const chess::Position&, std::span<const Move> line, const chess::Position&,
                    const std::vector<Entry>& entries) {
             builder.add_position(line, entries);
             return true;
         });
    return builder.finish(std::move(header));
}

AbkHeader abk_header_for(const Book& book) {
    if (const AbkHeader* const own = book.arena_header()) return *own;
    AbkHeader header;
    header.importance_of_games = 3; // the importance at which shares are in proportion to games
    return header;
}

} // namespace polyglot::book

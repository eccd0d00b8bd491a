#include "core/book/edit/arena_editor.hpp"

#include "core/book/arena/index.hpp"
#include "core/book/arena/tree.hpp"
#include "core/book/arena/weights.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numeric>
#include <span>
#include <utility>

namespace polyglot::book {
namespace {

using chess::Move;
using chess::Position;

constexpr std::uint32_t none = AbkRecord::none;

// Divides the whole into parts of these ratios, rounded so that their sum is the whole.
std::vector<std::uint32_t> divided(std::uint32_t whole, const std::vector<std::uint32_t>& ratios) {
    const std::uint64_t sum = std::accumulate(ratios.begin(), ratios.end(), std::uint64_t{0});
    std::vector<std::uint32_t> parts;
    std::uint64_t given = 0;
    std::uint64_t seen = 0;
    for (const std::uint32_t ratio : ratios) {
        seen += sum > 0 ? ratio : 1;
        const double upto =
            static_cast<double>(seen) / static_cast<double>(sum > 0 ? sum : ratios.size());
        const auto to =
            std::min<std::uint64_t>(static_cast<std::uint64_t>(std::llround(upto * whole)), whole);
        parts.push_back(static_cast<std::uint32_t>(to - given));
        given = to;
    }
    return parts;
}

std::uint32_t in_ratio(std::uint32_t part, std::uint32_t of, std::uint32_t whole) {
    if (of == 0) return 0;
    const double scaled = static_cast<double>(part) * whole / of;
    // Rounded down, so that won and lost games do not exceed the games.
    return static_cast<std::uint32_t>(std::min<double>(scaled, max_abk_number));
}

} // namespace

ArenaEditor::ArenaEditor(AbkTree tree) : tree_(std::move(tree)), marks_(tree_) {
    AbkTree cut = tree_;
    lines_.emplace(Position::start().key(), Line{root, 0});
    const auto take_move = [this](std::size_t record, const Position& position, Move move) {
        Position next = position;
        next.make(move);
        enter(next, static_cast<std::uint32_t>(record), static_cast<std::uint32_t>(ply_of(next)));
    };
    follow_abk(cut, {.on_move = take_move,
                     .on_damage = [this](const AbkFinding& finding, const Position&) {
                         if (finding.what == AbkDamage::TooLong)
                             cut_replies_.insert(static_cast<std::uint32_t>(finding.record));
                     }});
    for (std::uint32_t i = 0; i < cut.records.size(); ++i) {
        if (cut.records[i].next_move != tree_.records[i].next_move) cut_replies_.insert(i);
        if (cut.records[i].next_sibling != tree_.records[i].next_sibling) cut_siblings_.insert(i);
    }
}

std::uint32_t ArenaEditor::first_reply(std::uint32_t record) const {
    if (record == root) return tree_.records.empty() ? none : 0;
    return cut_replies_.contains(record) ? none
                                         : AbkRecord::place_of(tree_.records[record].next_move);
}

std::uint32_t ArenaEditor::next_sibling(std::uint32_t record) const {
    return cut_siblings_.contains(record) ? none
                                          : AbkRecord::place_of(tree_.records[record].next_sibling);
}

Move ArenaEditor::move_of(std::uint32_t record, const Position& position) const {
    const AbkRecord& r = tree_.records[record];
    return marks_.is_deleted(r) ? Move{} : abk_move_of(r, position);
}

std::vector<ArenaEditor::Line> ArenaEditor::lines_to(const Position& position) const {
    std::vector<Line> lines;
    // Its key is that of another position, too.
    if (!position.castles_with_outer_rooks()) return lines;
    const auto [begin, end] = lines_.equal_range(position.key());
    for (auto it = begin; it != end; ++it)
        lines.push_back(it->second);
    std::ranges::sort(lines, {}, [](const Line& line) { return std::pair(line.plies, line.last); });
    return lines;
}

bool ArenaEditor::reaches(const Position& position) const {
    return position.castles_with_outer_rooks() && lines_.contains(position.key());
}

std::vector<AbkMove> ArenaEditor::moves(const Position& position) const {
    std::vector<AbkMove> moves;
    for (const Line& line : lines_to(position))
        for (std::uint32_t at = first_reply(line.last); at != none; at = next_sibling(at)) {
            const Move move = move_of(at, position);
            if (!move) continue;
            const AbkMove record = abk_move_from(tree_.records[at], position, move);
            if (!merge_into(moves, record)) moves.push_back(record);
        }
    return moves;
}

std::vector<std::uint32_t> ArenaEditor::records_of(const Position& position, Move move) const {
    std::vector<std::uint32_t> records;
    for (const Line& line : lines_to(position))
        for (std::uint32_t at = first_reply(line.last); at != none; at = next_sibling(at))
            if (move_of(at, position) == move) records.push_back(at);
    return records;
}

void ArenaEditor::set_priority(const Position& position, Move move, std::uint8_t priority) {
    for (const std::uint32_t record : records_of(position, move))
        tree_.records[record].priority = priority;
}

void ArenaEditor::set_games(const Position& position, Move move, std::uint32_t games) {
    const std::vector<std::uint32_t> records = records_of(position, move);
    std::vector<std::uint32_t> ratios;
    ratios.reserve(records.size());
    for (const std::uint32_t record : records)
        ratios.push_back(tree_.records[record].games);
    const std::vector<std::uint32_t> parts = divided(games, ratios);
    for (std::size_t i = 0; i < records.size(); ++i) {
        AbkRecord& record = tree_.records[records[i]];
        record.white_wins = in_ratio(record.white_wins, record.games, parts[i]);
        record.white_losses = in_ratio(record.white_losses, record.games, parts[i]);
        record.games = parts[i];
    }
}

void ArenaEditor::set_counts(const Position& position, Move move, const GameCounts& counts) {
    const std::vector<AbkMove> all = moves(position);
    const auto now = std::ranges::find(all, move, &AbkMove::move);
    if (now == all.end() || now->counts == counts) return; // each place keeps its numbers
    const std::vector<std::uint32_t> records = records_of(position, move);
    std::vector<std::uint32_t> ratios;
    ratios.reserve(records.size());
    for (const std::uint32_t record : records)
        ratios.push_back(tree_.records[record].games);
    // Each step stays within the one before, so no place gets more games won and lost than games.
    const std::vector<std::uint32_t> games = divided(counts.games, ratios);
    const std::uint64_t both = std::uint64_t{counts.white_wins} + counts.white_losses;
    const std::vector<std::uint32_t> decided =
        divided(static_cast<std::uint32_t>(std::min<std::uint64_t>(both, AbkRecord::none)), games);
    const std::vector<std::uint32_t> wins = divided(counts.white_wins, decided);
    for (std::size_t i = 0; i < records.size(); ++i) {
        AbkRecord& record = tree_.records[records[i]];
        record.games = games[i];
        record.white_wins = wins[i];
        record.white_losses = decided[i] - wins[i];
    }
}

void ArenaEditor::enter(const Position& position, std::uint32_t record, std::uint32_t plies) {
    lines_.emplace(position.key(), Line{record, plies});
}

void ArenaEditor::forget(std::uint64_t key, std::uint32_t record) {
    const auto [begin, end] = lines_.equal_range(key);
    const auto found =
        std::find_if(begin, end, [record](const auto& line) { return line.second.last == record; });
    assert(found != end);
    lines_.erase(found);
}

// Updates the header's number of records that are not deleted.
void ArenaEditor::count_records() {
    tree_.header.moves = static_cast<std::uint32_t>(tree_.records.size() - marks_.count());
}

bool ArenaEditor::has_moves(const Line& line, const Position& position) const {
    for (std::uint32_t at = first_reply(line.last); at != none; at = next_sibling(at))
        if (move_of(at, position)) return true;
    return false;
}

// Appends a list of siblings to those that follow the line.
void ArenaEditor::attach(const Line& line, std::uint32_t list) {
    std::uint32_t last = first_reply(line.last);
    if (last == none) {
        tree_.records[line.last].next_move = AbkRecord::pointer_to(list);
        cut_replies_.erase(line.last);
        return;
    }
    while (next_sibling(last) != none)
        last = next_sibling(last);
    if (last == list) return; // the first record of the file, which is a list already
    tree_.records[last].next_sibling = AbkRecord::pointer_to(list);
    cut_siblings_.erase(last);
}

void ArenaEditor::add(const Position& position, Move move, std::uint8_t priority) {
    std::vector<Line> lines = lines_to(position);
    assert(!lines.empty());
    const Line shortest = lines.front();
    std::erase_if(lines, [&](const Line& line) { return !has_moves(line, position); });
    if (lines.empty()) lines.push_back(shortest);
    AbkRecord record = abk_record_of(move);
    record.priority = priority;
    Position next = position;
    next.make(move);
    for (const Line& line : lines) {
        tree_.records.push_back(record);
        attach(line, static_cast<std::uint32_t>(tree_.records.size() - 1));
        enter(next, static_cast<std::uint32_t>(tree_.records.size() - 1), line.plies + 1);
        tree_.header.depth = std::max(tree_.header.depth, line.plies + 1);
    }
    count_records();
}

// Removes a record from the tree: by the mark of deletion, or by the pointers of other records.
void ArenaEditor::take_out(std::uint32_t record, std::uint32_t parent) {
    if (marks_.is_used()) return marks_.mark_as_deleted(tree_.records[record]);
    const std::uint32_t first = first_reply(parent);
    AbkRecord& removed = tree_.records[record];
    if (record != first) {
        std::uint32_t before = first;
        while (next_sibling(before) != record)
            before = next_sibling(before);
        tree_.records[before].next_sibling = removed.next_sibling;
        if (cut_siblings_.contains(record)) cut_siblings_.insert(before);
    } else if (parent != root) {
        tree_.records[parent].next_move = removed.next_sibling;
        if (cut_siblings_.contains(record)) cut_replies_.insert(parent);
    } else {
        // The tree begins with this record, so it stays, as an invalid move.
        removed.from = removed.to = 0;
    }
}

// Collects the record and all that continue its line, which is deleted.
void ArenaEditor::leave(const Position& after, std::uint32_t record, std::uint32_t plies,
                        const Before& before, std::vector<Lost>& lost) {
    lost.push_back({.position = after, .record = record, .plies = plies});
    for (std::size_t i = lost.size() - 1; i < lost.size(); ++i) {
        const Lost here = lost[i];
        before(here.position);
        for (std::uint32_t at = first_reply(here.record); at != none; at = next_sibling(at)) {
            const Move move = move_of(at, here.position);
            if (!move) continue;
            Position next = here.position;
            next.make(move);
            lost.push_back({.position = next, .record = at, .plies = here.plies + 1});
        }
    }
}

// Attaches the moves after a deleted line to another line to the same position. True if it has
// moved them.
bool ArenaEditor::move_up(std::vector<Lost>& lost, std::size_t at) {
    const std::uint32_t from = lost[at].record;
    if (lost[at].moved || first_reply(from) == none) return false;
    const std::vector<Line> lines = lines_to(lost[at].position);
    if (lines.empty() || !moves(lost[at].position).empty()) return false;
    const Line& line = lines.front();
    attach(line, first_reply(from));
    tree_.records[from].next_move = none;
    std::vector<Lost> below;
    leave(
        lost[at].position, line.last, line.plies, [](const Position&) {}, below);
    lost[at].moved = true;
    std::unordered_set<std::uint32_t> again;
    for (const Lost& l : std::span(below).subspan(1)) {
        enter(l.position, l.record, l.plies);
        tree_.header.depth = std::max(tree_.header.depth, l.plies);
        again.insert(l.record);
    }
    for (Lost& other : lost)
        if (again.contains(other.record)) other.moved = true;
    return true;
}

void ArenaEditor::remove(const Position& position, Move move, const Before& before) {
    std::vector<Lost> lost;
    before(position);
    Position after = position;
    after.make(move);
    for (const Line& line : lines_to(position))
        for (std::uint32_t at = first_reply(line.last); at != none;) {
            const std::uint32_t next = next_sibling(at);
            if (move_of(at, position) == move) {
                leave(after, at, line.plies + 1, before, lost);
                take_out(at, line.last);
            }
            at = next;
        }
    // A line may lead through the position twice; a record that is found twice is deleted once.
    std::unordered_set<std::uint32_t> seen;
    std::erase_if(lost, [&seen](const Lost& l) { return !seen.insert(l.record).second; });
    for (const Lost& l : lost)
        forget(l.position.key(), l.record);
    for (bool moved = true; moved;) {
        moved = false;
        for (std::size_t i = 0; i < lost.size(); ++i)
            moved = move_up(lost, i) || moved;
    }
    count_records();
}

} // namespace polyglot::book

#include "core/book/arena/index.hpp"

#include "core/book/polyglot/book.hpp"
#include "core/text/figures.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdlib>
#include <limits>
#include <string_view>
#include <utility>

namespace polyglot::book {
namespace {

constexpr std::size_t max_depth = 17'697; // plies of the longest legal game: FIDE 9.6.2

// How often something was seen, and at which record first.
struct Sightings {
    std::uint64_t count = 0;
    std::size_t first = 0;

    void add(std::size_t record) {
        first = count == 0 ? record : std::min(first, record);
        ++count;
    }
    // "7 records are …, the first at byte 25200", and how many are left out with them.
    void tell(std::string_view one, std::string_view many, std::vector<std::string>& oddities,
              std::uint64_t behind = 0) const {
        if (count == 0) return;
        constexpr std::uint64_t record_size = 28;
        std::string text = text::counted(count, one, many) + (count == 1 ? ", at byte " : ", the first at byte ") +
                           std::to_string(record_size * (AbkRecord::first + first));
        if (behind > 0) text += "; left out with " + text::grouped(behind) + " behind";
        oddities.push_back(std::move(text));
    }
};

Sightings sightings_of(const std::vector<std::size_t>& records) {
    Sightings result;
    for (const std::size_t record : records)
        result.add(record);
    return result;
}

// How many records have the mark of deletion: 1 in the field called ply count, unless the file has ply counts there.
std::size_t count_deleted(const AbkTree& tree) {
    std::size_t ones = 0;
    for (const AbkRecord& record : tree.records) {
        if (record.ply > 1) return 0;
        ones += record.ply;
    }
    return tree.header.moves == tree.records.size() ? 0 : ones;
}

chess::Move move_of(const AbkRecord& record, const chess::Position& position) {
    constexpr std::array<unsigned, 5> promotions{0, 3, 1, 2, 4}; // none, rook, knight, bishop, queen, as in a .bin book
    const auto promotion = static_cast<std::size_t>(std::abs(int{record.promotion}));
    if (record.from > 63 || record.to > 63 || promotion >= promotions.size()) return {};
    const unsigned from = record.from, to = record.to;
    return decode_move(static_cast<std::uint16_t>(promotions[promotion] << 12U | from << 6U | to), position);
}

// Goes through the tree by a list of levels: lines may be as long as the file.
class Follower {
  public:
    explicit Follower(AbkTree tree)
        : tree_(std::move(tree)), seen_(tree_.records.size(), false), marked_(count_deleted(tree_)) {}

    void follow();
    void tell(std::vector<std::string>& oddities);
    std::vector<AbkMove> take_moves() { return std::move(moves_); }

  private:
    static constexpr std::size_t nowhere = std::numeric_limits<std::size_t>::max();
    struct Level {
        std::size_t record = 0;
        chess::Move move;
        chess::Position::Undo undo = {};
    };

    std::size_t claim(std::size_t from, std::uint32_t& pointer);
    std::size_t claim_all(std::size_t first);
    std::size_t visit(std::size_t at);
    std::size_t next_sibling(std::size_t record) const;
    bool is_deleted(std::size_t record) const { return marked_ > 0 && tree_.records[record].ply == 1; }
    std::uint64_t claim_behind(const std::vector<std::size_t>& records);
    void tell_header(std::vector<std::string>& oddities) const;

    AbkTree tree_;
    std::vector<bool> seen_;
    std::size_t marked_; // as deleted, wherever they are
    chess::Position position_ = chess::Position::start();
    std::vector<Level> levels_;
    std::vector<AbkMove> moves_;
    std::vector<std::size_t> deleted_, illegal_, too_deep_;
    Sightings outside_, again_, uncounted_;
};

// The record that a pointer leads to. One that leads nowhere, or where another has led before, is cut.
std::size_t Follower::claim(std::size_t from, std::uint32_t& pointer) {
    if (pointer == AbkRecord::none) return nowhere;
    const std::size_t to = std::size_t{pointer} - AbkRecord::first;
    const bool inside = pointer >= AbkRecord::first && to < seen_.size();
    if (!inside || seen_[to]) {
        (inside ? again_ : outside_).add(from);
        pointer = AbkRecord::none;
        return nowhere;
    }
    seen_[to] = true;
    return to;
}

// All siblings behind a claimed one, before anybody looks at their replies: a pointer from these back to one of them
// is then the one that is cut.
std::size_t Follower::claim_all(std::size_t first) {
    for (std::size_t at = first; at != nowhere;)
        at = claim(at, tree_.records[at].next_sibling);
    return first;
}

std::size_t Follower::next_sibling(std::size_t record) const {
    const std::uint32_t pointer = tree_.records[record].next_sibling; // claimed with the first of them
    return pointer == AbkRecord::none ? nowhere : pointer - AbkRecord::first;
}

// Takes in the record, whose position is on the board, and returns the one to look at next.
std::size_t Follower::visit(std::size_t at) {
    AbkRecord& record = tree_.records[at];
    if (is_deleted(at)) {
        deleted_.push_back(at);
        return next_sibling(at);
    }
    const chess::Move move = move_of(record, position_);
    if (!move) {
        illegal_.push_back(at);
        return next_sibling(at);
    }
    if (std::uint64_t{record.white_wins} + record.white_losses > record.games) uncounted_.add(at);
    moves_.push_back({position_.key(), {record.games, record.white_wins, record.white_losses}, move, record.priority});
    if (levels_.size() + 1 == max_depth && record.next_move != AbkRecord::none) {
        too_deep_.push_back(at);
        return next_sibling(at);
    }
    const std::size_t reply = claim(at, record.next_move);
    if (reply == nowhere) return next_sibling(at);
    levels_.push_back({.record = at, .move = move});
    position_.make(move, levels_.back().undo);
    return claim_all(reply);
}

void Follower::follow() {
    moves_.reserve(tree_.records.size());
    if (tree_.records.empty()) return;
    seen_[0] = true;
    for (std::size_t at = claim_all(0);;) {
        while (at == nowhere) {
            if (levels_.empty()) return;
            const Level& level = levels_.back();
            position_.unmake(level.move, level.undo);
            at = next_sibling(level.record);
            levels_.pop_back();
        }
        at = visit(at);
    }
}

// How many records that nothing else leads to these lead to; without deleted ones, which are counted as such.
std::uint64_t Follower::claim_behind(const std::vector<std::size_t>& records) {
    const Sightings outside = outside_;
    const Sightings again = again_; // what is left out anyway needs no telling
    std::vector<std::size_t> to_do;
    std::uint64_t count = 0;
    const auto go = [&](std::size_t from, std::uint32_t& pointer) {
        const std::size_t to = claim(from, pointer);
        if (to == nowhere) return;
        count += is_deleted(to) ? 0U : 1U;
        to_do.push_back(to);
    };
    for (const std::size_t record : records) {
        go(record, tree_.records[record].next_move);
        while (!to_do.empty()) {
            const std::size_t at = to_do.back();
            to_do.pop_back();
            go(at, tree_.records[at].next_sibling);
            go(at, tree_.records[at].next_move);
        }
    }
    outside_ = outside;
    again_ = again;
    return count;
}

void Follower::tell_header(std::vector<std::string>& oddities) const {
    const AbkHeader& header = tree_.header;
    const std::size_t records = tree_.records.size();
    if (header.moves != records && (marked_ == 0 || header.moves != records - marked_))
        oddities.push_back("the header tells of " + std::to_string(header.moves) + " moves, the file has " +
                           std::to_string(records));
    if (std::max({header.importance_of_priority, header.importance_of_games, header.importance_of_score}) > 15)
        oddities.emplace_back("the header has an importance over 15, which is taken for 15");
    if (std::max(header.min_white_per_cent, header.min_black_per_cent) > 100)
        oddities.emplace_back("the header asks for more than 100 per cent of the games, which is taken for 100");
}

void Follower::tell(std::vector<std::string>& oddities) {
    tell_header(oddities);
    outside_.tell("pointer leads to no record", "pointers lead to no record", oddities);
    again_.tell("pointer leads to a record that has its place already",
                "pointers lead to records that have their places already", oddities);
    const auto tell = [&](const std::vector<std::size_t>& records, std::string_view one, std::string_view many) {
        sightings_of(records).tell(one, many, oddities, claim_behind(records));
    };
    tell(illegal_, "move is not legal in its position", "moves are not legal in their positions");
    tell(too_deep_, "line is longer than any game", "lines are longer than any game");
    const std::uint64_t behind_deleted = claim_behind(deleted_);
    Sightings deleted, lost; // wherever they are: the first are no fewer for being behind another
    for (std::size_t i = 0; i < seen_.size(); ++i) {
        if (is_deleted(i)) deleted.add(i);
        if (!seen_[i]) lost.add(i);
    }
    deleted.tell("record is marked as deleted", "records are marked as deleted", oddities, behind_deleted);
    lost.tell("record is not in the tree", "records are not in the tree", oddities);
    uncounted_.tell("record has more games won and lost than games", "records have more games won and lost than games",
                    oddities);
}

std::uint32_t add_up(std::uint32_t a, std::uint32_t b) {
    return a + std::min(b, std::numeric_limits<std::uint32_t>::max() - a);
}

// Each line of the tree has its own games; a move's are those of all lines. 0 forbids it, wherever it is said.
void add_record(AbkMove& move, const AbkMove& record) {
    move.counts.games = add_up(move.counts.games, record.counts.games);
    move.counts.white_wins = add_up(move.counts.white_wins, record.counts.white_wins);
    move.counts.white_losses = add_up(move.counts.white_losses, record.counts.white_losses);
    const bool forbidden = move.priority == 0 || record.priority == 0;
    move.priority = forbidden ? std::uint8_t{0} : std::max(move.priority, record.priority);
}

// Makes the records of a move one, in place. They are sorted by key.
void merge_records(std::vector<AbkMove>& moves) {
    std::size_t size = 0;
    std::size_t position = 0; // where the moves of the last position begin
    for (const AbkMove& record : moves) {
        if (size == 0 || moves[position].key != record.key) position = size;
        const auto begin = moves.begin() + static_cast<std::ptrdiff_t>(position);
        const auto end = moves.begin() + static_cast<std::ptrdiff_t>(size);
        const auto same = std::find_if(begin, end, [&](const AbkMove& move) { return move.move == record.move; });
        if (same != end) {
            add_record(*same, record);
        } else {
            moves[size++] = record;
        }
    }
    moves.resize(size);
    moves.shrink_to_fit();
}

} // namespace

std::vector<AbkMove> index_abk(AbkTree tree, std::vector<std::string>& oddities) {
    std::vector<AbkMove> moves;
    {
        Follower follower(std::move(tree));
        follower.follow();
        follower.tell(oddities);
        moves = follower.take_moves();
    } // the records are gone before sorting asks for memory
    std::stable_sort(moves.begin(), moves.end(), [](const AbkMove& a, const AbkMove& b) { return a.key < b.key; });
    merge_records(moves);
    return moves;
}

} // namespace polyglot::book

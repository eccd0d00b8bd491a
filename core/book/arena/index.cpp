#include "core/book/arena/index.hpp"

#include "core/book/arena/tree.hpp"
#include "core/text/figures.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <limits>
#include <string_view>
#include <utility>

namespace polyglot::book {
namespace {

// Counts how often something occurred, and keeps the record at which it occurred first.
struct Sightings {
    std::uint64_t count = 0;
    std::size_t first = 0;

    void add(std::size_t record) {
        first = count == 0 ? record : std::min(first, record);
        ++count;
    }
    // Adds a warning: "7 records are …, the first at byte 25200", and how many continuations are
    // left out with them.
    void tell(std::string_view one, std::string_view many, std::vector<std::string>& warnings,
              std::uint64_t continuations) const {
        if (count == 0) return;
        std::string text = text::counted(count, one, many) +
                           (count == 1 ? ", at byte " : ", the first at byte ") +
                           std::to_string(AbkRecord::byte_of(first));
        if (continuations > 0)
            text += "; left out with " + text::counted(continuations, "continuation");
        warnings.push_back(std::move(text));
    }
};

// Sums up what is odd about a tree.
struct Oddities {
    std::array<Sightings, abk_damages> seen;
    // Indexed by the damage with which they are left out.
    std::array<std::uint64_t, abk_damages> continuations{};

    void add(const AbkFinding& finding) {
        seen.at(static_cast<std::size_t>(finding.what)).add(finding.record);
        if (finding.what == AbkDamage::Continuation)
            ++continuations.at(static_cast<std::size_t>(finding.cause));
    }
    bool has(AbkDamage what) const { return seen.at(static_cast<std::size_t>(what)).count > 0; }
    void tell(const AbkTree& tree, std::vector<std::string>& warnings) const;
};

void Oddities::tell(const AbkTree& tree, std::vector<std::string>& warnings) const {
    if (has(AbkDamage::HeaderMoves))
        warnings.push_back("the header states " + std::to_string(tree.header.moves) +
                           " moves, the file has " + std::to_string(tree.records.size()));
    if (has(AbkDamage::HeaderImportance))
        warnings.emplace_back("the header has an importance over 15, which is taken for 15");
    if (has(AbkDamage::HeaderPerCent))
        warnings.emplace_back(
            "the header asks for more than 100 per cent of the games, which is taken for 100");
    const auto tell = [&](AbkDamage what, std::string_view one, std::string_view many) {
        const auto at = static_cast<std::size_t>(what);
        seen.at(at).tell(one, many, warnings, continuations.at(at));
    };
    tell(AbkDamage::Pointer, "pointer leads to no record", "pointers lead to no record");
    tell(AbkDamage::SharedPointer, "pointer leads to a record that is already in the tree",
         "pointers lead to records that are already in the tree");
    tell(AbkDamage::Illegal, "move is not legal in its position",
         "moves are not legal in their positions");
    tell(AbkDamage::TooLong, "line is longer than any game", "lines are longer than any game");
    tell(AbkDamage::Deleted, "record is marked as deleted", "records are marked as deleted");
    tell(AbkDamage::Lost, "record is not in the tree", "records are not in the tree");
    tell(AbkDamage::Games, "record has more games won and lost than games",
         "records have more games won and lost than games");
}

void add_to(std::uint32_t& sum, std::uint32_t more) {
    sum += std::min(more, std::numeric_limits<std::uint32_t>::max() - sum);
}

// Merges the records of each move in place. They are sorted by key.
void merge_records(std::vector<AbkMove>& moves) {
    std::size_t size = 0;
    std::size_t position = 0; // where the moves of the last position begin
    for (const AbkMove& record : moves) {
        if (size == 0 || moves[position].key != record.key) position = size;
        if (!merge_into(std::span(moves).subspan(position, size - position), record))
            moves[size++] = record;
    }
    moves.resize(size);
    moves.shrink_to_fit();
}

} // namespace

AbkMove abk_move_from(const AbkRecord& record, const chess::Position& position, chess::Move move) {
    return {position.key(), record.counts(), move, record.priority};
}

bool merge_into(std::span<AbkMove> moves, const AbkMove& record) {
    const auto same = std::ranges::find(moves, record.move, &AbkMove::move);
    if (same == moves.end()) return false;
    AbkMove& move = *same;
    add_to(move.counts.games, record.counts.games);
    add_to(move.counts.white_wins, record.counts.white_wins);
    add_to(move.counts.white_losses, record.counts.white_losses);
    const bool forbidden = move.priority == 0 || record.priority == 0;
    move.priority = forbidden ? std::uint8_t{0} : std::max(move.priority, record.priority);
    return true;
}

std::vector<AbkMove> index_abk(AbkTree tree, std::vector<std::string>& warnings) {
    std::vector<AbkMove> moves;
    moves.reserve(tree.records.size());
    Oddities found;
    const auto take_move = [&](std::size_t number, const chess::Position& position,
                               chess::Move move) {
        moves.push_back(abk_move_from(tree.records[number], position, move));
    };
    follow_abk(tree, {.on_move = take_move,
                      .on_damage = [&](const AbkFinding& finding, const chess::Position&) {
                          found.add(finding);
                      }});
    found.tell(tree, warnings);
    tree.records = {}; // freed before the sort allocates memory
    std::ranges::stable_sort(moves, {}, &AbkMove::key);
    merge_records(moves);
    return moves;
}

} // namespace polyglot::book

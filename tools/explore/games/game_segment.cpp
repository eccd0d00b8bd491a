#include "tools/explore/games/game_segment.hpp"

#include "core/openings/names.hpp"

#include <algorithm>
#include <numeric>

namespace polyglot::tools {

using chess::Move;
using chess::Position;

std::span<const Move> GameSegment::moves_of(std::size_t game) const {
    const std::size_t first = games_[game].first;
    const std::size_t end = game + 1 < games_.size() ? games_[game + 1].first : moves_.size();
    // The last one is the null move.
    return std::span(moves_).subspan(first, end - first - (end > first ? 1 : 0));
}

const Position& GameSegment::start_of(std::size_t game) const {
    const auto found =
        std::ranges::lower_bound(start_of_, game, {}, [](const auto& one) { return one.first; });
    if (found == start_of_.end() || found->first != game) return Position::start();
    return starts_[found->second];
}

const GameSegment::Piece& GameSegment::piece_of(std::size_t game) const {
    const auto after = std::ranges::upper_bound(pieces_, game, {}, &Piece::first_game);
    return *std::prev(after);
}

// Games that are left out have no entries: the last of those that begin at an entry has it.
std::size_t GameSegment::game_at(std::uint32_t entry, std::size_t from) const {
    const auto begins_by = [this, entry](std::size_t game) {
        return game < games_.size() && games_[game].first <= entry;
    };
    std::size_t game = from;
    for (int steps = 0; steps < 4; ++steps) { // in an opening, the games are close together
        if (!begins_by(game + 1)) return game;
        ++game;
    }
    const auto after = std::upper_bound(
        games_.begin() + static_cast<std::ptrdiff_t>(game), games_.end(), entry,
        [](std::uint32_t wanted, const GameRecord& one) { return wanted < one.first; });
    return static_cast<std::size_t>(after - games_.begin()) - 1;
}

std::uint64_t GameSegment::key_at(std::uint32_t entry) const {
    const std::size_t game = game_at(entry);
    Position position = start_of(game);
    for (std::uint32_t at = games_[game].first; at < entry; ++at)
        position.make(moves_[at]);
    return position.key();
}

std::span<const std::uint32_t> GameSegment::find(std::uint64_t key) const {
    const auto first = std::ranges::lower_bound(
        index_, key, {}, [this](std::uint32_t entry) { return key_at(entry); });
    if (first == index_.end() || key_at(*first) != key) return {};
    const auto after = std::upper_bound(
        first, index_.end(), key,
        [this](std::uint64_t wanted, std::uint32_t entry) { return wanted < key_at(entry); });
    return {first, after};
}

std::uint64_t GameSegment::bytes() const {
    const auto of = [](const auto& list) {
        return std::uint64_t{list.capacity()} * sizeof(list.front());
    };
    return of(games_) + of(moves_) + of(index_) + of(pieces_) + of(starts_) + of(start_of_);
}

void SegmentBuilder::begin_piece(const GamePlace& begin) {
    segment_.pieces_.push_back({begin, static_cast<std::uint32_t>(segment_.games_.size())});
}

void SegmentBuilder::begin_game(const GameRecord& game, const Position& start) {
    segment_.games_.push_back(game);
    segment_.games_.back().first = static_cast<std::uint32_t>(entries());
    if (!(start == Position::start())) set_start(start);
    before_ = start;
}

void SegmentBuilder::set_start(const Position& start) {
    const auto game = static_cast<std::uint32_t>(segment_.games_.size() - 1);
    const auto [first, end] = known_starts_.equal_range(start.key());
    for (auto known = first; known != end; ++known)
        if (segment_.starts_[known->second] == start) {
            segment_.start_of_.emplace_back(game, known->second);
            return;
        }
    const auto number = static_cast<std::uint32_t>(segment_.starts_.size());
    segment_.starts_.push_back(start);
    known_starts_.emplace(start.key(), number);
    segment_.start_of_.emplace_back(game, number);
}

void SegmentBuilder::add(const Position& before, Move move) {
    keyed_.push_back({before.key(), static_cast<std::uint32_t>(entries())});
    segment_.moves_.push_back(move);
    before_ = before;
}

void SegmentBuilder::end_game(pgn::Outcome outcome) {
    GameRecord& game = segment_.games_.back();
    game.outcome = outcome;
    game.is_left_out = game.first == entries();
    if (game.is_left_out) return;
    segment_.plies_ += entries() - game.first;
    keyed_.push_back(
        {before_.key_after(segment_.moves_.back()), static_cast<std::uint32_t>(entries())});
    segment_.moves_.emplace_back();
}

// The keys of named positions are looked up in the games, since they are far fewer.
void SegmentBuilder::name_openings(std::span<const Keyed> sorted) {
    std::vector<std::uint32_t> named_at(segment_.games_.size()); // the entry that is named last
    const std::span<const std::uint64_t> keys = openings::opening_keys();
    for (std::size_t number = 0; number < keys.size(); ++number) {
        auto one = std::ranges::lower_bound(sorted, keys[number], {}, &Keyed::key);
        for (std::size_t game = 0; one != sorted.end() && one->key == keys[number]; ++one) {
            game = segment_.game_at(one->entry, game);
            GameRecord& record = segment_.games_[game];
            if (record.opening != 0 && one->entry < named_at[game]) continue;
            record.opening = static_cast<std::uint16_t>(number + 1);
            named_at[game] = one->entry;
        }
    }
}

// Keys are practically random: when they are sorted by their first 24 bits, in two digits of 12,
// few neighbours are left to exchange. Entries of one key keep their order.
void SegmentBuilder::sort_by_key() {
    constexpr unsigned digit_bits = 12;
    constexpr std::size_t digits = std::size_t{1} << digit_bits;
    sorted_.resize(keyed_.size());
    for (const unsigned shift : {64 - 2 * digit_bits, 64 - digit_bits}) {
        const auto digit_of = [shift](const Keyed& one) { return one.key >> shift & (digits - 1); };
        std::array<std::uint32_t, digits + 1> begin{};
        for (const Keyed& one : keyed_)
            ++begin[digit_of(one) + 1];
        std::partial_sum(begin.begin(), begin.end(), begin.begin());
        for (const Keyed& one : keyed_)
            sorted_[begin[digit_of(one)]++] = one;
        std::swap(keyed_, sorted_);
    }
    for (std::size_t i = 1; i < keyed_.size(); ++i) {
        const Keyed one = keyed_[i];
        std::size_t to = i;
        for (; to > 0 && keyed_[to - 1].key > one.key; --to)
            keyed_[to] = keyed_[to - 1];
        keyed_[to] = one;
    }
}

// The segment gets copies without room for more, and the memory in which it has grown is used
// again: otherwise each segment would leave a hole behind.
GameSegment SegmentBuilder::take() {
    sort_by_key();
    name_openings(keyed_);
    GameSegment taken;
    const auto move_to = [](auto& to, auto& from) {
        to.assign(from.begin(), from.end());
        from.clear();
    };
    taken.index_.reserve(keyed_.size());
    for (const Keyed& one : keyed_)
        taken.index_.push_back(one.entry);
    keyed_.clear();
    known_starts_.clear();
    move_to(taken.games_, segment_.games_);
    move_to(taken.moves_, segment_.moves_);
    move_to(taken.pieces_, segment_.pieces_);
    move_to(taken.starts_, segment_.starts_);
    move_to(taken.start_of_, segment_.start_of_);
    taken.plies_ = std::exchange(segment_.plies_, 0);
    return taken;
}

} // namespace polyglot::tools

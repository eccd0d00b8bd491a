#include "tools/convert_book/stats.hpp"

#include "core/book/polyglot/book.hpp"

#include <algorithm>
#include <limits>
#include <string_view>
#include <utility>

namespace polyglot::tools {

bool is_stats(std::span<const std::byte> head) {
    constexpr std::string_view magic = "PGSTATS\n";
    return head.size() >= magic.size() &&
           std::equal(magic.begin(), magic.end(), head.begin(),
                      [](char c, std::byte byte) { return static_cast<std::byte>(c) == byte; });
}

Result<StatsBook> StatsBook::open(std::shared_ptr<const book::ByteReader> bytes) {
    auto decoder = book::StatsDecoder::open(std::move(bytes), 1U << 20U);
    if (!decoder) return decoder.error();
    StatsBook result;
    result.info_ = (*decoder)->info();
    for (book::MoveStats stats; (*decoder)->next(stats);) {
        if (result.moves_.empty() || result.moves_.back().key != stats.key) ++result.positions_;
        result.moves_.push_back(compact(stats));
    }
    if (const std::string& problem = (*decoder)->problem(); !problem.empty()) return make_error(problem);
    return result;
}

StatsBook::Move StatsBook::compact(const book::MoveStats& stats) {
    const auto limited = [](std::uint64_t count) { // a quarter, so that sums and half-points fit too
        return static_cast<std::uint32_t>(
            std::min<std::uint64_t>(count, std::numeric_limits<std::uint32_t>::max() / 4));
    };
    return {stats.key, limited(stats.wins), limited(stats.draws), limited(stats.losses), stats.move, stats.mover};
}

std::vector<book::Entry> StatsBook::find(const chess::Position& position) const {
    std::vector<book::Entry> entries;
    auto it = std::lower_bound(moves_.begin(), moves_.end(), position.key(),
                               [](const Move& move, std::uint64_t key) { return move.key < key; });
    for (; it != moves_.end() && it->key == position.key(); ++it) {
        const bool white = it->mover == chess::Color::White;
        entries.push_back({.move = book::decode_move(it->move, position),
                           .weight = 2 * it->wins + it->draws,
                           .games = book::GameCounts{it->wins + it->draws + it->losses, white ? it->wins : it->losses,
                                                     white ? it->losses : it->wins}});
    }
    std::stable_sort(entries.begin(), entries.end(),
                     [](const book::Entry& a, const book::Entry& b) { return a.weight > b.weight; });
    return entries;
}

book::Book::Facts StatsBook::facts() const {
    return {{"Games", std::to_string(info_.games)}, {"Made with", info_.description}};
}

} // namespace polyglot::tools

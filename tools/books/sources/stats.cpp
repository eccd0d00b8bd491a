#include "tools/books/sources/stats.hpp"

#include "core/book/polyglot/book.hpp"
#include "tools/books/variant.hpp"

#include <algorithm>
#include <iterator>
#include <limits>
#include <utility>

namespace polyglot::tools {

Result<StatsBook> StatsBook::search(std::shared_ptr<const book::ByteReader> bytes) {
    auto opened = book::StatsSearch::open(std::move(bytes));
    if (!opened) return opened.error();
    StatsBook result;
    result.info_ = opened->info();
    result.search_ = *std::move(opened);
    return result;
}

Result<StatsBook> StatsBook::load(std::shared_ptr<const book::ByteReader> bytes) {
    auto decoder = book::StatsDecoder::open(std::move(bytes), 1U << 20U);
    if (!decoder) return decoder.error();
    StatsBook result;
    result.info_ = (*decoder)->info();
    for (book::MoveStats stats; (*decoder)->next(stats);) {
        if (result.moves_.empty() || result.moves_.back().key != stats.key) ++result.positions_;
        result.moves_.push_back(compact(stats));
    }
    if (const std::string& problem = (*decoder)->problem(); !problem.empty())
        return make_error(problem);
    return result;
}

StatsBook::Move StatsBook::compact(const book::MoveStats& stats) {
    // The limit is a quarter of the range, so that sums and half-points fit, too.
    const auto limited = [](std::uint64_t count) {
        return static_cast<std::uint32_t>(
            std::min<std::uint64_t>(count, std::numeric_limits<std::uint32_t>::max() / 4));
    };
    return {stats.key,  limited(stats.wins), limited(stats.draws), limited(stats.losses),
            stats.move, stats.mover};
}

std::span<const StatsBook::Move> StatsBook::loaded(std::uint64_t key) const {
    const auto first =
        std::lower_bound(moves_.begin(), moves_.end(), key,
                         [](const Move& move, std::uint64_t wanted) { return move.key < wanted; });
    const auto last =
        std::find_if(first, moves_.end(), [key](const Move& move) { return move.key != key; });
    return {first, last};
}

std::string_view StatsBook::refuses(const chess::Position& position) const {
    if (!position.castles_with_outer_rooks())
        return "the right to castle with an inner rook has no key";
    if (search_ && !search_->find(position.key())) return "this part of the file is damaged";
    return {};
}

std::vector<book::Entry> StatsBook::find(const chess::Position& position) const {
    if (!position.castles_with_outer_rooks()) return {}; // its key also belongs to another position
    std::vector<Move> found;
    if (search_)
        if (const auto moves = search_->find(position.key()))
            std::transform(moves->begin(), moves->end(), std::back_inserter(found), compact);
    const std::span<const Move> moves = search_ ? found : loaded(position.key());
    std::vector<book::Entry> entries;
    for (const Move& one : moves) {
        const bool white = one.mover == chess::Color::White;
        entries.push_back({.move = book::decode_move(one.move, position),
                           .weight = 2 * one.wins + one.draws,
                           .games = book::GameCounts{one.wins + one.draws + one.losses,
                                                     white ? one.wins : one.losses,
                                                     white ? one.losses : one.wins}});
    }
    std::stable_sort(
        entries.begin(), entries.end(),
        [](const book::Entry& a, const book::Entry& b) { return a.weight > b.weight; });
    return entries;
}

book::HeaderTexts StatsBook::header_texts() const {
    if (!info_.chess960) return {};
    return {.comment = {}, .author = {}, .variants = variant_names(info_.chess, true)};
}

book::Book::Facts StatsBook::facts() const {
    return {{"Games", std::to_string(info_.games)}, {"Made with", info_.description}};
}

} // namespace polyglot::tools

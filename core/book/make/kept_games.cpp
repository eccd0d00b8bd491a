#include "core/book/make/kept_games.hpp"

#include <algorithm>
#include <utility>

namespace polyglot::book {
namespace {

// Returns the first `most` games, and of copies only the one that is listed first. Their number is
// small, so that a search through those that are taken is enough.
std::vector<KeptGame> first_of(std::vector<KeptGame>& games, KeptOrder order, std::size_t most) {
    std::ranges::sort(games, [order](const KeptGame& a, const KeptGame& b) {
        return is_listed_before(a, b, order);
    });
    std::vector<KeptGame> first;
    for (const KeptGame& game : games) {
        if (first.size() == most) break;
        const bool is_known = std::ranges::any_of(first, [&game](const KeptGame& known) {
            return known.place == game.place || (game.copy != 0 && known.copy == game.copy);
        });
        if (!is_known) first.push_back(game);
    }
    return first;
}

void sort_by_place(std::vector<KeptGame>& games) {
    const auto is_earlier = [](const KeptGame& a, const KeptGame& b) { return a.place < b.place; };
    std::ranges::sort(games, is_earlier);
    const auto same_place = [](const KeptGame& a, const KeptGame& b) { return a.place == b.place; };
    games.erase(std::unique(games.begin(), games.end(), same_place), games.end());
}

} // namespace

bool is_listed_before(const KeptGame& a, const KeptGame& b, KeptOrder order) {
    const auto rank = [order](const KeptGame& game) {
        return order == KeptOrder::BestRated ? std::pair(game.rating, game.date)
                                             : std::pair(game.date, game.rating);
    };
    return std::pair(rank(b), a.place) < std::pair(rank(a), b.place);
}

// Copies have one rating: in both orders the newest of them is listed first, so that both lists
// have the same one.
void keep_best(std::vector<KeptGame>& games, std::size_t most) {
    if (games.size() > 1) {
        std::vector<KeptGame> kept = first_of(games, KeptOrder::BestRated, most);
        const std::vector<KeptGame> newest = first_of(games, KeptOrder::Newest, most);
        kept.insert(kept.end(), newest.begin(), newest.end());
        games = std::move(kept);
    }
    sort_by_place(games);
}

std::vector<KeptGame> listed(std::vector<KeptGame> games, KeptOrder order, std::size_t most) {
    return first_of(games, order, most);
}

void renumber_files(std::vector<KeptGame>& games, std::span<const std::uint32_t> numbers) {
    for (KeptGame& game : games)
        game.place.file = numbers[game.place.file];
    sort_by_place(games);
}

} // namespace polyglot::book

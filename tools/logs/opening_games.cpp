#include "tools/logs/opening_games.hpp"

#include <algorithm>
#include <functional>
#include <map>

namespace polyglot::tools {
namespace {

constexpr std::size_t most_games = 1'000'000; // a log may have been made to fill the memory
constexpr std::size_t fewest_plies = 2;       // the number that distinguishes two games

std::uint64_t mix(std::uint64_t hash, std::size_t part) {
    constexpr std::uint64_t factor = 0x9e37'79b9'7f4a'7c15;
    return (hash ^ part) * factor ^ (hash >> 29U);
}

void count_result(OpeningTally& tally, std::optional<int> white_half_points) {
    ++(!white_half_points        ? tally.unknown
       : *white_half_points == 2 ? tally.white_won
       : *white_half_points == 1 ? tally.drawn
                                 : tally.black_won);
}

} // namespace

std::optional<double> OpeningTally::white_score() const {
    const std::uint64_t known = white_won + drawn + black_won;
    if (known == 0) return std::nullopt;
    return (static_cast<double>(white_won) + 0.5 * static_cast<double>(drawn)) /
           static_cast<double>(known);
}

OpeningGames::Hashes OpeningGames::hash(const std::string& start,
                                        const std::vector<std::string>& moves) {
    const std::hash<std::string> of;
    Hashes hashes{};
    std::uint64_t sum = mix(1, of(start));
    for (std::size_t ply = 0;; ++ply) {
        const std::size_t missing = moves.size() - ply;
        if (missing < hashes.size()) hashes[missing] = mix(sum, ply);
        if (ply == moves.size()) return hashes;
        sum = mix(sum, of(moves[ply]));
    }
}

// Finds a game that equals ours except for up to two missing plies at the end of either.
std::optional<std::size_t> OpeningGames::take_other_side(const Hashes& hashes, std::size_t plies,
                                                         bool white) {
    for (std::size_t missing = 0; missing < hashes.size() && missing + fewest_plies <= plies;
         ++missing) {
        const auto [begin, end] = alone_.equal_range(hashes[missing]);
        for (auto at = begin; at != end; ++at) {
            const Game& game = games_[at->second];
            // One of the two must be complete.
            const bool is_whole = missing == 0 || game.plies == plies - missing;
            if (!is_whole || game.side.white == white) continue;
            const std::size_t found = at->second;
            for (const std::uint64_t hash : games_[found].hashes) {
                const auto [first, last] = alone_.equal_range(hash);
                const auto its = std::find_if(
                    first, last, [found](const auto& one) { return one.second == found; });
                if (its != last) alone_.erase(its);
            }
            return found;
        }
    }
    return std::nullopt;
}

void OpeningGames::join(Game& game, OpeningSide side) {
    game.side.moves += side.moves;
    game.side.book_moves += side.book_moves;
    if (side.left_ply) {
        ++game.left;
        game.left_plies += *side.left_ply;
    }
    if (!game.side.white_half_points) game.side.white_half_points = side.white_half_points;
    if (side.opening_ply <= game.side.opening_ply) return;
    game.side.opening = std::move(side.opening);
    game.side.opening_ply = side.opening_ply;
}

void OpeningGames::add(const std::string& start, const std::vector<std::string>& moves,
                       OpeningSide side) {
    const Hashes hashes = hash(start, moves);
    if (const auto other = take_other_side(hashes, moves.size(), side.white))
        return join(games_[*other], std::move(side));
    if (games_.size() >= most_games) return;
    for (std::size_t missing = 0; missing < hashes.size() && missing + fewest_plies <= moves.size();
         ++missing)
        alone_.emplace(hashes[missing], games_.size());
    Game game{.side = std::move(side), .plies = moves.size(), .hashes = hashes};
    game.left = game.side.left_ply ? 1 : 0;
    game.left_plies = game.side.left_ply.value_or(0);
    games_.push_back(std::move(game));
}

std::vector<std::pair<std::string, OpeningTally>> OpeningGames::tallies() const {
    std::map<std::string, OpeningTally> by_name;
    for (const Game& game : games_) {
        OpeningTally& tally = by_name[game.side.opening];
        ++tally.games;
        count_result(tally, game.side.white_half_points);
        tally.moves += game.side.moves;
        tally.book_moves += game.side.book_moves;
        tally.left += game.left;
        tally.left_plies += game.left_plies;
    }
    std::vector<std::pair<std::string, OpeningTally>> sorted(by_name.begin(), by_name.end());
    std::ranges::stable_sort(
        sorted, [](const auto& a, const auto& b) { return a.second.games > b.second.games; });
    return sorted;
}

} // namespace polyglot::tools

#include "core/book/learning.hpp"

#include <algorithm>
#include <cassert>
#include <limits>

namespace polyglot::book {
namespace {

constexpr std::uint64_t most = std::numeric_limits<std::uint16_t>::max();

struct Results {
    std::uint64_t games = 0;
    std::uint64_t half_points = 0;
};

// Returns half of the games, rounded up so that a move that was played once stays played, and half
// of the points, rounded to the nearest number that keeps the score per game. For an odd number of
// games, rounding adds half a game, so half of a game's score is added too (at most 2 half-points a
// game, whatever the fields of another dialect contain). 0 <= half_points <= 2 * games holds
// afterwards if it held before: 2n points of n games become exactly twice the new number.
Results halve(Results r) {
    const std::uint64_t of_a_game =
        r.games % 2 == 0 ? 0 : std::min<std::uint64_t>(r.half_points / r.games, 2);
    return {r.games / 2 + r.games % 2, r.half_points / 2 + (r.half_points % 2 + of_a_game + 1) / 2};
}

LearnFields fields_of(Results r) {
    return {static_cast<std::uint16_t>(r.games), static_cast<std::uint16_t>(r.half_points)};
}

} // namespace

LearnFields add_result(LearnFields fields, int half_points) {
    assert(0 <= half_points && half_points <= 2);
    const auto added = static_cast<std::uint64_t>(half_points);
    Results r{fields.count, fields.sum};
    if (r.games + 1 > most || r.half_points + added > most) r = halve(r);
    return fields_of({r.games + 1, r.half_points + added});
}

LearnFields fit_results(std::uint64_t games, std::uint64_t half_points) {
    Results r{games, half_points};
    while (r.games > most || r.half_points > most)
        r = halve(r);
    return fields_of(r);
}

} // namespace polyglot::book

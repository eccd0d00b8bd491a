#include "core/book/make/move_stats.hpp"

#include <algorithm>
#include <cassert>

namespace polyglot::book {

MoveStats& MoveStats::operator+=(const MoveStats& other) {
    assert(key == other.key && move == other.move);
    const auto add = [](std::uint64_t& sum, std::uint64_t more) {
        sum = std::min(sum + more, max_count);
    };
    add(wins, other.wins);
    add(draws, other.draws);
    add(losses, other.losses);
    add(rated_games, other.rated_games);
    elo_sum = std::min(elo_sum + other.elo_sum, max_elo * rated_games);
    last_year = std::max(last_year, other.last_year);
    return *this;
}

std::size_t StatsSource::read(std::span<MoveStats> stats) {
    std::size_t count = 0;
    while (count < stats.size() && next(stats[count]))
        ++count;
    return count;
}

const std::string& StatsSource::problem() const {
    static const std::string none;
    return none;
}

} // namespace polyglot::book

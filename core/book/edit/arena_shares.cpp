#include "core/book/edit/arena_shares.hpp"

#include "core/book/arena/weights.hpp"
#include "core/text/figures.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

namespace polyglot::book {
namespace {

constexpr double close_to_a_limit = 0.00005; // of a share: less than is shown

// Of one position, while one move's number is tried.
class Shares {
  public:
    Shares(const AbkHeader& header, const chess::Position& position, std::vector<AbkMove> moves, std::size_t at)
        : header_(header), position_(position), moves_(std::move(moves)), at_(at) {}

    double with(std::uint32_t value) {
        AbkMove& move = moves_[at_];
        if (lever_of(header_) == ArenaLever::Priority) {
            move.priority = static_cast<std::uint8_t>(value);
        } else {
            const AbkMove old = move;
            if (move.priority == 0) move.priority = usual_abk_priority;
            const double ratio = old.counts.games > 0 ? static_cast<double>(value) / old.counts.games : 0;
            move.counts = {value, static_cast<std::uint32_t>(std::min(old.counts.white_wins * ratio, most_games)),
                           static_cast<std::uint32_t>(std::min(old.counts.white_losses * ratio, most_games))};
            const double share = share_now();
            move = old;
            return share;
        }
        return share_now();
    }

  private:
    static constexpr double most_games = max_abk_number;

    double share_now() const {
        const auto weights = abk_weights(header_, position_, moves_);
        const std::uint64_t sum = std::accumulate(weights.begin(), weights.end(), std::uint64_t{0});
        return sum == 0 ? 0 : static_cast<double>(weights[at_]) / static_cast<double>(sum);
    }

    const AbkHeader& header_;
    const chess::Position& position_;
    std::vector<AbkMove> moves_;
    std::size_t at_;
};

} // namespace

ArenaLever lever_of(const AbkHeader& header) {
    if (header.importance_of_priority > 0) return ArenaLever::Priority;
    return header.importance_of_games > 0 ? ArenaLever::Games : ArenaLever::None;
}

std::uint32_t most_of(ArenaLever lever) {
    return lever == ArenaLever::Priority ? std::numeric_limits<std::uint8_t>::max() : max_abk_number;
}

std::uint32_t value_of(const AbkMove& move, ArenaLever lever) {
    return lever == ArenaLever::Priority ? move.priority : move.counts.games;
}

Result<std::uint32_t> value_for_share(const AbkHeader& header, const chess::Position& position,
                                      std::vector<AbkMove> moves, std::size_t at, double share) {
    const ArenaLever lever = lever_of(header);
    Shares shares(header, position, std::move(moves), at);
    std::uint32_t low = 1;
    std::uint32_t high = most_of(lever);
    const double least = shares.with(low);
    const double most = shares.with(high);
    if (share < least - close_to_a_limit || share > most + close_to_a_limit)
        return make_error("the book's header and the other moves here allow it a share from " + text::per_cent(least) +
                          " to " + text::per_cent(most));
    while (high - low > 1) {
        const std::uint32_t middle = low + (high - low) / 2;
        (shares.with(middle) < share ? low : high) = middle;
    }
    return std::abs(shares.with(low) - share) <= std::abs(shares.with(high) - share) ? low : high;
}

} // namespace polyglot::book

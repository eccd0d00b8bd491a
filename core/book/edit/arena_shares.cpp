#include "core/book/edit/arena_shares.hpp"

#include "core/book/arena/weights.hpp"
#include "core/text/figures.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

namespace polyglot::book {
namespace {

constexpr double close_to_a_limit = 0.00005; // of a share: less than is shown
constexpr double close_enough = 0.0005;      // of a share

void set_value(AbkMove& move, ArenaLever lever, std::uint32_t value) {
    if (lever == ArenaLever::Priority) {
        move.priority = static_cast<std::uint8_t>(value);
        return;
    }
    constexpr double most_games = max_abk_number;
    if (move.priority == 0) move.priority = usual_abk_priority;
    const double ratio = move.counts.games > 0 ? static_cast<double>(value) / move.counts.games : 0;
    move.counts = {value, static_cast<std::uint32_t>(std::min(move.counts.white_wins * ratio, most_games)),
                   static_cast<std::uint32_t>(std::min(move.counts.white_losses * ratio, most_games))};
}

// Of one position, while one move's number is tried.
class Shares {
  public:
    Shares(const AbkHeader& header, const chess::Position& position, std::vector<AbkMove> moves, std::size_t at)
        : header_(header), position_(position), moves_(std::move(moves)), move_(moves_[at]), at_(at) {}

    double with(std::uint32_t value) {
        moves_[at_] = move_;
        set_value(moves_[at_], lever_of(header_), value);
        const auto weights = abk_weights(header_, position_, moves_);
        const std::uint64_t sum = std::accumulate(weights.begin(), weights.end(), std::uint64_t{0});
        return sum == 0 ? 0 : static_cast<double>(weights[at_]) / static_cast<double>(sum);
    }
    // Of all values the one whose share is nearest.
    std::uint32_t nearest(double share) {
        std::uint32_t low = 1;
        std::uint32_t high = most_of(lever_of(header_));
        while (high - low > 1) {
            const std::uint32_t middle = low + (high - low) / 2;
            (with(middle) < share ? low : high) = middle;
        }
        return std::abs(with(low) - share) <= std::abs(with(high) - share) ? low : high;
    }

  private:
    const AbkHeader& header_;
    const chess::Position& position_;
    std::vector<AbkMove> moves_;
    const AbkMove move_; // the move as it is given
    std::size_t at_;
};

// Several shares of one position. The move with the highest one leads: for each of its values, the others get those
// that bring their weights nearest to the wanted ratios.
class JointShares {
  public:
    JointShares(const AbkHeader& header, const chess::Position& position, std::vector<AbkMove> moves,
                const std::vector<ArenaShare>& shares)
        : header_(header),
          position_(position),
          given_(std::move(moves)),
          moves_(given_),
          shares_(shares),
          leader_(*std::max_element(shares.begin(), shares.end(),
                                    [](const ArenaShare& a, const ArenaShare& b) { return a.share < b.share; })) {}

    // Returns the leader's share.
    double set_leader(std::uint32_t value) {
        set(leader_.at, value);
        constexpr int passes = 2; // where results count, a weight depends on all numbers
        for (int pass = 0; pass < passes; ++pass)
            for (const ArenaShare& wanted : shares_)
                if (wanted.at != leader_.at) set_beside_leader(wanted);
        return share_of(leader_.at);
    }
    // To the leader's share, where other moves take the rest.
    void reach_leader_share() {
        std::uint32_t low = 1;
        std::uint32_t high = most_of(lever_of(header_));
        while (high - low > 1) {
            const std::uint32_t middle = low + (high - low) / 2;
            (set_leader(middle) < leader_.share ? low : high) = middle;
        }
        // All numbers are whole: some values around it give the leader about its share, and one of them suits the
        // others best.
        constexpr std::uint32_t around = 5;
        const std::uint32_t last = std::min(high + around, most_of(lever_of(header_)));
        std::uint32_t best = high;
        double least = std::numeric_limits<double>::max();
        for (std::uint32_t value = low > around ? low - around : 1; value <= last; ++value) {
            set_leader(value);
            if (const double miss = greatest_miss(); miss < least) {
                least = miss;
                best = value;
            }
        }
        set_leader(best);
    }
    // Where there is no rest: numbers that are as small as the shares allow, but not below the leader's present one.
    void reach_ratios() {
        const std::uint32_t most = most_of(lever_of(header_));
        std::uint64_t value = std::max(value_of(moves_[leader_.at], lever_of(header_)), 1U);
        set_leader(static_cast<std::uint32_t>(value));
        while (value < most && greatest_miss() > close_enough) {
            value = std::min<std::uint64_t>(10 * value, most);
            set_leader(static_cast<std::uint32_t>(value));
        }
    }
    const std::vector<AbkMove>& moves() const { return moves_; }

  private:
    // From the move as it is given: won and lost games are rounded once.
    void set(std::size_t at, std::uint32_t value) {
        moves_[at] = given_[at];
        set_value(moves_[at], lever_of(header_), value);
    }
    double weight_ratio(std::size_t at) const {
        const auto weights = abk_weights(header_, position_, moves_);
        return weights[leader_.at] == 0 ? 0 : static_cast<double>(weights[at]) / weights[leader_.at];
    }
    void set_beside_leader(const ArenaShare& wanted) {
        const auto ratio_with = [&](std::uint32_t value) {
            set(wanted.at, value);
            return weight_ratio(wanted.at);
        };
        const double ratio = wanted.share / leader_.share;
        std::uint32_t low = 1;
        std::uint32_t high = most_of(lever_of(header_));
        while (high - low > 1) {
            const std::uint32_t middle = low + (high - low) / 2;
            (ratio_with(middle) < ratio ? low : high) = middle;
        }
        const double below = ratio - ratio_with(low);
        if (std::abs(ratio_with(high) - ratio) > std::abs(below)) ratio_with(low);
    }
    double share_of(std::size_t at) const {
        const auto weights = abk_weights(header_, position_, moves_);
        const std::uint64_t sum = std::accumulate(weights.begin(), weights.end(), std::uint64_t{0});
        return sum == 0 ? 0 : static_cast<double>(weights[at]) / static_cast<double>(sum);
    }
    double greatest_miss() const {
        double greatest = 0;
        for (const ArenaShare& wanted : shares_)
            greatest = std::max(greatest, std::abs(share_of(wanted.at) - wanted.share));
        return greatest;
    }

    const AbkHeader& header_;
    const chess::Position& position_;
    const std::vector<AbkMove> given_;
    std::vector<AbkMove> moves_;
    const std::vector<ArenaShare>& shares_;
    const ArenaShare leader_;
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
    Shares shares(header, position, std::move(moves), at);
    const double least = shares.with(1);
    const double most = shares.with(most_of(lever_of(header)));
    if (share < least - close_to_a_limit || share > most + close_to_a_limit)
        return make_error("the book's header and the other moves here allow it a share from " + text::per_cent(least) +
                          " to " + text::per_cent(most));
    return shares.nearest(share);
}

Result<std::vector<std::uint32_t>> values_for_shares(const AbkHeader& header, const chess::Position& position,
                                                     std::vector<AbkMove> moves,
                                                     const std::vector<ArenaShare>& shares) {
    assert(!shares.empty());
    std::size_t played = 0;
    for (const AbkMove& move : moves)
        if (move.priority > 0) ++played;
    for (const ArenaShare& wanted : shares)
        if (moves[wanted.at].priority == 0) ++played; // is played from now on
    JointShares joint(header, position, std::move(moves), shares);
    if (played > shares.size())
        joint.reach_leader_share();
    else
        joint.reach_ratios();
    std::vector<std::uint32_t> values;
    for (const ArenaShare& wanted : shares) {
        if (const auto can_be = value_for_share(header, position, joint.moves(), wanted.at, wanted.share); !can_be)
            return can_be.error();
        values.push_back(value_of(joint.moves()[wanted.at], lever_of(header)));
    }
    return values;
}

} // namespace polyglot::book

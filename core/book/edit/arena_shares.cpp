#include "core/book/edit/arena_shares.hpp"

#include "core/book/arena/weights.hpp"
#include "core/book/edit/position_editor.hpp"
#include "core/chess/san.hpp"
#include "core/text/figures.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

namespace polyglot::book {
namespace {

constexpr double close_to_a_limit = 0.00005; // of a share, less than is displayed
constexpr double too_far = 0.01;             // of a share

void set_value(AbkMove& move, ArenaLever lever, std::uint32_t value) {
    if (lever == ArenaLever::Priority) {
        move.priority = static_cast<std::uint8_t>(value);
        return;
    }
    constexpr double most_games = max_abk_number;
    if (move.priority == 0) move.priority = usual_abk_priority;
    const double ratio = move.counts.games > 0 ? static_cast<double>(value) / move.counts.games : 0;
    move.counts = {
        value, static_cast<std::uint32_t>(std::min(move.counts.white_wins * ratio, most_games)),
        static_cast<std::uint32_t>(std::min(move.counts.white_losses * ratio, most_games))};
}

double share_of(const AbkHeader& header, const chess::Position& position,
                const std::vector<AbkMove>& moves, std::size_t at) {
    const auto weights = abk_weights(header, position, moves);
    const std::uint64_t sum = std::accumulate(weights.begin(), weights.end(), std::uint64_t{0});
    return sum == 0 ? 0 : static_cast<double>(weights[at]) / static_cast<double>(sum);
}

// Returns the lowest value from 1 for which the predicate holds; `most` if there is none. The
// predicate must hold for all higher values, too.
template <class Reaches>
std::uint32_t first_reaching(std::uint32_t most, const Reaches& reaches) {
    std::uint32_t low = 1;
    while (low < most) {
        const std::uint32_t middle = low + (most - low) / 2;
        if (reaches(middle))
            most = middle;
        else
            low = middle + 1;
    }
    return low;
}

// Returns the value from 1 to `most` whose number, which rises with the value, is nearest to
// `wanted`.
template <class NumberOf>
std::uint32_t nearest(std::uint32_t most, double wanted, const NumberOf& number_of) {
    const std::uint32_t high =
        first_reaching(most, [&](std::uint32_t value) { return number_of(value) >= wanted; });
    const std::uint32_t low = std::max(high - 1, 1U);
    return std::abs(number_of(low) - wanted) <= std::abs(number_of(high) - wanted) ? low : high;
}

// Several shares of one position. The move with the highest share leads: for each of its values,
// the others get the values that bring their weights nearest to the wanted ratios.
class JointShares {
  public:
    JointShares(const AbkHeader& header, const chess::Position& position,
                std::vector<AbkMove> moves, const std::vector<ArenaShare>& shares)
        : header_(header),
          position_(position),
          given_(std::move(moves)),
          moves_(given_),
          shares_(shares),
          leader_(*std::ranges::max_element(shares, {}, &ArenaShare::share)) {}

    // Finds the leader's value for its share, for the case that other moves take the rest.
    void reach_leader_share() {
        const std::uint32_t reached = first_reaching(most_, [this](std::uint32_t value) {
            set_leader(value);
            return share_of(leader_.at) >= leader_.share;
        });
        // Values are whole numbers. Several of them give the leader nearly its share, and one of
        // these suits the other moves best.
        constexpr std::uint32_t around = 6;
        std::uint32_t best = reached;
        double least = std::numeric_limits<double>::max();
        for (std::uint32_t value = reached > around ? reached - around : 1;
             value <= std::min(reached + around, most_); ++value) {
            set_leader(value);
            if (const double miss = miss_of(worst()); miss < least) {
                least = miss;
                best = value;
            }
        }
        set_leader(best);
    }
    // Finds the values if there is no rest: numbers as small as the shares allow, but not below the
    // leader's present one.
    void reach_ratios() {
        std::uint64_t value = std::max(value_at(leader_.at), 1U);
        set_leader(static_cast<std::uint32_t>(value));
        while (value < most_ && miss_of(worst()) > share_tolerance) {
            value = std::min<std::uint64_t>(10 * value, most_);
            set_leader(static_cast<std::uint32_t>(value));
        }
    }
    std::uint32_t value_at(std::size_t at) const { return value_of(moves_[at], lever_of(header_)); }
    double share_of(std::size_t at) const { return book::share_of(header_, position_, moves_, at); }
    double miss_of(const ArenaShare& wanted) const {
        return std::abs(share_of(wanted.at) - wanted.share);
    }
    // True if the share is missed because the value cannot be higher or lower, and not because
    // values are whole numbers.
    bool is_out_of_reach(const ArenaShare& wanted) const {
        if (miss_of(wanted) <= too_far) return false;
        return value_at(wanted.at) == (share_of(wanted.at) < wanted.share ? most_ : 1);
    }
    // Returns the share that is missed by most.
    const ArenaShare& worst() const {
        return *std::ranges::max_element(shares_, [this](const ArenaShare& a, const ArenaShare& b) {
            return miss_of(a) < miss_of(b);
        });
    }

  private:
    void set_leader(std::uint32_t value) {
        set(leader_.at, value);
        constexpr int passes = 2; // if results count, a weight depends on all numbers
        for (int pass = 0; pass < passes; ++pass)
            for (const ArenaShare& wanted : shares_)
                if (wanted.at != leader_.at) set_beside_leader(wanted);
    }
    // Sets a value in the move as it was given, so that won and lost games are rounded only once.
    void set(std::size_t at, std::uint32_t value) {
        moves_[at] = given_[at];
        set_value(moves_[at], lever_of(header_), value);
    }
    void set_beside_leader(const ArenaShare& wanted) {
        const auto ratio_with = [&](std::uint32_t value) {
            set(wanted.at, value);
            const auto weights = abk_weights(header_, position_, moves_);
            return weights[leader_.at] == 0
                       ? 0
                       : static_cast<double>(weights[wanted.at]) / weights[leader_.at];
        };
        set(wanted.at, nearest(most_, wanted.share / leader_.share, ratio_with));
    }

    const AbkHeader& header_;
    const chess::Position& position_;
    const std::vector<AbkMove> given_;
    std::vector<AbkMove> moves_;
    const std::vector<ArenaShare>& shares_;
    const ArenaShare leader_;
    const std::uint32_t most_ = most_of(lever_of(header_));
};

} // namespace

ArenaLever lever_of(const AbkHeader& header) {
    if (header.importance_of_priority > 0) return ArenaLever::Priority;
    return header.importance_of_games > 0 ? ArenaLever::Games : ArenaLever::None;
}

std::uint32_t most_of(ArenaLever lever) {
    return lever == ArenaLever::Priority ? std::numeric_limits<std::uint8_t>::max()
                                         : max_abk_number;
}

std::uint32_t value_of(const AbkMove& move, ArenaLever lever) {
    return lever == ArenaLever::Priority ? move.priority : move.counts.games;
}

Result<std::uint32_t> value_for_share(const AbkHeader& header, const chess::Position& position,
                                      std::vector<AbkMove> moves, std::size_t at, double share) {
    const AbkMove given = moves[at];
    const auto share_with = [&](std::uint32_t value) {
        moves[at] = given;
        set_value(moves[at], lever_of(header), value);
        return share_of(header, position, moves, at);
    };
    const std::uint32_t most = most_of(lever_of(header));
    const double lowest = share_with(1);
    const double highest = share_with(most);
    if (share < lowest - close_to_a_limit || share > highest + close_to_a_limit)
        return make_error("the book's header and the other moves here allow it a share from " +
                          text::per_cent(lowest) + " to " + text::per_cent(highest));
    return nearest(most, share, share_with);
}

bool are_others_played(const AbkHeader& header, const chess::Position& position,
                       std::vector<AbkMove> moves, const std::vector<ArenaShare>& shares) {
    for (const ArenaShare& wanted : shares)
        set_value(moves[wanted.at], lever_of(header),
                  std::max(value_of(moves[wanted.at], lever_of(header)), 1U));
    auto weights = abk_weights(header, position, moves);
    for (const ArenaShare& wanted : shares)
        weights[wanted.at] = 0;
    return std::ranges::any_of(weights, [](std::uint32_t weight) { return weight > 0; });
}

Result<std::vector<std::uint32_t>> values_for_shares(const AbkHeader& header,
                                                     const chess::Position& position,
                                                     const std::vector<AbkMove>& moves,
                                                     const std::vector<ArenaShare>& shares,
                                                     bool no_rest) {
    assert(!shares.empty());
    JointShares joint(header, position, moves, shares);
    no_rest ? joint.reach_ratios() : joint.reach_leader_share();
    for (const ArenaShare& wanted : shares)
        if (joint.is_out_of_reach(wanted))
            return make_error("the book's header and the other moves here allow " +
                              chess::format_san(position, moves[wanted.at].move) + " a share of " +
                              text::per_cent(joint.share_of(wanted.at)) +
                              " beside the others, not of " + text::per_cent(wanted.share));
    std::vector<std::uint32_t> values;
    values.reserve(shares.size());
    for (const ArenaShare& wanted : shares)
        values.push_back(joint.value_at(wanted.at));
    return values;
}

} // namespace polyglot::book

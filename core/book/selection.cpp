#include "core/book/selection.hpp"

#include "core/book/bandit.hpp"
#include "core/chess/san.hpp"
#include "core/text/figures.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>

namespace polyglot::book {
namespace {

constexpr std::uint64_t whole_share = 10'000;
constexpr int as_stored = 50; // the value of BookVariety that changes nothing

// With learning, weights are counted in 1/1024, so that small ones do not round to zero. PolyGlot
// keeps fractions, too.
constexpr std::uint64_t learned_unit = 1024;

// True if the entry has fields that can be results. More than 2n half-points from n games show that
// the book keeps other data there.
bool has_results(const Entry& entry) {
    return entry.learn_count > 0 && entry.learn_sum <= 2 * std::uint64_t{entry.learn_count};
}

// Returns PolyGlot's w*(sum+4)/(2n-sum+4). The four half-points that are added as won and as lost
// prevent a single result from deciding alone.
std::uint64_t polyglot_weight(const Entry& entry) {
    if (!has_results(entry)) return entry.weight * learned_unit;
    std::uint64_t most = 2 * std::uint64_t{entry.learn_count};
    std::uint64_t sum = entry.learn_sum;
    constexpr int counted_bits = 18; // more than PolyGlot's fields can hold
    if (const int excess = static_cast<int>(std::bit_width(most)) - counted_bits; excess > 0) {
        most >>= excess;
        sum >>= excess;
    }
    return entry.weight * learned_unit * (sum + 4) / (most - sum + 4); // below 2^32 * 2^10 * 2^19
}

// Scales weights down so that whole_share * weight and the sum of all weights fit into 64 bits,
// whatever their number.
void scale_down(std::vector<Candidate>& candidates) {
    std::uint64_t highest = 0;
    for (const Candidate& c : candidates)
        highest = std::max(highest, c.weight);
    constexpr unsigned bits_for_sum = 50; // whole_share takes the other 14
    const auto bits = static_cast<unsigned>(std::bit_width(highest)) +
                      static_cast<unsigned>(std::bit_width(candidates.size()));
    if (bits <= bits_for_sum) return;
    for (Candidate& c : candidates)
        c.weight >>= bits - bits_for_sum;
}

std::uint64_t total_weight(const std::vector<Candidate>& candidates) {
    return std::accumulate(candidates.begin(), candidates.end(), std::uint64_t{0},
                           [](std::uint64_t sum, const Candidate& c) { return sum + c.weight; });
}

void set_shares(std::vector<Candidate>& candidates) {
    scale_down(candidates);
    const std::uint64_t total = total_weight(candidates);
    if (total == 0) return;
    for (Candidate& c : candidates)
        c.share = static_cast<int>(whole_share * c.weight / total);
}

// A move as learning, BookTopN and BookVariety see it. If it has several entries, they divide its
// share in proportion to their weights.
struct PlayableMove {
    chess::Move move;
    std::uint64_t weight = 0; // sum over its playable entries
    double games = 0;
    double points = 0;
};

std::vector<PlayableMove> playable_moves(const std::vector<Entry>& entries,
                                         const std::vector<Candidate>& candidates,
                                         const Learning& learning) {
    std::vector<PlayableMove> moves;
    for (std::size_t i = 0; i < entries.size(); ++i) {
        const Entry& entry = entries[i];
        if (!candidates[i].playable) continue;
        const auto same = [&entry](const PlayableMove& other) { return other.move == entry.move; };
        auto it = std::ranges::find_if(moves, same);
        if (it == moves.end()) it = moves.insert(moves.end(), {.move = entry.move});
        it->weight += candidates[i].weight;
        if (!has_results(entry) || std::int64_t{entry.learn_count} < learning.min_games) continue;
        const double age =
            learning.half_life_days > 0 ? double(entry.age_days) / learning.half_life_days : 0;
        const double worth = std::exp2(-age);
        const double games = worth * entry.learn_count;
        // The games of entries are not added up: a store that knows moves, not entries, has the
        // same games for each of them.
        if (games <= it->games) continue;
        it->games = games;
        it->points = worth * entry.learn_sum / 2;
    }
    return moves;
}

double weight_of(const std::vector<PlayableMove>& moves) {
    double sum = 0;
    for (const PlayableMove& m : moves)
        sum += static_cast<double>(m.weight);
    return sum;
}

// Returns the shares of the arms, which add up to 1. The least share of each arm is taken from what
// the others have above theirs.
std::vector<double> learnt_shares(const std::vector<Arm>& arms, const Learning& learning) {
    const double prior_games = std::max(learning.prior_games, 1);
    std::vector<double> shares(arms.size(), 0.0);
    if (learning.policy == LearnPolicy::Thompson) {
        shares = probability_best(arms, prior_games);
    } else {
        shares[most_promising(arms, prior_games)] = 1;
    }
    const double even = learning.explore_per_mil / 1000.0 / static_cast<double>(arms.size());
    double floors = 0;
    double above = 0;
    for (std::size_t i = 0; i < arms.size(); ++i) {
        const double floor = std::min(even, arms[i].prior);
        floors += floor;
        above += std::max(shares[i] - floor, 0.0);
    }
    for (std::size_t i = 0; i < arms.size(); ++i) {
        const double floor = std::min(even, arms[i].prior);
        shares[i] =
            floor + (above > 0 ? std::max(shares[i] - floor, 0.0) * (1 - floors) / above : 0);
    }
    return shares;
}

// Redistributes the weight of the playable entries among their moves: shares[i], which add up to 1,
// for moves[i]. Other entries keep theirs.
void divide(const std::vector<PlayableMove>& moves, const std::vector<double>& shares,
            std::vector<Candidate>& candidates) {
    const double playable_weight = weight_of(moves);
    const auto total = static_cast<double>(total_weight(candidates));
    for (Candidate& c : candidates) {
        double part = static_cast<double>(c.weight) / total;
        if (c.playable && c.weight > 0) {
            const auto same = [&c](const PlayableMove& m) { return m.move == c.move; };
            const auto j =
                static_cast<std::size_t>(std::ranges::find_if(moves, same) - moves.begin());
            part *= shares[j] / (static_cast<double>(moves[j].weight) / playable_weight);
        }
        constexpr double fine = 1LL << 45; // no part with a share is rounded to 0
        c.weight = static_cast<std::uint64_t>(std::llround(part * fine));
        constexpr double rounding_error = 1e-6;
        c.share = static_cast<int>(static_cast<double>(whole_share) * part + rounding_error);
    }
}

// Applies Thompson and Ucb: sets the shares by the results.
void learn_shares(const std::vector<Entry>& entries, const Learning& learning,
                  std::vector<Candidate>& candidates) {
    const std::vector<PlayableMove> moves = playable_moves(entries, candidates, learning);
    const auto has_games = [](const PlayableMove& m) { return m.games > 0; };
    // Keeps the book's shares exactly.
    if (std::ranges::none_of(moves, has_games)) return;

    const double playable_weight = weight_of(moves);
    std::vector<Arm> arms;
    arms.reserve(moves.size());
    for (const PlayableMove& m : moves)
        arms.push_back({.prior = static_cast<double>(m.weight) / playable_weight,
                        .games = m.games,
                        .points = m.points});
    divide(moves, learnt_shares(arms, learning), candidates);
}

bool heavier(const PlayableMove& a, const PlayableMove& b) {
    return a.weight > b.weight;
}

// Applies BookTopN.
void keep_heaviest(std::size_t count, std::vector<PlayableMove> moves,
                   std::vector<Candidate>& candidates) {
    if (moves.size() <= count) return;
    std::ranges::stable_sort(moves, heavier);
    moves.resize(count);
    for (Candidate& c : candidates)
        c.playable = c.playable && std::ranges::any_of(moves, [&c](const PlayableMove& m) {
                         return m.move == c.move;
                     });
}

// Applies BookVariety. The powers are of the ratio to the heaviest weight, so that nothing
// overflows and the highest is 1. They are rounded well above the last bit, in which the libraries
// of systems differ.
void vary(int variety, const std::vector<PlayableMove>& moves, std::vector<Candidate>& candidates) {
    if (moves.empty()) return;
    const auto best = std::ranges::min_element(moves, heavier); // the first of equals
    std::vector<double> shares(moves.size(), 0.0);
    if (variety == 0) {
        shares[static_cast<std::size_t>(best - moves.begin())] = 1;
    } else {
        const double exponent = (100.0 - variety) / variety;
        const auto highest = static_cast<double>(best->weight);
        constexpr double grid = 1LL << 40;
        double sum = 0;
        for (std::size_t i = 0; i < moves.size(); ++i) {
            if (moves[i].weight == 0) continue; // learning has left it no weight
            shares[i] = std::round(
                std::pow(static_cast<double>(moves[i].weight) / highest, exponent) * grid);
            sum += shares[i];
        }
        for (double& share : shares)
            share /= sum;
    }
    divide(moves, shares, candidates);
    for (Candidate& c : candidates)
        c.playable = c.playable && c.share > 0;
}

// Returns the number by which choose() draws; 0: the entry cannot be drawn.
std::uint64_t drawn_share(const Candidate& candidate) {
    return candidate.playable ? static_cast<std::uint64_t>(candidate.share) : 0;
}

bool is_strong_enough(const Entry& entry, const Policy& policy) {
    if (!entry.evaluation) return true;
    return entry.evaluation->elo >= policy.min_elo &&
           entry.evaluation->depth.value_or(policy.min_depth) >= policy.min_depth;
}

} // namespace

std::vector<Candidate> rate(const std::vector<Entry>& entries, const Policy& policy) {
    const LearnPolicy learn = policy.learning.policy;
    std::vector<Candidate> candidates;
    candidates.reserve(entries.size());
    for (const Entry& entry : entries) {
        Candidate c{.move = entry.move,
                    .weight =
                        learn == LearnPolicy::Polyglot ? polyglot_weight(entry) : entry.weight};
        if (has_results(entry)) {
            c.games = entry.learn_count;
            c.half_points = entry.learn_sum;
        }
        candidates.push_back(c);
    }
    set_shares(candidates);
    for (std::size_t i = 0; i < entries.size(); ++i) {
        Candidate& c = candidates[i];
        c.playable = c.move && c.share > 10 * policy.threshold_per_mil &&
                     is_strong_enough(entries[i], policy);
    }
    if (policy.top_n > 0)
        keep_heaviest(static_cast<std::size_t>(policy.top_n),
                      playable_moves(entries, candidates, policy.learning), candidates);
    if (learn == LearnPolicy::Thompson || learn == LearnPolicy::Ucb)
        learn_shares(entries, policy.learning, candidates);
    if (policy.variety != as_stored)
        vary(policy.variety, playable_moves(entries, candidates, policy.learning), candidates);
    return candidates;
}

std::optional<chess::Move> choose(const std::vector<Candidate>& candidates, const Policy& policy,
                                  Random& random) {
    const Candidate* best = nullptr;
    std::uint64_t shares = 0;
    for (const Candidate& c : candidates) {
        if (!c.playable) continue;
        shares += static_cast<std::uint64_t>(c.share);
        // Weights are compared, not shares, because PolyGlot's best move is exact.
        if (best == nullptr || c.weight > best->weight) best = &c;
    }
    if (best == nullptr) return std::nullopt;
    // If the sum is 0, only moves whose shares round to zero are playable.
    if (!policy.random || shares == 0) return best->move;

    // PolyGlot draws by the rounded shares, not by the weights.
    std::uint64_t draw = random.below(shares);
    for (const Candidate& c : candidates) {
        if (!c.playable) continue;
        const auto share = static_cast<std::uint64_t>(c.share);
        if (draw < share) return c.move;
        draw -= share;
    }
    // This is not reached, because the draw is less than the sum of the shares of the playable
    // candidates.
    return std::nullopt;
}

std::vector<double> draw_probabilities(const std::vector<Candidate>& candidates) {
    std::uint64_t all = 0;
    for (const Candidate& c : candidates)
        all += drawn_share(c);
    std::vector<double> probabilities;
    probabilities.reserve(candidates.size());
    for (const Candidate& c : candidates)
        probabilities.push_back(
            all == 0 ? 0 : static_cast<double>(drawn_share(c)) / static_cast<double>(all));
    return probabilities;
}

std::string format_share(int share) {
    return text::per_cent(static_cast<std::uint64_t>(share), whole_share);
}

std::string format_results(const Candidate& candidate) {
    if (candidate.games == 0) return {};
    const std::uint64_t most = 2 * std::uint64_t{candidate.games};
    const auto score = static_cast<int>((whole_share * candidate.half_points + most / 2) / most);
    return text::counted(candidate.games, "game") + ", " + format_share(score);
}

namespace {

// Returns one candidate for each move that can be drawn, or for each legal move if none can be.
// `weight` becomes the number by which it is drawn.
std::vector<Candidate> moves_to_show(const std::vector<Candidate>& candidates) {
    const bool any_drawn =
        std::ranges::any_of(candidates, [](const Candidate& c) { return drawn_share(c) > 0; });
    std::vector<Candidate> merged;
    for (Candidate c : candidates) {
        if (!c.move) continue;
        if (any_drawn) c.weight = drawn_share(c);
        const auto same = [&c](const Candidate& other) { return other.move == c.move; };
        const auto it = std::ranges::find_if(merged, same);
        if (it == merged.end()) {
            merged.push_back(c);
            continue;
        }
        it->weight += c.weight;
        if (c.games > it->games) {
            it->games = c.games;
            it->half_points = c.half_points;
        }
    }
    if (any_drawn) std::erase_if(merged, [](const Candidate& c) { return c.weight == 0; });
    std::ranges::stable_sort(merged, std::ranges::greater(), &Candidate::weight);
    return merged;
}

constexpr std::size_t most_shown = 12;

template <typename FormatMove>
std::string format_shares_with(const std::vector<Candidate>& candidates, std::size_t max_moves,
                               const FormatMove& format_move) {
    const std::vector<Candidate> merged = moves_to_show(candidates);
    const std::uint64_t total = std::max<std::uint64_t>(total_weight(merged), 1);
    std::string text;
    for (const Candidate& c : merged) {
        if (!text.empty()) text += ' ';
        if (max_moves-- == 0) return text + "…";
        text += format_move(c.move) + ' ' +
                format_share(static_cast<int>((whole_share * c.weight + total / 2) / total));
        if (c.games > 0) text += " (" + format_results(c) + ')';
    }
    return text;
}

} // namespace

std::string format_shares(const std::vector<Candidate>& candidates, chess::CastlingStyle style,
                          std::size_t max_moves) {
    return format_shares_with(candidates, max_moves, [style](chess::Move move) {
        return chess::format_uci_move(move, style);
    });
}

std::string format_shares(const std::vector<Candidate>& candidates,
                          const std::function<std::string(chess::Move)>& format_move) {
    return format_shares_with(candidates, most_shown, format_move);
}

std::string format_san_shares(const std::vector<Candidate>& candidates,
                              const chess::Position& position) {
    return format_shares_with(candidates, most_shown, [&position](chess::Move move) {
        return chess::format_san(position, move);
    });
}

} // namespace polyglot::book

#include "core/book/selection.hpp"

#include <algorithm>
#include <bit>
#include <numeric>

namespace polyglot::book {
namespace {

constexpr std::uint64_t whole_share = 10'000;

// With learning, weights are counted in 1/1024 so that small ones do not round to nothing: PolyGlot keeps fractions
// too.
constexpr std::uint64_t learned_unit = 1024;

// w*(sum+4)/(2n-sum+4): the prior of four half-points won and four lost keeps one result from deciding alone. A sum
// that cannot be (over 2n half-points from n games, as in books that keep other things there) counts as not learned.
std::uint64_t learned_weight(const Entry& entry) {
    const std::uint64_t most = 2 * std::uint64_t{entry.learn_count};
    const std::uint64_t sum = entry.learn_sum;
    if (sum > most) return entry.weight * learned_unit;
    return entry.weight * learned_unit * (sum + 4) / (most - sum + 4); // below 2^32 * 2^10 * 2^17
}

// Makes room for whole_share * weight and for the sum of all weights, whatever their number.
void scale_down(std::vector<Candidate>& candidates) {
    std::uint64_t highest = 0;
    for (const Candidate& c : candidates)
        highest = std::max(highest, c.weight);
    constexpr unsigned bits_for_sum = 50; // whole_share takes the other 14
    const auto bits =
        static_cast<unsigned>(std::bit_width(highest)) + static_cast<unsigned>(std::bit_width(candidates.size()));
    if (bits <= bits_for_sum) return;
    for (Candidate& c : candidates)
        c.weight >>= bits - bits_for_sum;
}

std::uint64_t total_weight(const std::vector<Candidate>& candidates) {
    return std::accumulate(candidates.begin(), candidates.end(), std::uint64_t{0},
                           [](std::uint64_t sum, const Candidate& c) { return sum + c.weight; });
}

} // namespace

std::vector<Candidate> rate(const std::vector<Entry>& entries, const Policy& policy) {
    std::vector<Candidate> candidates;
    candidates.reserve(entries.size());
    for (const Entry& entry : entries)
        candidates.push_back(
            {.move = entry.move,
             .weight = policy.learning.policy == LearnPolicy::Polyglot ? learned_weight(entry) : entry.weight,
             .games = entry.learn_count,
             .half_points = entry.learn_sum});
    scale_down(candidates);
    const std::uint64_t total = total_weight(candidates);
    if (total == 0) return candidates;
    for (Candidate& c : candidates) {
        c.share = static_cast<int>(whole_share * c.weight / total);
        c.playable = c.move && c.share > 10 * policy.threshold_per_mil;
    }
    return candidates;
}

std::optional<chess::Move> choose(const std::vector<Candidate>& candidates, const Policy& policy, Random& random) {
    const Candidate* best = nullptr;
    std::uint64_t shares = 0;
    for (const Candidate& c : candidates) {
        if (!c.playable) continue;
        shares += static_cast<std::uint64_t>(c.share);
        if (best == nullptr || c.weight > best->weight) best = &c; // not by share: PolyGlot's best is exact
    }
    if (best == nullptr) return std::nullopt;
    if (!policy.random) return best->move;

    std::uint64_t draw = random.below(shares); // PolyGlot draws by the rounded shares, not by weight
    for (const Candidate& c : candidates) {
        if (!c.playable) continue;
        const auto share = static_cast<std::uint64_t>(c.share);
        if (draw < share) return c.move;
        draw -= share;
    }
    return std::nullopt; // not reached: the shares of the playable ones are all there is to draw from
}

std::string format_share(int share) {
    const int per_mil = (share + 5) / 10;
    return std::to_string(per_mil / 10) + '.' + std::to_string(per_mil % 10) + '%';
}

std::string format_shares(const std::vector<Candidate>& candidates, chess::CastlingStyle style, std::size_t max_moves) {
    std::vector<Candidate> merged;
    for (const Candidate& c : candidates) {
        if (!c.move) continue;
        const auto same = [&c](const Candidate& other) { return other.move == c.move; };
        const auto it = std::find_if(merged.begin(), merged.end(), same);
        if (it == merged.end()) {
            merged.push_back(c);
        } else {
            it->weight += c.weight;
        }
    }
    std::stable_sort(merged.begin(), merged.end(),
                     [](const Candidate& a, const Candidate& b) { return a.weight > b.weight; });

    const std::uint64_t total = std::max<std::uint64_t>(total_weight(candidates), 1);
    std::string text;
    for (const Candidate& c : merged) {
        if (!text.empty()) text += ' ';
        if (max_moves-- == 0) return text + "…";
        text += chess::format_uci_move(c.move, style) + ' ' +
                format_share(static_cast<int>((10000 * c.weight + total / 2) / total));
    }
    return text;
}

} // namespace polyglot::book

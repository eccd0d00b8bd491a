#include "core/book/arena/weights.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace polyglot::book {
namespace {

bool is_uniform(const AbkHeader& header) {
    return header.importance_of_priority == 0 && header.importance_of_games == 0 &&
           header.importance_of_score == 0;
}

// The results of games for the side that made the move. Real files contain moves with more results
// than games, and games without results.
struct MoverGames {
    std::uint64_t won = 0, lost = 0, games = 0;

    MoverGames(const GameCounts& counts, chess::Color mover)
        : won(mover == chess::Color::White ? counts.white_wins : counts.white_losses),
          lost(mover == chess::Color::White ? counts.white_losses : counts.white_wins),
          games(std::max<std::uint64_t>(counts.games, won + lost)) {}

    double expected_score() const {
        if (games == 0) return 0.5;
        return (static_cast<double>(games + won) - static_cast<double>(lost)) /
               (2 * static_cast<double>(games));
    }
    bool won_per_cent(std::uint64_t least) const {
        return games == 0 ? least == 0 : 100 * won >= least * games;
    }
};

double scale(double value, std::uint32_t importance) {
    if (importance == 1) return std::pow(value, 0.66);
    if (importance == 2) return std::pow(value, 0.86);
    return std::pow(value, 1 + (static_cast<double>(importance) - 3) / 6);
}

// Computes the weights of the moves that may be played.
class Weigher {
  public:
    explicit Weigher(std::vector<std::size_t> playable)
        : playable_(std::move(playable)), sums_(playable_.size(), 0.0) {}

    // Adds a term. value(i) is that of the i-th of all moves, and is not negative.
    template <class Value>
    void add(std::uint32_t importance, double factor, Value value) {
        if (importance == 0) return;
        importance = std::min(importance, max_abk_importance);
        std::vector<double> values;
        values.reserve(playable_.size());
        double sum = 0;
        for (const std::size_t i : playable_)
            sum += values.emplace_back(scale(value(i), importance));
        if (!(sum > 0)) return; // this term does not distinguish the moves
        for (std::size_t k = 0; k < sums_.size(); ++k)
            sums_[k] += factor * std::exp(0.624 * importance) * values[k] / sum;
    }

    std::vector<std::uint32_t> weights(std::size_t moves) const {
        std::vector<std::uint32_t> result(moves, 0);
        double total = 0;
        for (const double sum : sums_)
            total += sum;
        for (std::size_t k = 0; k < sums_.size(); ++k) {
            const double share =
                total > 0 ? sums_[k] / total : 1.0 / static_cast<double>(sums_.size());
            if (share > 0)
                result[playable_[k]] =
                    std::max(static_cast<std::uint32_t>(std::lround(share * whole_abk_weight)), 1U);
        }
        return result;
    }

  private:
    std::vector<std::size_t> playable_;
    std::vector<double> sums_;
};

} // namespace

std::optional<AbkLimit> limit_of(const AbkHeader& header, chess::Color mover, std::uint64_t ply,
                                 const GameCounts& counts) {
    // 0 means no limit, since a book that never plays would be useless.
    if (header.max_ply != 0 && ply >= header.max_ply) return AbkLimit::MaxPly;
    if (is_uniform(header)) return std::nullopt;
    const MoverGames games(counts, mover);
    const std::uint32_t per_cent =
        mover == chess::Color::White ? header.min_white_per_cent : header.min_black_per_cent;
    if (counts.games < header.min_games) return AbkLimit::MinGames;
    if (games.won < header.min_wins) return AbkLimit::MinWins;
    if (!games.won_per_cent(std::min(per_cent, max_abk_per_cent))) return AbkLimit::MinPerCent;
    return std::nullopt;
}

std::uint64_t ply_of(const chess::Position& position) {
    const bool black = position.side_to_move() == chess::Color::Black;
    return 2 * static_cast<std::uint64_t>(std::max(position.full_move_number(), 1) - 1) +
           (black ? 1 : 0);
}

std::vector<std::uint32_t> abk_weights(const AbkHeader& header, chess::Color mover,
                                       std::uint64_t ply, std::span<const AbkMove> moves) {
    std::vector<std::size_t> playable;
    for (std::size_t i = 0; i < moves.size(); ++i)
        if (moves[i].priority > 0 && !limit_of(header, mover, ply, moves[i].counts))
            playable.push_back(i);

    Weigher weigher(std::move(playable));
    weigher.add(header.importance_of_priority, 1.0,
                [&](std::size_t i) { return double(moves[i].priority); });
    weigher.add(header.importance_of_games, 1.0,
                [&](std::size_t i) { return double(moves[i].counts.games); });
    weigher.add(header.importance_of_score, 1.4,
                [&](std::size_t i) { return MoverGames(moves[i].counts, mover).expected_score(); });
    return weigher.weights(moves.size());
}

std::vector<std::uint32_t> abk_weights(const AbkHeader& header, const chess::Position& position,
                                       std::span<const AbkMove> moves) {
    return abk_weights(header, position.side_to_move(), ply_of(position), moves);
}

std::vector<Entry> abk_entries(const AbkHeader& header, const chess::Position& position,
                               std::span<const AbkMove> moves) {
    std::vector<Entry> entries;
    if (moves.empty()) return entries;
    const std::vector<std::uint32_t> weights = abk_weights(header, position, moves);
    entries.reserve(moves.size());
    for (std::size_t i = 0; i < moves.size(); ++i) {
        const chess::Move move = position.is_legal(moves[i].move) ? moves[i].move : chess::Move{};
        entries.push_back({.move = move,
                           .weight = weights[i],
                           .priority = moves[i].priority,
                           .games = moves[i].counts});
    }
    return entries;
}

} // namespace polyglot::book

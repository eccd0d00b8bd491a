// Statistics of one move of one position, from the games in which it was played. Books are made of
// them.
#pragma once
#include "core/chess/types.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <tuple>

namespace polyglot::book {

struct MoveStats {
    std::uint64_t key = 0;  // PolyGlot's, of the position before the move
    std::uint16_t move = 0; // as encode_move() encodes it
    chess::Color mover = chess::Color::White;
    std::uint64_t wins = 0, draws = 0, losses = 0; // for the mover, each at most max_count
    // This counts the games in which the mover's Elo is known; at most games().
    std::uint64_t rated_games = 0;
    // This is the sum of the mover's Elo over these games; at most max_elo * rated_games.
    std::uint64_t elo_sum = 0;
    std::uint16_t last_year = 0; // of the last game; 0: no game has a date

    // These limits are beyond what all machines can play, and far enough from 2^64 that sums and
    // products of counts do not overflow.
    static constexpr std::uint64_t max_count = std::uint64_t{1} << 48U;
    static constexpr std::uint16_t max_elo = 4095, max_year = 16383;

    std::uint64_t games() const { return wins + draws + losses; }
    std::uint64_t half_points() const { return 2 * wins + draws; }
    // Adds the games of the other statistics, whose key and move must be the same; the mover is
    // then the same, too. Stops at the limits above.
    MoveStats& operator+=(const MoveStats& other);
    friend bool operator==(const MoveStats&, const MoveStats&) = default;
};
// The sort order in files. A key belongs to one side to move, so the mover is not compared.
inline bool stats_before(const MoveStats& a, const MoveStats& b) {
    return std::tie(a.key, a.move) < std::tie(b.key, b.move);
}

// Delivers statistics in ascending order, without duplicates.
class StatsSource {
  public:
    virtual ~StatsSource() = default;
    virtual bool next(MoveStats& stats) = 0; // false at the end
    // Reads many at a time and returns how many. The number is less than the room only at the end,
    // after which nothing may be read.
    virtual std::size_t read(std::span<MoveStats> stats);
    // Returns the reason why next() ended early, for example a damaged file with the place; empty
    // after a complete run. To be called at the end.
    virtual const std::string& problem() const;
};

} // namespace polyglot::book

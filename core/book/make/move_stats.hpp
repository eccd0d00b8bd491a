// What is known of one move of one position from the games in which it was played: what books are
// made of.
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
    std::uint16_t move = 0; // as encode_move() spells it
    chess::Color mover = chess::Color::White;
    std::uint64_t wins = 0, draws = 0, losses = 0; // of the mover, each at most max_count
    // In which the mover's Elo is known; at most games()
    std::uint64_t rated_games = 0;
    // Of the mover, over these; at most max_elo * rated_games
    std::uint64_t elo_sum = 0;
    std::uint16_t last_year = 0; // of the last game; 0: none has a date

    // Beyond what all machines can play, and far enough from 2^64 for sums and products of counts
    // to need no care.
    static constexpr std::uint64_t max_count = std::uint64_t{1} << 48U;
    static constexpr std::uint16_t max_elo = 4095, max_year = 16383;

    std::uint64_t games() const { return wins + draws + losses; }
    std::uint64_t half_points() const { return 2 * wins + draws; }
    // Sums the games of both; key and move must be the same, the mover is then, too. Stops at the
    // limits above.
    MoveStats& operator+=(const MoveStats& other);
    friend bool operator==(const MoveStats&, const MoveStats&) = default;
};
// The order of files of them. A key belongs to one side to move, so the mover does not count.
inline bool stats_before(const MoveStats& a, const MoveStats& b) {
    return std::tie(a.key, a.move) < std::tie(b.key, b.move);
}

// Ascending and without duplicates, one after the other.
class StatsSource {
  public:
    virtual ~StatsSource() = default;
    virtual bool next(MoveStats& stats) = 0; // false at the end
    // Many at a time. Returns how many; fewer than there is room for at the end only, after which
    // nothing is read.
    virtual std::size_t read(std::span<MoveStats> stats);
    // The reason why next() ended early, e.g. a damaged file and the place; empty after a complete
    // run. Call it at the end.
    virtual const std::string& problem() const;
};

} // namespace polyglot::book

// Holds the statistics of PGN files for `polyglot pgn-stat`. See docs/pgn-stat.md.
#pragma once
#include "tools/common/game_reading.hpp"

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <map>
#include <string>

namespace polyglot::tools {

struct PgnTally {
    std::uint64_t games = 0;
    std::uint64_t plies = 0; // legal moves of main lines
    std::uint64_t variation_plies = 0;
    std::size_t longest = 0;                   // game, in plies
    std::uint64_t with_moves = 0;              // games with at least one move
    std::array<std::uint64_t, 4> outcomes{};   // by pgn::Outcome
    std::uint64_t with_both_elos = 0;          // games whose players both have a rating
    std::uint64_t other_starts = 0;            // games with a FEN tag
    std::map<unsigned, std::uint64_t> by_year; // games by year; 0: unknown
    // The sum of the keys of all positions in which a move was made, modulo 2^64. It does not
    // depend on the order of the games.
    std::uint64_t key_sum = 0;

    void add(const PgnTally& other);
};

struct PgnStat {
    PgnTally tally;
    ReadingReport reading;
    unsigned threads = 1;
    std::chrono::duration<double> took{};
};

void write_text(std::ostream& out, const PgnStat& stat);
std::string format_json(const PgnStat& stat);

} // namespace polyglot::tools

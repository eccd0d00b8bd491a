// What is in PGN files: `polyglot pgn-stat`, docs/pgn-stat.md.
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
    std::uint64_t plies = 0; // of main lines, as far as they are legal
    std::uint64_t variation_plies = 0;
    std::size_t longest = 0;                   // game, in plies
    std::uint64_t with_moves = 0;              // games that have any
    std::array<std::uint64_t, 4> outcomes{};   // by pgn::Outcome
    std::uint64_t with_both_elos = 0;          // games where both players have one
    std::uint64_t other_starts = 0;            // games with a FEN tag
    std::map<unsigned, std::uint64_t> by_year; // games; 0: not known
    // Of the keys of all positions in which a move was made, modulo 2^64: the same for any order of
    // the games.
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

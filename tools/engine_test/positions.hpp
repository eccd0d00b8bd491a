// Positions that show whether the engine has the same board as the tester.
#pragma once
#include <array>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace polyglot::tools::engine_test {

struct Probe {
    std::string_view kind;
    std::string_view fen;   // empty: the start position
    std::string_view moves; // made from fen; Chess960 castling is written as king takes rook
    // This is the only legal move after `moves`. For the kinds "… mate" it is the only mate; if it
    // is empty, any move is right.
    std::string_view only_move;
};
std::span<const Probe> probes();

// In these finished games, the side to move has no legal move.
constexpr std::array<std::pair<std::string_view, std::string_view>, 2> finished_games{{
    {"mate", "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3"},
    {"stalemate", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"},
}};

// In these positions, the engine has one move, after which the reply, if there is one, ends the
// game.
struct ForcedEnd {
    std::string_view fen; // White to move, for engines without setboard
    std::string_view only_move;
    std::string_view reply;
    std::string_view result;
    std::string_view after; // what has happened after that
};
constexpr std::array<ForcedEnd, 2> forced_ends{{
    {"Q7/8/7k/8/8/7n/6PP/5RqK w - - 0 1", "f1g1", "h3f2", "0-1", "it has been mated"},
    {"8/8/8/8/8/3q4/5k2/7K w - - 0 1", "h1h2", "d3f3", "1/2-1/2", "it has been stalemated"},
}};

// In this position, the engine's only move mates.
constexpr ForcedEnd forced_mate{"8/8/1R6/8/8/k7/q1Q5/K7 w - - 0 1", "c2a2", "", "1-0",
                                "it has mated"};

// Returns 600 plies from the start position in which no draw can be claimed: pieces move back and
// forth, and a pawn moves before the 50-move rule applies.
const std::string& long_game();

constexpr std::string_view mate_in_two = "7k/8/8/8/8/8/R7/1R5K w - - 0 1"; // easy for every engine
// A quiet position in which engines do not end their search at once.
constexpr std::string_view middle_game =
    "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P4/2PBPN2/PP1N1PPP/R1BQ1RK1 w - - 0 8";

} // namespace polyglot::tools::engine_test

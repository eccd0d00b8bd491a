// Which book move to play: PolyGlot's rule, docs/formats/selection.md.
#pragma once
#include "core/book/book.hpp"
#include "core/chess/uci_move.hpp"
#include "core/random.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace polyglot::book {

// How the results of our games change the choice.
enum class LearnPolicy : std::uint8_t {
    RecordOnly, // not at all
    Polyglot,   // weight becomes w*(sum+4)/(2n-sum+4)
    // A move's share is the probability that it is the best one; the book's weights are where it
    // starts
    Thompson,
    Ucb, // the move with the highest upper confidence bound
};

// The formulas, with their sources: docs/formats/selection.md.
struct Learning {
    LearnPolicy policy = LearnPolicy::Polyglot;
    // The rest is for Thompson and Ucb.
    // Each move starts with this many games at the usual score of its position; at least 1
    int prior_games = 8;
    // Divided evenly among the playable moves whatever their results; none gets more of it than its
    // share in the book
    int explore_per_mil = 20;
    int min_games = 2; // the results of a move count from this many games on
    // Results count half if the move was last played this long ago; 0: they never age
    int half_life_days = 0;
};

// What may be played is settled in this order: threshold, min_elo and min_depth, top_n, then
// (Thompson and Ucb) the results, then variety. A move with several entries is one move to the last
// three.
struct Policy {
    // BookRandom: draw in proportion to the share; false: highest weight, first entry wins ties
    bool random = true;
    // BookTreshold: never play a move at or below this share; under Thompson and Ucb the share is
    // the book's, which results don't change
    int threshold_per_mil = 5;
    Learning learning = {.policy = LearnPolicy::RecordOnly};
    int top_n = 0; // only the N heaviest moves may be played, of equals the first; 0: all
    // 0 the best only, 50 as stored, 100 all alike: weights become w^k, k = (100 - variety) /
    // variety
    int variety = 50;
    // An entry whose evaluation has less depth (plies) is not played; one without depth may be
    int min_depth = 0;
    // An entry whose evaluation has less elo is not played; one without evaluation may be
    int min_elo = 0;
};

struct Candidate {
    chess::Move move;         // null when not legal here
    std::uint64_t weight = 0; // what shares are made of; to be compared within one position only
    // 1/10000 of all weight in the position, rounded down as PolyGlot does
    int share = 0;
    bool playable = false;
    // In which we played it here; 0 when the entry's learn fields can't be results
    std::uint32_t games = 0;
    std::uint32_t half_points = 0; // that we scored in them, <= 2 * games
};

// One candidate per entry, in file order. To rule a move out beforehand, make it null in its entry:
// it goes on counting in the shares, and what may be played is chosen among the others.
std::vector<Candidate> rate(const std::vector<Entry>& entries, const Policy& policy);
// The move to play; nullopt if no candidate is playable.
std::optional<chess::Move> choose(const std::vector<Candidate>& candidates, const Policy& policy,
                                  Random& random);

// With what probability choose() draws each entry if Policy::random is set; 0 for all if none can
// be drawn.
std::vector<double> draw_probabilities(const std::vector<Candidate>& candidates);

// "42.1%", of a Candidate's share.
std::string format_share(int share);
// "12 games, 58.3%": how often we played the move here, and what we scored; empty when we never
// did.
std::string format_results(const Candidate& candidate);
// For a human: "e2e4 42.1% (12 games, 58.3%) d2d4 38.0%", highest first, at most max_moves of them
// and "…" for the rest. The moves that choose() draws if Policy::random is set, each with its
// probability: the entries of a move are added up, those not playable are left out. If no move can
// be drawn, every legal one with its part of their weight.
std::string format_shares(const std::vector<Candidate>& candidates,
                          chess::CastlingStyle style = chess::CastlingStyle::KingTwoSquares,
                          std::size_t max_moves = 12);
// The same with the moves as format_san() writes them.
std::string format_san_shares(const std::vector<Candidate>& candidates,
                              const chess::Position& position);

} // namespace polyglot::book

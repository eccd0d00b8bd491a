// Selects the book move to play by PolyGlot's rule (docs/formats/selection.md).
#pragma once
#include "core/book/book.hpp"
#include "core/chess/uci_move.hpp"
#include "core/random.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace polyglot::book {

// Determines how the results of our games change the selection.
enum class LearnPolicy : std::uint8_t {
    RecordOnly, // not at all
    Polyglot,   // weight becomes w*(sum+4)/(2n-sum+4)
    // The share of a move is the probability that it is the best one. The computation starts from
    // the shares in the book.
    Thompson,
    Ucb, // the move with the highest upper confidence bound
};

// Parameters of the formulas; docs/formats/selection.md has the formulas with their sources.
struct Learning {
    LearnPolicy policy = LearnPolicy::Polyglot;
    // The fields from here on are for Thompson and Ucb.
    //
    // Each move starts with this many games at the usual score of its position; at least 1.
    int prior_games = 8;
    // This part of the choice is divided evenly among the playable moves, whatever their results.
    // No move gets more of it than its share in the book.
    int explore_per_mil = 20;
    int min_games = 2; // least number of games from which the results of a move count
    // Results count half if the move was last played this number of days ago; 0: they never age.
    int half_life_days = 0;
};

// The rules are applied in this order: threshold, min_elo and min_depth, top_n, the results
// (Thompson and Ucb), variety. The last three treat several entries of one move as a single move.
struct Policy {
    // BookRandom: draws in proportion to the share. False: selects the highest weight, the first
    // entry of equal ones.
    bool random = true;
    // BookTreshold: a move at or below this share is never played. Under Thompson and Ucb, this is
    // the share in the book, which results do not change.
    int threshold_per_mil = 5;
    Learning learning = {.policy = LearnPolicy::RecordOnly};
    int top_n = 0; // only the N heaviest moves are played, of equal ones the first; 0: all
    // 0 selects the best move only, 50 keeps the weights, 100 makes all equal: weights become w^k,
    // k = (100 - variety) / variety.
    int variety = 50;
    // An entry whose evaluation has less depth (plies) is not played. An entry without a depth may
    // be.
    int min_depth = 0;
    // An entry whose evaluation has less elo is not played. An entry without an evaluation may be.
    int min_elo = 0;
};

struct Candidate {
    chess::Move move;         // null if not legal here
    std::uint64_t weight = 0; // shares are computed from it; comparable within one position only
    // The share in the weight of the position is in 1/10000, rounded down as in PolyGlot.
    int share = 0;
    bool playable = false;
    // Games in which we played the move here; 0 if the entry's learn fields cannot be results.
    std::uint32_t games = 0;
    std::uint32_t half_points = 0; // scored by us in these games, <= 2 * games
};

// Returns one candidate per entry, in file order. To exclude a move, make it null in its entry: it
// still counts in the shares, and the selection is among the others.
// tests/unit/core/book/selection_test.cpp shows rate() and choose().
std::vector<Candidate> rate(const std::vector<Entry>& entries, const Policy& policy);
// Returns the move to play; nullopt if no candidate is playable.
std::optional<chess::Move> choose(const std::vector<Candidate>& candidates, const Policy& policy,
                                  Random& random);

// Returns the probability with which choose() draws each entry if Policy::random is set; 0 for all
// if none can be drawn.
std::vector<double> draw_probabilities(const std::vector<Candidate>& candidates);

// Formats a Candidate's share: "42.1%".
std::string format_share(int share);
// Returns how often we played the move here and what we scored: "12 games, 58.3%"; empty if we
// never played it.
std::string format_results(const Candidate& candidate);
// Formats shares for users: "e2e4 42.1% (12 games, 58.3%) d2d4 38.0%", highest first, at most
// max_moves of them and "…" for the rest. The moves are those that choose() draws if Policy::random
// is set, each with its probability: the entries of a move are added up, and those not playable are
// left out. If no move can be drawn, every legal move is listed with its part of their weight.
std::string format_shares(const std::vector<Candidate>& candidates,
                          chess::CastlingStyle style = chess::CastlingStyle::KingTwoSquares,
                          std::size_t max_moves = 12);
// Formats the same with the moves as format_move() returns them.
std::string format_shares(const std::vector<Candidate>& candidates,
                          const std::function<std::string(chess::Move)>& format_move);
// Formats the same with the moves as in format_san().
std::string format_san_shares(const std::vector<Candidate>& candidates,
                              const chess::Position& position);

} // namespace polyglot::book

// Makes the entries of a book from statistics of moves.
#pragma once
#include "core/book/entry_table.hpp"
#include "core/book/make/move_stats.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace polyglot::book {

// The formula for the weight of a move; docs/make-book.md has the formulas.
enum class WeightBy : std::uint8_t {
    // Weighs wins, draws and losses by win_factor, draw_factor and loss_factor. The default factors
    // give half-points, as in PolyGlot.
    Expected,
    Wins,
    Games,
    Rate, // points per game, smoothed, however often the move was played
    Elo,  // Expected, times a factor for the strength of the players
    // Expected, halved for each half-life by which the last game is older than that of the
    // position.
    Recency,
};
// Rate adds this number of wins and of losses to the games played (Laplace's rule).
constexpr double rate_prior = 1;
// Elo above the position's mean at which a weight is ten times as high; a greater excess counts the
// same.
constexpr double elo_tenfold = 400;
constexpr double max_points_factor = 1e6; // limit of the absolute values of BookRules' factors

// Accepts "expected", … in any case.
std::optional<WeightBy> parse_weight_by(std::string_view name);

struct SideRules {
    std::uint64_t min_games = 3;
    double min_score = 0; // per cent of the possible points, 0 to 100
    bool wanted = true;
    double min_share = 0; // per cent of the games of the position, 0 to 100
    // Keeps only the heaviest moves of a position; 0: all. Of equals, the move with more games
    // comes first, then the lower move.
    std::size_t top = 0;
};

struct BookRules {
    SideRules white, black; // by the mover
    WeightBy weight = WeightBy::Expected;
    double win_factor = 2, draw_factor = 1, loss_factor = 0;
    double half_life_years = 5; // above 0
    // Recency: a later year is taken for an error and counts as this one. 0: no year is an error.
    int reference_year = 0;
    bool uniform = false; // every move that is kept gets weight 1
    // True: moves without a point are kept, with the weight of the formula. False: they are left
    // out, unless losses count (counts_losses()).
    bool keep_losses = false;
    // What one game adds to the counts of its moves: 2 with -variations, under which moves in
    // variations count half. The limits in SideRules are in games; a part of a game counts as a
    // whole one.
    std::uint64_t counts_of_game = 1;
};

// True if the weights depend on the Elo or the years of the games.
bool uses_elo_or_years(const BookRules& rules);

// True if a move that only lost can have a weight: for WeightBy::Games, and for a positive loss
// factor.
bool counts_losses(const BookRules& rules);

// Counts how many moves each rule left out. The rules are applied in the order of the fields.
// too_light: moves with points whose kind of weight is zero, such as draws by Wins. No positive
// weight is rounded to 0: a move is left out by a rule, never by arithmetic.
struct DroppedMoves {
    std::uint64_t colour = 0, min_games = 0, no_points = 0, min_score = 0, min_share = 0, top = 0,
                  too_light = 0;
    DroppedMoves& operator+=(const DroppedMoves& other);
};
using DroppedByColour = std::array<DroppedMoves, 2>; // by the mover
DroppedByColour& operator+=(DroppedByColour& sum, const DroppedByColour& other);
DroppedMoves sum_of(DroppedByColour dropped);

// Holds examples of moves that rules left out in positions with several moves: for each mover and
// for each rule, in the order of DroppedMoves, the moves with the most games.
struct DroppedExamples {
    static constexpr std::size_t rules = 7, most = 3;
    std::array<std::array<std::vector<MoveStats>, rules>, 2> of{};
    void add(std::size_t rule, const MoveStats& stats);
    DroppedExamples& operator+=(const DroppedExamples& other);
};

struct Neighbours; // what the moves of a position are compared with

// Applies the rules to statistics, position by position.
// tests/unit/core/book/make/book_rules_test.cpp shows each rule.
class BookMaker {
  public:
    // Called with many entries at a time: by ascending key, within a position by falling weight,
    // then by rising move.
    using Write = std::function<void(std::span<const RawEntry>)>;
    BookMaker(const BookRules& rules, Write write);
    // Adds moves in the order of stats_before(), one or many at a time.
    void add(std::span<const MoveStats> moves);
    void add(const MoveStats& stats) { add({&stats, 1}); }
    void finish(); // after the last one

    DroppedByColour dropped() const;
    const DroppedExamples& examples() const { return examples_; }
    std::uint64_t positions() const { return positions_; } // positions in the book
    std::uint64_t entries() const { return entries_; }     // entries passed to `write`
    std::uint64_t moves() const { return moves_; }         // moves passed to add()

  private:
    // The fate of a move is the first rule that leaves it out, in this order, or Kept.
    enum Fate : std::uint8_t {
        Colour,
        MinGames,
        NoPoints,
        MinScore,
        MinShare,
        Top,
        TooLight,
        Kept
    };
    using Fates = std::array<std::uint64_t, Kept + 1>;
    static_assert(DroppedExamples::rules == Kept);
    struct Candidate {
        const MoveStats* stats = nullptr;
        double weight = 0;
    };
    unsigned failed_rules(const MoveStats& stats) const;
    void write_position();
    void choose_only_move(const MoveStats& stats);
    void choose_moves();
    // Returns the weight in the book. heaviest: the highest weight of the position's moves.
    std::uint16_t book_weight(double weight, double heaviest) const;
    std::uint16_t only_book_weight(double weight) const;
    void choose_candidates(const Neighbours& all);
    void make_room(std::size_t count) {
        if (chosen_count_ + count > chosen_.size()) flush(count);
    }
    void flush(std::size_t count); // writes what is chosen, and makes room

    BookRules rules_, only_rules_;   // only_rules_: for a move that is alone in its position
    std::array<SideRules, 2> sides_; // by the mover
    bool scores_count_;              // there is a min_score
    bool shares_count_;              // there is a min_share
    bool keeps_pointless_;           // moves without a point are not left out for that reason
    bool whole_numbers_;             // weights are counts, which stay unchanged if they fit
    Write write_;
    std::vector<MoveStats> position_;   // all moves of the current position
    std::vector<Candidate> candidates_; // the moves of them that are left
    // Entries that wait to be written: the first chosen_count_.
    std::vector<RawEntry> chosen_;
    std::size_t chosen_count_ = 0;
    std::array<Fates, 2> fates_{}; // by the mover
    DroppedExamples examples_;
    std::uint64_t positions_ = 0, entries_ = 0, moves_ = 0;
};

} // namespace polyglot::book

// From statistics of moves to the entries of a book.
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

// What a move weighs; docs/make-book.md has the formulas.
enum class WeightBy : std::uint8_t {
    // Points by win, draw and loss factor: half-points as they are by default, PolyGlot's weight
    Expected,
    Wins,
    Games,
    Rate, // points per game, smoothed: how good, however often played
    Elo,  // expected, times how strong those who played it are
    // Expected, halved with every half-life that its last game is older than the position's
    Recency,
};
// Games won and games lost that Rate adds to those played: Laplace's rule
constexpr double rate_prior = 1;
// Elo above the position's mean that weigh tenfold; no more than that counts
constexpr double elo_tenfold = 400;
constexpr double max_points_factor = 1e6; // of BookRules' factors, either sign

std::optional<WeightBy> parse_weight_by(std::string_view name); // "expected", … in any case

struct SideRules {
    std::uint64_t min_games = 3;
    double min_score = 0; // per cent of the points possible, 0 to 100
    bool wanted = true;
};

struct BookRules {
    SideRules white, black; // by the mover
    WeightBy weight = WeightBy::Expected;
    double win_factor = 2, draw_factor = 1, loss_factor = 0;
    double half_life_years = 5; // above 0
    // Recency: a later year is a slip of the pen, and counts as this one. 0: no year is
    int reference_year = 0;
    bool uniform = false; // every move that is kept gets weight 1
    // Moves without a point are kept, with the weight of the formula; else they are left out,
    // unless losses count (counts_losses).
    bool keep_losses = false;
    // What one game adds to the counts of its moves: 2 with -variations, where moves in parentheses
    // count half. SideRules are about games, and a part of one counts as a whole one.
    std::uint64_t counts_of_game = 1;
    // Only the heaviest of a position, 0: all. Equals: more games, then the lower move
    std::size_t top = 0;
};

// Whether moves are weighed by the Elo or the years of their games.
bool uses_elo_or_years(const BookRules& rules);

// Whether a move that only lost has a weight of its own: by Games, and by a positive loss factor.
bool counts_losses(const BookRules& rules);

// How many moves each rule left out, in the order in which the rules are asked. too_light: with
// points, but without weight by the rules' kind, such as draws by Wins. No positive weight is
// rounded to 0: a move is left out by a rule, never by arithmetic.
struct DroppedMoves {
    std::uint64_t colour = 0, min_games = 0, no_points = 0, min_score = 0, top = 0, too_light = 0;
    DroppedMoves& operator+=(const DroppedMoves& other);
};

struct Neighbours; // what the moves of a position are compared by

class BookMaker {
  public:
    // Entries come by ascending key, in a position by falling weight, then rising move; many at a
    // time.
    using Write = std::function<void(std::span<const RawEntry>)>;
    BookMaker(const BookRules& rules, Write write);
    // In the order of stats_before(), many at a time or one.
    void add(std::span<const MoveStats> moves);
    void add(const MoveStats& stats) { add({&stats, 1}); }
    void finish(); // after the last one

    DroppedMoves dropped() const;
    std::uint64_t positions() const { return positions_; } // in the book
    std::uint64_t entries() const { return entries_; }     // given to `write`
    std::uint64_t moves() const { return moves_; }         // given to add()

  private:
    // What becomes of a move: the first rule that leaves it out, in their order, or Kept.
    enum Fate : std::uint8_t { Colour, MinGames, NoPoints, MinScore, Top, TooLight, Kept };
    struct Candidate {
        const MoveStats* stats = nullptr;
        double weight = 0;
    };
    unsigned failed_rules(const MoveStats& stats) const;
    void write_position();
    void choose_only_move(const MoveStats& stats);
    void choose_moves();
    // Heaviest: of the position's moves
    std::uint16_t book_weight(double weight, double heaviest) const;
    std::uint16_t only_book_weight(double weight) const;
    void choose_candidates(const Neighbours& all);
    void make_room(std::size_t count) {
        if (chosen_count_ + count > chosen_.size()) flush(count);
    }
    void flush(std::size_t count); // and makes room

    BookRules rules_, only_rules_;   // only_: of a move with no other to compare with
    std::array<SideRules, 2> sides_; // by the mover
    bool scores_count_;              // there is a min_score
    bool keeps_pointless_;           // moves without a point are not left out for that
    bool whole_numbers_;             // weights are counts, to be left as they are where they fit
    Write write_;
    std::vector<MoveStats> position_;   // all moves of the position that add() is at
    std::vector<Candidate> candidates_; // those of them that are left
    // What has become of them, until it is written: the first chosen_count_
    std::vector<RawEntry> chosen_;
    std::size_t chosen_count_ = 0;
    std::array<std::uint64_t, Kept + 1> fates_{};
    std::uint64_t positions_ = 0, entries_ = 0, moves_ = 0;
};

} // namespace polyglot::book

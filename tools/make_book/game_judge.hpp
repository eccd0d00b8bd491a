// Judges the moves of a game by the values in its comments, for -max-loss and -max-eval.
// tests/unit/tools/make_book/game_judge_test.cpp shows the rules.
#pragma once
#include "core/chess/types.hpp"
#include "core/pgn/move_value.hpp"
#include "core/pgn/outcome.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace polyglot::tools {

// The limits are centipawns; nullopt: there is no limit.
struct JudgeRules {
    // By the mover: a move that costs more does not count.
    std::array<std::optional<int>, 2> max_loss{};
    // In White's view: a line ends before the first move in a position outside these values.
    std::optional<int> min_eval{}, max_eval{};
    bool keep_unjudged = false; // games without a value count, too
    bool is_on() const { return max_loss[0] || max_loss[1] || min_eval || max_eval; }
};

// Counts the values that were read, and what they left out.
struct ValueTally {
    std::uint64_t read = 0, absurd = 0;
    std::array<std::uint64_t, 2> mistakes{}; // moves of the counted games, by the mover
    std::uint64_t decided = 0;               // counted games whose line was ended
    // Of the games that one side won, by the kind of their values (pgn::MoveValue::Kind): the last
    // value that is clear was for the winner, or for the loser.
    std::array<std::uint64_t, pgn::MoveValue::kinds> for_winner{}, for_loser{};
    ValueTally& operator+=(const ValueTally& other);
};

// Holds the moves that cost most, by the mover, for the report.
struct WorstMistakes {
    static constexpr std::size_t most = 3;
    struct Mistake {
        int loss = 0; // in centipawns
        std::string text;
    };
    std::array<std::vector<Mistake>, 2> of{};
    // Returns whether a move with this loss may be one of them, so that its text is needed.
    bool wants(chess::Color mover, int loss) const;
    // Of equal losses, the first text in alphabetical order counts, whatever the order of the
    // games.
    void add(chess::Color mover, const Mistake& mistake);
    WorstMistakes& operator+=(const WorstMistakes& other);
};

// Returns a sentence for each kind of values that contradict the results, which shows that they are
// in the other side's view: more than half of at least ten clear last values are for the loser.
std::vector<std::string> contradictions(const ValueTally& tally);

class GameJudge {
  public:
    explicit GameJudge(const JudgeRules& rules) : rules_(rules) {}
    // Begins a game, by the side to move in its first position. is_start: it is the standard start
    // position of chess.
    void begin(chess::Color first, bool is_start);
    // Reads the comment after the move of this ply.
    void read(std::string_view comment, std::size_t ply);
    // Ends the game and adds what was read to the tally. Every later question is about this game.
    void end(pgn::Outcome outcome, ValueTally& tally);

    bool has_values() const { return !values_.empty(); }
    // Returns whether the line ends before the move of this ply.
    bool is_decided(std::size_t ply) const;
    // Returns what the move of this ply costs its mover, in centipawns; 0 if the value before or
    // after it is unknown. Values beyond `clear`, and mates, count as `clear`: a game that is won
    // stays won.
    int loss(std::size_t ply) const;
    bool is_mistake(std::size_t ply) const;

    static constexpr int clear = 1000;
    // The value of the standard start position for values after moves, as on Lichess.
    static constexpr int start_value = 15;

  private:
    chess::Color mover(std::size_t ply) const;
    std::optional<int> value(std::size_t ply) const; // of the position before this ply
    void put(std::size_t ply, int value);

    const JudgeRules& rules_;
    bool black_begins_ = false, is_start_ = false;
    // In White's view, of the position before each ply.
    std::vector<std::optional<int>> values_;
    ValueTally tally_; // of the game
    std::optional<pgn::MoveValue::Kind> last_kind_;
};

} // namespace polyglot::tools

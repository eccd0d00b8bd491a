// What make-book takes from games: one sample for each move of each game that counts.
#pragma once
#include "core/book/make/stats_table.hpp"
#include "core/pgn/scanner.hpp"
#include "core/result.hpp"
#include "tools/common/game_reading.hpp"
#include "tools/make_book/options.hpp"

#include <array>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace polyglot::tools {

// What became of the games.
struct GameTally {
    std::uint64_t counted = 0;
    std::uint64_t filtered = 0;   // not what -filter wants
    std::uint64_t duplicates = 0; // -unique
    std::uint64_t unknown = 0;    // result * or none
    std::uint64_t empty = 0;      // no move of them is wanted
    std::uint64_t samples = 0;    // moves of the counted games
    // Of the counted games: Chess960 by their start position or by their tag
    std::uint64_t chess960 = 0;
    // Moves of the counted games left out because their position has no key
    std::uint64_t inner_rooks = 0;
    std::uint64_t tags_seen = 0; // of filter_tags(), a bit for each that any game read has
    std::uint16_t last_year = 0; // of the counted games
    GameTally& operator+=(const GameTally& other);
};

// The tags that the filters ask for by their names, each once; as many as GameTally::tags_seen has
// bits for.
std::vector<std::string> filter_tags(const GameRules& rules);

// Sums samples up, those of one game at a time.
class SampleSink {
  public:
    virtual ~SampleSink() = default;
    virtual Result<void> take(std::span<const book::Sample> game) = 0;
};

// Reads games for one thread.
class GameSampler final : private pgn::GameVisitor,
                          public GameWorker { // the visitor first: called without a detour
  public:
    // For -unique: whether no game with this fingerprint, whose bits are as good as random, has
    // been seen before.
    using IsNew = std::function<Result<bool>(std::uint64_t fingerprint)>;
    // All must outlive this. is_new: null without -unique. sink.take() follows at once where it
    // says true.
    GameSampler(const GameRules& rules, IsNew is_new, SampleSink& sink);
    Result<void> scan(std::string_view text, const GamePlace& begin, PieceReport& report) override;
    const GameTally& tally() const { return tally_; }
    GameTally take_tally() { return std::exchange(tally_, {}); } // and begins a new one

  private:
    std::size_t begin_game(const pgn::Tags& tags, const chess::Position& start,
                           std::uint64_t line) override;
    void on_move(const chess::Position& before, chess::Move move, std::size_t ply,
                 std::size_t variation) override;
    void on_mistake() override;
    void end_game(pgn::Outcome outcome, std::size_t plies, const pgn::Problem& problem) override;

    void look_for_tags(const pgn::Tags& tags);
    void name_opening(const chess::Position& before, chess::Move move);
    bool is_filtered(pgn::Outcome outcome, std::size_t plies);
    Result<bool> is_new(pgn::Outcome outcome, std::uint16_t year) const;
    static book::Sample sample_of(const chess::Position& before, chess::Move move);
    std::span<const book::Sample> line() const { return {line_.data(), length_}; }
    Result<void> count(pgn::Outcome outcome, std::size_t plies);
    void leave_out_duplicates(std::size_t of_line);
    void count_twice(std::size_t of_line);

    const GameRules& rules_;
    IsNew is_new_;
    SampleSink& sink_;
    bool counts_plies_ = false;   // a filter asks for the moves
    bool names_openings_ = false; // … and for the name of the opening
    struct UnseenTag {
        std::string name;
        std::uint64_t bit = 0;
    };
    std::vector<UnseenTag> unseen_tags_; // of filter_tags()
    GameTally tally_;
    PieceReport* report_ = nullptr;
    Result<void> result_; // the first failure of the piece

    // The game that is being read.
    const pgn::Tags* tags_ = nullptr;
    std::uint64_t start_key_ = 0;
    bool chess960_ = false;
    bool wanted_ = false;
    // The main line's moves from min_ply on, still without result; room for all
    std::vector<book::Sample> line_;
    std::size_t length_ = 0;               // of them, so far
    pgn::MainLine main_line_;              // if names_openings_: of the last position with a name
    std::vector<book::Sample> variations_; // moves in parentheses
    enum class Taken : std::uint8_t { Nowhere, Line, Variation };
    Taken taken_ = Taken::Nowhere;      // where the last move is, for on_mistake()
    std::vector<book::Sample> samples_; // both, complete
};

} // namespace polyglot::tools

// Extracts the input of make-book from games: one sample for each move of each game that counts.
// tests/unit/tools/make_book/game_samples_test.cpp shows it.
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

// Counts the games by what happened to them.
struct GameTally {
    std::uint64_t counted = 0;
    std::uint64_t filtered = 0;   // rejected by -filter
    std::uint64_t duplicates = 0; // rejected by -unique
    std::uint64_t unknown = 0;    // result * or no result
    std::uint64_t unjudged = 0;   // no value in a comment (GameRules::judge)
    std::uint64_t empty = 0;      // none of their moves counts
    std::uint64_t samples = 0;    // moves of the counted games
    // Counts the games of Chess960 among the counted ones, recognized by their start position or by
    // their tag.
    std::uint64_t chess960 = 0;
    // The moves of counted games that are left out because their position has no key.
    std::uint64_t inner_rooks = 0;
    std::uint64_t tags_seen = 0; // one bit for each tag of filter_tags() that any game has
    std::uint16_t last_year = 0; // of the counted games
    ValueTally values;
    GameTally& operator+=(const GameTally& other);
};

// Returns the names of the tags that the filters use, each once, at most as many as
// GameTally::tags_seen has bits.
std::vector<std::string> filter_tags(const GameRules& rules);

// Adds up samples, those of one game at a time.
class SampleSink {
  public:
    virtual ~SampleSink() = default;
    virtual Result<void> take(std::span<const book::Sample> game) = 0;
};

// Reads games for one thread. The visitor is the first base, so that its calls need no thunk.
class GameSampler final : private pgn::GameVisitor, public GameWorker {
  public:
    // Returns whether no game with this fingerprint has been seen before, for -unique. The bits of
    // a fingerprint are practically random.
    using IsNew = std::function<Result<bool>(std::uint64_t fingerprint)>;
    // rules and sink must outlive this object. is_new is null without -unique. If it returns true,
    // sink.take() is called immediately afterwards.
    GameSampler(const GameRules& rules, IsNew is_new, SampleSink& sink);
    Result<void> scan(std::string_view text, const GamePlace& begin, PieceReport& report) override;
    const GameTally& tally() const { return tally_; }
    GameTally take_tally() { return std::exchange(tally_, {}); } // resets the tally

  private:
    std::size_t begin_game(const pgn::Tags& tags, const chess::Position& start,
                           std::uint64_t line) override;
    void on_move(const chess::Position& before, chess::Move move, std::size_t ply,
                 std::size_t variation) override;
    void on_mistake() override;
    void on_comment(std::string_view comment, std::size_t ply) override;
    void end_game(pgn::Outcome outcome, std::size_t plies, const pgn::Problem& problem) override;

    void look_for_tags(const pgn::Tags& tags);
    void name_opening(const chess::Position& before, chess::Move move);
    bool is_filtered(pgn::Outcome outcome, std::size_t plies);
    Result<bool> is_new(pgn::Outcome outcome, std::uint16_t year) const;
    static book::Sample sample_of(const chess::Position& before, chess::Move move);
    std::span<const book::Sample> line() const { return {line_.data(), length_}; }
    Result<void> count(pgn::Outcome outcome, std::size_t plies);
    void leave_out_mistakes();
    void leave_out_duplicates(std::size_t of_line);
    void count_twice(std::size_t of_line);

    const GameRules& rules_;
    IsNew is_new_;
    SampleSink& sink_;
    GameJudge judge_;
    bool counts_plies_ = false;   // a filter needs the moves
    bool names_openings_ = false; // a filter needs the name of the opening
    struct UnseenTag {
        std::string name;
        std::uint64_t bit = 0;
    };
    std::vector<UnseenTag> unseen_tags_; // tags of filter_tags() that no game has had yet
    GameTally tally_;
    PieceReport* report_ = nullptr;
    Result<void> result_; // the first error in the piece

    // The fields from here on describe the game that is being read.
    const pgn::Tags* tags_ = nullptr;
    std::uint64_t start_key_ = 0;
    bool chess960_ = false;
    bool wanted_ = false;
    // Contains the main line's moves from min_ply on, without results yet. It has room for all of
    // them.
    std::vector<book::Sample> line_;
    std::size_t length_ = 0; // the number of moves in line_
    // For the filters. The opening is set only if names_openings_, from the last named position.
    pgn::MainLine main_line_;
    std::vector<book::Sample> variations_; // moves in parentheses
    enum class Taken : std::uint8_t { Nowhere, Line, Variation };
    Taken taken_ = Taken::Nowhere;      // where the last move was stored, for on_mistake()
    std::vector<book::Sample> samples_; // the samples of line_ and variations_ with results
};

} // namespace polyglot::tools

// Collects the samples of one game after another for make-book, whatever the rules of its moves.
#pragma once
#include "core/book/make/stats_table.hpp"
#include "core/pgn/scanner.hpp"
#include "core/result.hpp"
#include "tools/common/game_reading.hpp"
#include "tools/make_book/game_judge.hpp"
#include "tools/make_book/options.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
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
    // With -variant: games of other variants and of chess.
    std::uint64_t other_variants = 0;
    std::uint64_t samples = 0; // moves of the counted games
    // Counts the games of Chess960 among the counted ones, recognized by their start position or by
    // their tag.
    std::uint64_t chess960 = 0;
    // The moves of counted games that are left out because their position has no key.
    std::uint64_t inner_rooks = 0;
    // The moves that promote to king, for which XBoard's books have no code.
    std::uint64_t king_promotions = 0;
    std::uint64_t tags_seen = 0; // one bit for each tag of filter_tags() that any game has
    std::uint16_t last_year = 0; // of the counted games
    ValueTally values;
    GameTally& operator+=(const GameTally& other);
};

// Returns the value of the tag WhiteElo or BlackElo, as far as the sums can hold it; 0 if there is
// none.
std::uint16_t capped_elo(const pgn::Tags& tags, std::string_view name);

// Returns the names of the tags that the filters use, each once, at most as many as
// GameTally::tags_seen has bits.
std::vector<std::string> filter_tags(const GameRules& rules);

// Adds up samples, those of one game at a time.
class SampleSink {
  public:
    virtual ~SampleSink() = default;
    virtual Result<void> take(std::span<const book::Sample> game) = 0;
};

class PlayedGames;

// Decides which games and moves count, and passes the samples of a game on at its end. A sampler
// calls it for everything that pgn::GameVisitor hears. It knows keys and 16-bit moves, and no
// positions.
class SampleCollector {
  public:
    // Returns whether no game with this fingerprint has been seen before, for -unique. The bits of
    // a fingerprint are practically random.
    using IsNew = std::function<Result<bool>(std::uint64_t fingerprint)>;
    // rules and sink must outlive this object. is_new is null without -unique. If it returns true,
    // sink.take() is called immediately afterwards.
    SampleCollector(const GameRules& rules, IsNew is_new, SampleSink& sink);

    // Has the games noted whose moves count, for -games; it must outlive this object.
    void track(PlayedGames& played) { played_ = &played; }
    PlayedGames* played() { return played_; }

    const GameRules& rules() const { return rules_; }
    pgn::ScanOptions begin_piece(PieceReport& report);
    const Result<void>& result() const { return result_; } // the first error in the piece
    const GameTally& tally() const { return tally_; }
    const WorstMistakes& worst_mistakes() const { return worst_mistakes_; }
    GameTally take_tally() { return std::exchange(tally_, {}); } // resets the tally

    // What distinguishes games beside their moves and tags, and who begins.
    struct Start {
        std::uint64_t key = 0;
        chess::Color mover = chess::Color::White;
        std::uint8_t variant = 0; // any number: games of different ones are different
        bool chess960 = false;
    };
    // Returns the number of plies to read.
    std::size_t begin_game(const pgn::Tags& tags, const Start& start);
    void skip_game(); // it is of another variant

    bool names_openings() const { return names_openings_; }
    pgn::MainLine& main_line() { return main_line_; }
    // Adds a move. reversible: the number of plies before it in which the same position may have
    // occurred. make: returns the sample, which has no move if no book can store it: it then only
    // distinguishes games, and half_points has the reason.
    enum NoMove : std::uint8_t { InnerRook, KingPromotion };
    template <class Make>
    void add(std::size_t ply, std::size_t variation, std::size_t reversible, const Make& make);
    void on_mistake();
    void on_comment(std::string_view comment, std::size_t ply) { judge_.read(comment, ply); }
    void end_game(pgn::Outcome outcome, std::size_t plies, const pgn::Problem& problem);

  private:
    void look_for_tags(const pgn::Tags& tags);
    bool is_filtered(pgn::Outcome outcome, std::size_t plies);
    std::uint64_t fingerprint(pgn::Outcome outcome, std::uint16_t year) const;
    void collect(pgn::Outcome outcome, std::uint16_t year);
    void note_copy(pgn::Outcome outcome, std::uint16_t year, std::uint64_t fingerprint);
    void note_game(std::uint64_t fingerprint);
    std::span<const book::Sample> line() const { return {line_.data(), length_}; }
    Result<void> count(pgn::Outcome outcome, std::size_t plies);
    void leave_out_mistakes();
    std::string name_mistake(std::size_t ply, const book::Sample& sample) const;
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
    WorstMistakes worst_mistakes_;
    PlayedGames* played_ = nullptr; // null without -games
    PieceReport* report_ = nullptr;
    Result<void> result_; // the first error in the piece

    // The fields from here on describe the game that is being read.
    const pgn::Tags* tags_ = nullptr;
    Start start_;
    bool is_skipped_ = false;
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
    std::size_t of_line_ = 0;           // the number of those of line_, which come first
};

template <class Make>
inline void SampleCollector::add(std::size_t ply, std::size_t variation, std::size_t reversible,
                                 const Make& make) {
    const std::size_t at = ply - rules_.min_ply;
    taken_ = Taken::Nowhere;
    if (at >= line_.size()) return; // includes moves before min_ply
    const book::Sample sample = make();
    if (variation > 0) {
        variations_.push_back(sample);
        taken_ = Taken::Variation;
        return;
    }
    length_ = at + 1;
    taken_ = Taken::Line;
    // A move counts once in a game, however often it is repeated in the same position, because two
    // threefold repetitions are not six games. A position recurs after four plies at the earliest,
    // and only while no pawn moves and nothing is captured.
    const auto is_earlier = [&](std::size_t back) {
        return line_[at - back].key == sample.key && line_[at - back].move == sample.move;
    };
    const std::size_t most_back = std::min(reversible, at);
    std::size_t back = rules_.as_polyglot ? at + 1 : 4;
    while (back <= most_back && !is_earlier(back))
        back += 2;
    line_[at] = sample;
    // The sample keeps its place, because distances are counted in plies.
    if (back <= most_back) line_[at] = {0, 0, sample.mover, 0, 0, 0};
}

} // namespace polyglot::tools

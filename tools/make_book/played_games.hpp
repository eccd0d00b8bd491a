// Collects the games that were played with each move, for make-book -games: in memory, and in
// sorted runs on disk for what exceeds it. tests/e2e/test_kept_games.py compares the result
// with a naive count.
#pragma once
#include "core/book/make/kept_games.hpp"
#include "core/book/make/stats_table.hpp"
#include "core/pgn/scanner.hpp"
#include "core/result.hpp"
#include "storage/games/kept_sources.hpp"
#include "tools/common/game_reading.hpp"
#include "tools/make_book/kept_plan.hpp"
#include "tools/make_book/sums.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace polyglot::tools {

// Collects on one thread. What is kept does not depend on the number of threads, nor on the memory,
// because keep_best() does not depend on the order of the games.
class PlayedGames {
  public:
    // max_bytes limits the memory. has_copies: the games have numbers of copies (-unique). plan and
    // runs must outlive this object.
    PlayedGames(const KeptPlan& plan, Runs& runs, std::size_t max_bytes, bool has_copies);

    // The calls for a piece of text: begin_piece(), for each game begin_game() and perhaps add(),
    // end_piece(). A game without tags is not kept.
    void begin_piece(std::string_view text, const GamePlace& begin);
    Result<void> begin_game(const pgn::Tags& tags);
    // moves: each move once, in any order. copy: KeptGame::copy.
    void add(const pgn::Tags& tags, std::span<const book::Sample> moves, std::uint64_t copy);
    Result<void> end_piece();

    Result<void> spill(); // writes the content of memory to a run
    // Returns the content of memory, with the numbers of files in plan.names. Nothing may be added
    // after it.
    std::unique_ptr<io::KeptSource> read();

  private:
    struct Played {
        std::uint64_t key = 0;
        std::uint16_t move = 0;
        book::KeptGame game;
    };
    class Reader;
    Result<void> end_game(std::size_t end);
    void leave_best();
    Result<void> write_run();

    const KeptPlan& plan_;
    Runs& runs_;
    const std::size_t most_;
    const bool has_copies_;
    std::vector<Played> all_;

    std::string_view text_; // the piece
    GamePlace begin_;
    std::optional<std::size_t> game_at_; // in text_, of the game that is being read
    // The last game that was added, whose end is not known yet.
    std::optional<std::size_t> added_at_;
    book::KeptGame added_;
    std::vector<std::pair<std::uint64_t, std::uint16_t>> added_moves_;
};

// Joins the runs, what is in memory and the games of from_stats.
Result<std::unique_ptr<io::KeptSource>>
join_kept_games(const KeptPlan& plan, Runs& runs, std::vector<std::unique_ptr<PlayedGames>>& played,
                const std::vector<std::filesystem::path>& from_stats);

} // namespace polyglot::tools

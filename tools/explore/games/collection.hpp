// Reads games into memory on threads of its own and answers what was played in a position. Test:
// collection_test.cpp.
#pragma once
#include "core/chess/position.hpp"
#include "storage/books/book_stamp.hpp"
#include "tools/common/game_reading.hpp"
#include "tools/explore/games/game_filter.hpp"
#include "tools/explore/games/game_gatherer.hpp"
#include "tools/explore/games/game_segment.hpp"
#include "tools/explore/games/name_table.hpp"
#include "tools/explore/games/recent.hpp"

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <tuple>
#include <utility>
#include <vector>

namespace polyglot::tools {

// How often a move was played, and how these games ended. A game counts once for each of its moves
// in the position, however often it repeats them, as in make-book.
struct PlayedMove {
    chess::Move move;
    std::uint64_t games = 0;
    std::array<std::uint64_t, 4> outcomes{}; // by pgn::Outcome
    std::uint64_t rated = 0, rating_sum = 0; // of the games in which the mover's rating is known
    unsigned last_year = 0;                  // 0: unknown
};

struct PlayedMoves {
    std::uint64_t games = 0;       // that came to the position
    std::uint64_t ended = 0;       // of these, those that ended there
    std::vector<PlayedMove> moves; // the most played first; of equal ones the first by its squares
};

// Names a game while its Collection lives.
struct GameNumber {
    std::uint32_t segment = 0, game = 0;
};

struct ListedGame {
    GameNumber number;
    std::uint32_t ply = 0; // after which it first came to the position
};

enum class GameOrder : std::uint8_t { BestRated, Newest };

class Collection {
  public:
    // What the reading has done so far; at the end, what it has found.
    struct State {
        bool is_ready = false;
        std::uint64_t read = 0, total = 0; // bytes of the files; total 0: unknown
        std::uint64_t games = 0;
        // From here on they are set at the end.
        std::uint64_t plies = 0, bytes = 0; // of memory
        std::uint64_t empty = 0;            // games without a move
        ReadingReport report;
        std::string failure; // why the reading ended early; may be empty
    };
    struct Found {
        std::uint64_t count = 0;       // of all such games
        std::vector<ListedGame> games; // the first of them
    };

    // name: as the user named the files, which find_game_files() has found. Starts reading.
    Collection(std::string name, std::vector<std::filesystem::path> files,
               std::size_t segment_entries = GameGatherer::usual_entries);
    Collection(const Collection&) = delete;
    Collection& operator=(const Collection&) = delete;
    ~Collection(); // ends the reading

    const std::string& name() const { return name_; }
    State state() const;
    bool is_ready() const { return is_ready_; }

    // The functions from here on may be called when is_ready().

    // Returns the games that the filter chooses. The result is valid until the next call.
    const GameSelection& select(const GameFilter& filter);
    // Do the same as the functions below for these games, and remember the last answers. A result
    // is valid until the next call.
    const PlayedMoves& played(const chess::Position& position, const GameFilter& filter);
    const Found& games(const chess::Position& position, std::optional<chess::Move> move,
                       const GameFilter& filter, GameOrder order);
    PlayedMoves played(const chess::Position& position, const GameSelection& selection) const;
    static constexpr std::size_t most_listed = 50; // of games() with a filter
    // Returns at most `most` of the games that came to the position, or in which the move was
    // played there.
    Found games(const chess::Position& position, std::optional<chess::Move> move,
                const GameSelection& selection, GameOrder order, std::size_t most) const;

    const NameTable& players() const { return players_; }
    const NameTable& events() const { return events_; }
    // Null if there is no such game.
    const GameRecord* find(GameNumber number) const;
    const GameSegment& segment_of(GameNumber number) const { return segments_[number.segment]; }
    const std::filesystem::path& file_of(GameNumber number) const;
    // Of the file when its reading began.
    const std::optional<book::BookStamp>& stamp_of(GameNumber number) const;

  private:
    void read(std::size_t segment_entries);
    void read_games(std::size_t segment_entries);
    // Calls take(segment number, game number, entry) for each entry of the position in a game that
    // is chosen, game by game.
    template <class Take>
    void for_each(const chess::Position& position, const GameSelection& selection,
                  const Take& take) const;
    bool is_before(GameNumber a, GameNumber b, GameOrder order) const;

    const std::string name_;
    const std::vector<std::filesystem::path> files_;
    std::vector<std::optional<book::BookStamp>> stamps_;
    std::atomic<bool> is_cancelled_ = false, is_ready_ = false;
    std::atomic<std::uint64_t> read_ = 0, total_ = 0, games_read_ = 0;
    mutable std::mutex mutex_; // guards segments_ until is_ready_
    std::vector<GameSegment> segments_;
    NameTable players_, events_;
    State found_;
    Recent<GameFilter, GameSelection> selections_{4};
    Recent<std::pair<chess::Position, GameFilter>, PlayedMoves> played_{8};
    Recent<std::tuple<chess::Position, std::optional<chess::Move>, GameFilter, GameOrder>, Found>
        lists_{8};
    std::thread thread_;
};

} // namespace polyglot::tools

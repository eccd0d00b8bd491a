// Results of the engine's games in a store of their own (docs/formats/learn-db.md). Any number of
// processes may use it at once; each LearnDb is for one thread at a time. Tests: learn_db_test.cpp,
// learn_processes_test.cpp.
#pragma once
#include "core/book/learn_store.hpp"
#include "core/result.hpp"
#include "storage/stores/sqlite.hpp"
#include "storage/stores/waiting_store.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace polyglot::io {

// The results of one move in one position, in games of one engine against one opponent.
struct LearnRow {
    // Of the position, and in 16 bits, as in PolyGlot's books; castling is the king taking its
    // rook.
    std::uint64_t key = 0;
    std::uint16_t move = 0;
    std::string engine;
    std::string opponent;
    std::uint32_t games = 0;       // at least 1
    std::uint32_t half_points = 0; // at most 2 * games
    // The days of the first and the last of these games, since 1970-01-01 (UTC), from earliest_day
    // to latest_day.
    std::int32_t first_day = 0;
    std::int32_t last_day = 0;
    // For games of one day (first_day == last_day) whose results are known one by one.
    struct Dated {
        std::uint32_t drawn = 0;
        // The games entered the book with this move; each game has one such move.
        bool begins = false;
        friend bool operator==(const Dated&, const Dated&) = default;
    };
    std::optional<Dated> dated{};
    std::string variant{}; // its name (UCI_Variant); empty for chess
    std::uint32_t won() const { return dated ? (half_points - dated->drawn) / 2 : 0; }
    std::uint32_t lost() const { return dated ? games - dated->drawn - won() : 0; }
    friend bool operator==(const LearnRow&, const LearnRow&) = default;
};
// Returns whether the dated results add up to the half-points; true for a row without dated
// results.
bool is_possible(const LearnRow& row);

constexpr std::int32_t earliest_day = -719'162; // 0001-01-01
constexpr std::int32_t latest_day = 2'932'896;  // 9999-12-31

// Selects the rows of this engine and this opponent; without a name, of all.
struct LearnFilter {
    std::optional<std::string> engine{};
    std::optional<std::string> opponent{};
    // The names are patterns, in which * stands for any characters and ? for one; ASCII case is
    // ignored.
    bool patterns = false;
    // The results of this variant, or of chess if the name is empty; nullopt: of all.
    std::optional<std::string> variant{std::in_place};
};

using Clock = std::function<std::chrono::sys_seconds()>;
std::chrono::sys_seconds time_by_system_clock();
std::int32_t today_by_system_clock(); // in days since 1970-01-01, UTC

// A store of results with its rows. LearnDbFile keeps them in a file, LearnServer in a server.
class LearnDb : public RecordingStore {
  public:
    using Access = Sqlite::Access; // Create works also while other processes create the file
    // The error names the store and the reason: it is not writable, no SQLite file, a file of
    // another program or of a newer version … The tables of a server (config/learn_server.hpp) must
    // be there.
    static Result<std::shared_ptr<LearnDb>> open(const std::filesystem::path& store, Access access,
                                                 Clock clock = time_by_system_clock);
    // Creates the file if it does not exist. Does not wait for other programs; a locked file is
    // opened later, when it is used.
    static Result<std::shared_ptr<LearnDb>> open_in_play(const std::filesystem::path& file);

    Result<std::size_t> record(const book::LearntGame& game) final { return record_game(game, {}); }
    Result<std::size_t> record_once(const WaitingGame& game,
                                    const WaitingProgress& /*progress*/) final {
        return record_game(game.game, game.id);
    }

    // Sets learn_count, learn_sum and age_days of every entry, to 0 if nothing is known or can be
    // read. Sums above 32 bits are halved until they fit.
    void recall(const chess::Position& position, const book::LearnScope& scope,
                std::vector<book::Entry>& entries) const final;
    void recall_variant(const chess::VariantPosition& position, const book::LearnScope& scope,
                        std::vector<book::Entry>& entries) const final;

    // Returns the same for one store in a server by whichever address; empty for a file.
    virtual std::string id() const { return {}; }
    // Returns the first error of recall() since the last call; it has set no results then.
    virtual std::optional<Error> take_recall_error() const { return std::nullopt; }

    using RowSink = std::function<Result<void>(const LearnRow&)>;
    // Returns the number of moves whose results were erased. keep gets the rows of visit_by_day(),
    // if there are any, before they are erased and while no other process can write; nothing is
    // erased if it fails.
    virtual Result<std::size_t>
    erase(const LearnFilter& filter,
          const std::function<Result<void>(const std::vector<LearnRow>&)>& keep) = 0;
    Result<std::size_t> erase(const LearnFilter& filter) { return erase(filter, {}); }
    // Visits every row, sorted by key (as a signed number) and move, in the state of one moment.
    // Of several variants each is such a visit, chess first. Ends with the first error of the sink
    // or the store.
    virtual Result<void> visit(const LearnFilter& filter, const RowSink& sink) const = 0;
    // Visits the same rows divided by day: the games of each day for which `dated` is known, then
    // one row with the other games, if there are any. Files of format 1 have only the latter. The
    // second form visits one position.
    virtual Result<void> visit_by_day(const LearnFilter& filter, const RowSink& sink) const = 0;
    virtual Result<void> visit_position(std::uint64_t key, const RowSink& sink) const = 0; // chess
    // Returns the names of the variants that have results, sorted; chess is not one of them.
    virtual Result<std::vector<std::string>> variants() const = 0;
    // Adds the rows that `produce` passes to its sink: all of them, or none if it or the store
    // fails.
    virtual Result<void> add(const std::function<Result<void>(const RowSink&)>& produce) = 0;

  private:
    // Records the game in one transaction, with its id, by which it is recognised if it is recorded
    // again; the id is empty for a game that has not waited.
    virtual Result<std::size_t> record_game(const book::LearntGame& game,
                                            const std::string& id) = 0;
    // The variant is empty for chess.
    virtual void recall_results(std::string_view variant, std::uint64_t key,
                                const book::LearnScope& scope,
                                std::vector<book::Entry>& entries) const = 0;
};

// The day at this time, within the days of rows.
std::int32_t day_of(std::chrono::sys_seconds time);

// The sums of a move's results in a position, as a query finds them.
struct MoveSums {
    std::int64_t move = 0; // in 16 bits
    std::int64_t games = 0, half_points = 0;
    std::int64_t last_day = 0;
};
// Sets the results of the entries with this move, reduced to 32 bits with the same score.
void set_results(const MoveSums& sums, bool is_of_variant, std::int32_t today,
                 std::vector<book::Entry>& entries);

// Returns a row for each move of a game that ended on this day; the first one begins.
std::vector<LearnRow> rows_of(const book::LearntGame& game, std::int32_t day);

} // namespace polyglot::io

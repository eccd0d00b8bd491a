// Results of the engine's games in a separate SQLite file (docs/formats/learn-db.md). Any number of
// processes may use the file at once; each LearnDb is for one thread at a time. Tests:
// learn_db_test.cpp, learn_processes_test.cpp.
#pragma once
#include "core/book/learn_store.hpp"
#include "core/result.hpp"
#include "storage/stores/learn_db_connection.hpp"
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

class LearnDb final : public RecordingStore {
  public:
    using Access = Sqlite::Access; // Create works also while other processes create the file
    // The error names the file and the reason: it is not writable, no SQLite file, a file of
    // another program or of a newer version …
    static Result<std::shared_ptr<LearnDb>> open(const std::filesystem::path& file, Access access,
                                                 Clock clock = time_by_system_clock);
    // Creates the file if it does not exist. Does not wait for other programs; a locked file is
    // opened later, when it is used.
    static Result<std::shared_ptr<LearnDb>> open_in_play(const std::filesystem::path& file);
    ~LearnDb() override;

    // Records the game in one transaction. It is an error if other programs use the file for longer
    // than patience(), and may be tried again later. A file that was removed is created again.
    Result<std::size_t> record(const book::LearntGame& game) override { return record(game, {}); }
    // Writes the game's id in the same transaction, so that the game is recognised if it is
    // recorded again.
    Result<std::size_t> record_once(const WaitingGame& game,
                                    const WaitingProgress& /*progress*/) override {
        return record(game.game, game.id);
    }
    bool may_try_again() const override { return locked_; }
    // Sets learn_count, learn_sum and age_days of every entry, to 0 if nothing is known or can be
    // read. Sums above 32 bits are halved until they fit.
    void recall(const chess::Position& position, const book::LearnScope& scope,
                std::vector<book::Entry>& entries) const override;
    void recall_variant(const chess::VariantPosition& position, const book::LearnScope& scope,
                        std::vector<book::Entry>& entries) const override;
    // Forgets those of all variants, too.
    Result<book::Forgotten> forget(const book::LearnScope& scope, std::uint64_t from) override;

    using RowSink = std::function<Result<void>(const LearnRow&)>;
    // Returns the number of moves whose results were erased. keep gets the rows of visit_by_day(),
    // if there are any, before they are erased and while no other process can write; nothing is
    // erased if it fails.
    Result<std::size_t>
    erase(const LearnFilter& filter,
          const std::function<Result<void>(const std::vector<LearnRow>&)>& keep = {});
    // Visits every row, sorted by key (as a signed number) and move, in the state of one moment.
    // Of several variants each is such a visit, chess first. Ends with the first error of the sink
    // or the file.
    Result<void> visit(const LearnFilter& filter, const RowSink& sink) const;
    // Visits the same rows divided by day: the games of each day for which `dated` is known, then
    // one row with the other games, if there are any. Files of format 1 have only the latter. The
    // second form visits one position.
    Result<void> visit_by_day(const LearnFilter& filter, const RowSink& sink) const;
    Result<void> visit_position(std::uint64_t key, const RowSink& sink) const; // of chess
    // Returns the names of the variants that have results, sorted; chess is not one of them.
    Result<std::vector<std::string>> variants() const;
    // Adds the rows that `produce` passes to its sink: all of them, or none if it or the file
    // fails. Other programs cannot write meanwhile.
    Result<void> add(const std::function<Result<void>(const RowSink&)>& produce);

  private:
    static Result<std::shared_ptr<LearnDb>> open(const std::filesystem::path& file, Access access,
                                                 LockPatience lock_wait, Clock clock);
    LearnDb(std::filesystem::path file, Clock clock);
    Result<void> connect(); // to the file that has the name now, unless it is connected
    Result<void> check_header() const;
    Result<void> transact(std::int64_t steps, const std::function<Result<void>()>& work);
    std::int32_t day_before(std::chrono::seconds age) const;
    void recall(std::string_view variant, std::uint64_t key, const book::LearnScope& scope,
                std::vector<book::Entry>& entries) const;
    // Id is empty for a game that has not waited.
    Result<std::size_t> record(const book::LearntGame& game, std::string_view id);
    // Within a transaction.
    Result<void> add_game(const book::LearntGame& game, std::string_view id);
    Result<void> upsert(const LearnRow& row);
    Result<std::int64_t> id_of(const std::string& name);

    std::filesystem::path file_;
    Clock clock_;
    // Null if the file has been locked since open_in_play().
    mutable std::unique_ptr<LearnDbConnection> connection_;
    bool locked_ = false; // by other programs, at the last transaction
};

} // namespace polyglot::io

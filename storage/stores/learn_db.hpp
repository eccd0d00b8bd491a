// Results of our games in a separate SQLite file: docs/formats/learn-db.md. Any number of processes may use the file at
// once; each LearnDb is for one thread at a time.
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
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace polyglot::io {

// What is known of one move in one position: games of one engine against one opponent.
struct LearnRow {
    std::uint64_t key = 0;  // the position's, as in PolyGlot's books
    std::uint16_t move = 0; // PolyGlot's 16 bits, castling as the king taking its rook
    std::string engine;
    std::string opponent;
    std::uint32_t games = 0;       // at least 1
    std::uint32_t half_points = 0; // at most 2 * games
    // Of the first and the last of these games, in days since 1970-01-01 (UTC), from earliest_day to latest_day.
    std::int32_t first_day = 0;
    std::int32_t last_day = 0;
    // For games of one day (first_day == last_day) of which it is known how each ended.
    struct Dated {
        std::uint32_t drawn = 0;
        bool begins = false; // with this move the games came into the book: each game has one such move
        friend bool operator==(const Dated&, const Dated&) = default;
    };
    std::optional<Dated> dated{};
    std::uint32_t won() const { return dated ? (half_points - dated->drawn) / 2 : 0; }
    std::uint32_t lost() const { return dated ? games - dated->drawn - won() : 0; }
    friend bool operator==(const LearnRow&, const LearnRow&) = default;
};
// What is dated adds up: as many half-points as the games give. Of a row that says nothing of it: true.
bool is_possible(const LearnRow& row);

constexpr std::int32_t earliest_day = -719'162; // 0001-01-01
constexpr std::int32_t latest_day = 2'932'896;  // 9999-12-31

// Rows of this engine and this opponent; of all where nothing is said.
struct LearnFilter {
    std::optional<std::string> engine;
    std::optional<std::string> opponent;
    // The names are patterns: * stands for any characters and ? for one; upper and lower case (ASCII) are the same.
    bool patterns = false;
};

using Clock = std::function<std::chrono::sys_seconds()>;
std::chrono::sys_seconds time_by_system_clock();
std::int32_t today_by_system_clock(); // in days since 1970-01-01, UTC

class LearnDb final : public RecordingStore {
  public:
    using Access = Sqlite::Access; // Create: also when others make the file at the same moment
    // The error names the file and the reason: not writable, no SQLite file, another program's, a newer version's …
    static Result<std::shared_ptr<LearnDb>> open(const std::filesystem::path& file, Access access,
                                                 Clock clock = time_by_system_clock);
    // Makes the file if there is none. Waits for no other program: a file that others keep locked is opened later,
    // when it is used.
    static Result<std::shared_ptr<LearnDb>> open_in_play(const std::filesystem::path& file);
    ~LearnDb() override;

    // One transaction. When the file is in use by others for patience() there is an error, and it may be tried
    // again later. A file that was removed since is made anew.
    Result<std::size_t> record(const book::LearntGame& game) override { return record(game, {}); }
    // Its id is written in the same transaction, so that it is known to be there if it is handed in again.
    Result<std::size_t> record_once(const WaitingGame& game, const WaitingProgress& /*progress*/) override {
        return record(game.game, game.id);
    }
    bool may_try_again() const override { return locked_; }
    // Sets the learn_count, learn_sum and age_days of every entry, to 0 where nothing is known or can be read. Sums
    // above 32 bits are halved until they fit.
    void recall(const chess::Position& position, const book::LearnScope& scope,
                std::vector<book::Entry>& entries) const override;
    Result<book::Forgotten> forget(const book::LearnScope& scope, std::uint64_t from) override;

    using RowSink = std::function<Result<void>(const LearnRow&)>;
    // How many moves of positions had some. keep: gets the rows of visit_by_day(), if there are any, before they go and
    // while no other process can write; nothing is erased if it fails.
    Result<std::size_t> erase(const LearnFilter& filter,
                              const std::function<Result<void>(const std::vector<LearnRow>&)>& keep = {});
    // Every row, sorted by key (as a signed number) and move, as they were at one moment. Ends with the first error,
    // the sink's or the file's.
    Result<void> visit(const LearnFilter& filter, const RowSink& sink) const;
    // The same, but each row divided: the games of each day for which `dated` is known, then one row with the rest of
    // the games, if there are any. Files of format 1 have only these. Or of one position alone.
    Result<void> visit_by_day(const LearnFilter& filter, const RowSink& sink) const;
    Result<void> visit_position(std::uint64_t key, const RowSink& sink) const;
    // Adds the rows that `produce` hands to its sink to what is there: all of them, or none when it or the file fails.
    // Others cannot write meanwhile.
    Result<void> add(const std::function<Result<void>(const RowSink&)>& produce);

  private:
    struct Connection;
    struct Patience;
    static Result<std::shared_ptr<LearnDb>> open(const std::filesystem::path& file, Access access, Patience others,
                                                 Clock clock);
    LearnDb(std::filesystem::path file, Clock clock);
    Result<void> connect(); // unless it is, to the file that has the name now
    Result<void> check_header() const;
    Result<void> transact(std::int64_t steps, const std::function<Result<void>()>& work);
    std::int32_t day_before(std::chrono::seconds age) const;
    Result<std::size_t> record(const book::LearntGame& game, std::string_view id); // empty: it has not waited
    Result<void> add_game(const book::LearntGame& game, std::string_view id);      // within a transaction
    Result<void> upsert(const LearnRow& row);
    struct KeyRange {
        std::int64_t first = std::numeric_limits<std::int64_t>::min();
        std::int64_t last = std::numeric_limits<std::int64_t>::max();
    };
    Result<std::size_t> erase_range(const LearnFilter& filter, KeyRange range); // within a transaction
    Result<void> visit_range(const LearnFilter& filter, KeyRange range, bool by_day, const RowSink& sink) const;
    Result<std::int64_t> id_of(const std::string& name);

    std::filesystem::path file_;
    Clock clock_;
    mutable std::unique_ptr<Connection> connection_; // null: others have kept the file locked since open_in_play()
    bool locked_ = false;                            // by others, as the last transaction found
};

} // namespace polyglot::io

#include "storage/stores/learn_db_file.hpp"

#include "core/text/path_text.hpp"
#include "storage/files/overwrite_guard.hpp"
#include "storage/files/whole_path.hpp"
#include "storage/stores/learn_db_rows.hpp"

#include <bit>
#include <limits>
#include <utility>

namespace polyglot::io {
namespace {

// The limits of an operation in play (learn_db_connection.hpp).
constexpr std::int64_t most_steps_for_a_move = 4'000'000;
constexpr std::int64_t most_steps_for_a_game = 20'000'000;
constexpr std::int64_t most_steps_to_forget = 20'000'000;

} // namespace

LearnDbFile::LearnDbFile(std::filesystem::path file, Clock clock)
    : file_(std::move(file)), clock_(std::move(clock)) {}
LearnDbFile::~LearnDbFile() = default;

namespace {

// Notes the store for overwrite_guard.hpp. SQLite keeps its journals beside the target of a link.
Result<void> note_store(const std::filesystem::path& file, Sqlite::Access access) {
    if (access != Sqlite::Access::Read) {
        if (const auto why = why_not_to_write(file)) return make_error(to_text(file) + ": " + *why);
        return {};
    }
    const std::filesystem::path place = resolved_path(file);
    for (const char8_t* const suffix : {u8"", u8"-wal", u8"-shm", u8"-journal"})
        note_input(std::filesystem::path(place) += suffix);
    return {};
}

} // namespace

Result<std::shared_ptr<LearnDb>> LearnDbFile::open(const std::filesystem::path& file, Access access,
                                                   LockPatience lock_wait, Clock clock) {
    if (auto noted = note_store(file, access); !noted) return noted.error();
    auto connection = LearnDbConnection::open(file, access, lock_wait);
    if (!connection && !(lock_wait.was_locked && lock_wait.may_wait_on)) return connection.error();
    // The path is made absolute, because the working directory may change.
    std::shared_ptr<LearnDbFile> db(new LearnDbFile(whole_path(file), std::move(clock)));
    if (connection) db->connection_ = *std::move(connection);
    return std::shared_ptr<LearnDb>(std::move(db));
}

// A user may delete the file to start from the beginning while adapters are running. Their later
// results must not be lost with it.
Result<void> LearnDbFile::connect() {
    if (connection_ && !connection_->sqlite.has_moved()) return {};
    LockPatience lock_wait{.ms = static_cast<int>(patience().count())};
    auto connection = LearnDbConnection::open(file_, Access::Create, lock_wait);
    locked_ = lock_wait.was_locked;
    if (!connection) return connection.error();
    connection_ = *std::move(connection);
    return {};
}

// SQLite reads the first page only once, so it would continue to write into a file that was
// overwritten and can no longer be read.
Result<void> LearnDbFile::check_header() const {
    if (!connection_->sqlite.was_overwritten()) return {};
    return make_error(to_text(file_) + ": was overwritten while it was in use");
}

Result<void> LearnDbFile::transact(std::int64_t steps, const std::function<Result<void>()>& work) {
    locked_ = false;
    if (auto connected = connect(); !connected) return connected;
    if (auto sound = check_header(); !sound) return sound;
    Sqlite& sqlite = connection_->sqlite;
    sqlite.set_patience(static_cast<int>(patience().count()));
    sqlite.set_budget(steps);
    if (!connection_->has_wal)
        connection_->has_wal = take_wal_mode(sqlite, static_cast<int>(patience().count()));
    Result<void> done = sqlite.execute("BEGIN IMMEDIATE");
    if (!done) {
        locked_ = sqlite.was_locked();
        return done;
    }
    done = work();
    if (done) done = sqlite.execute("COMMIT");
    if (!done) {
        locked_ = sqlite.was_locked();
        // After some errors SQLite has rolled back already, and returns an error.
        static_cast<void>(sqlite.execute("ROLLBACK"));
    }
    return done;
}

Result<std::int64_t> LearnDbFile::id_of(const std::string& name) {
    for (SqliteStatement* statement : {&connection_->find_name, &connection_->add_name}) {
        const auto row = statement->bind(1, name).step();
        if (!row) return row.error();
        const std::int64_t id = *row ? statement->integer(0) : 0;
        if (!*row) continue;
        statement->reset();
        return id;
    }
    return make_error(to_text(file_) + ": is damaged: a name cannot be kept");
}

Result<void> LearnDbFile::upsert(const LearnRow& row) {
    const auto engine = id_of(row.engine);
    if (!engine) return engine.error();
    const auto opponent = id_of(row.opponent);
    if (!opponent) return opponent.error();
    const auto statements = connection_->upserts(row.variant);
    if (!statements) return statements.error();
    const auto bind_move = [&](SqliteStatement& statement) -> SqliteStatement& {
        if (!row.variant.empty()) statement.bind(10, row.variant);
        return statement.bind(1, std::bit_cast<std::int64_t>(row.key))
            .bind(2, row.move)
            .bind(3, *engine)
            .bind(4, *opponent);
    };
    auto added = bind_move(*statements->sums)
                     .bind(5, row.games)
                     .bind(6, row.half_points)
                     .bind(7, row.first_day)
                     .bind(8, row.last_day)
                     .run();
    if (!added || !row.dated) return added;
    return bind_move(*statements->days)
        .bind(5, row.first_day)
        .bind(6, row.dated->begins ? 1 : 0)
        .bind(7, row.won())
        .bind(8, row.dated->drawn)
        .bind(9, row.lost())
        .run();
}

std::int32_t LearnDbFile::day_before(std::chrono::seconds age) const {
    return day_of(clock_() - age);
}

Result<std::size_t> LearnDbFile::record_game(const book::LearntGame& game, const std::string& id) {
    constexpr int most_replacements = 10; // of the file, while a game is written
    if (game.moves.empty()) return std::size_t{0};
    for (int i = 0; i < most_replacements; ++i) {
        auto done = transact(most_steps_for_a_game, [&] { return add_game(game, id); });
        if (!done) return done.error();
        if (!connection_->sqlite.has_moved()) return game.moves.size();
    }
    locked_ = true;
    return make_error(to_text(file_) + ": is replaced by another file again and again");
}

Result<void> LearnDbFile::add_game(const book::LearntGame& game, std::string_view id) {
    if (!id.empty()) {
        if (auto added = connection_->add_taken.bind(1, id).run(); !added) return added;
        // A process that was killed afterwards has written it.
        if (connection_->sqlite.changes() == 0) return {};
    }
    for (const LearnRow& row : rows_of(game, day_before(game.age)))
        if (auto added = upsert(row); !added) return added;
    return {};
}

void LearnDbFile::recall_results(std::string_view variant, std::uint64_t key,
                                 const book::LearnScope& scope,
                                 std::vector<book::Entry>& entries) const {
    book::clear_results(entries);
    if (!connection_) {
        LockPatience lock_wait{.ms = 0};
        auto connection = LearnDbConnection::open(file_, Access::Create, lock_wait);
        if (!connection) return; // record() reports why
        connection_ = *std::move(connection);
    }
    connection_->sqlite.set_budget(most_steps_for_a_move);
    // Because a move waits for this, and without WAL a writer may hold the file.
    connection_->sqlite.set_patience(0);
    SqliteStatement* const query = connection_->recall(scope.per, variant);
    if (query == nullptr) return; // the file has no results of variants
    query->bind(1, std::bit_cast<std::int64_t>(key));
    if (scope.per != book::LearnScope::Per::All) query->bind(2, scope.engine);
    if (scope.per == book::LearnScope::Per::Opponent) query->bind(3, scope.opponent);
    if (!variant.empty()) query->bind(4, variant);
    const std::int32_t today = day_before(std::chrono::seconds(0));
    auto row = query->step();
    for (; row && *row; row = query->step())
        set_results({.move = query->integer(0),
                     .games = query->integer(1),
                     .half_points = query->integer(2),
                     .last_day = query->integer(3)},
                    !variant.empty(), today, entries);
    if (!row) book::clear_results(entries); // because partial results would favour some moves
}

// Forgets in the order of keys. Each step is a transaction over some thousand rows.
Result<book::Forgotten> LearnDbFile::forget(const book::LearnScope& scope, std::uint64_t from) {
    // Keys are stored as signed numbers, so the lowest belongs to 0.
    constexpr std::uint64_t sign = std::uint64_t{1} << 63U;
    LearnFilter filter{.variant = std::nullopt};
    if (scope.per != book::LearnScope::Per::All) filter.engine = scope.engine;
    if (scope.per == book::LearnScope::Per::Opponent) filter.opponent = scope.opponent;
    book::Forgotten step;
    auto done = transact(most_steps_to_forget, [&]() -> Result<void> {
        KeyRange range{std::bit_cast<std::int64_t>(from ^ sign),
                       std::numeric_limits<std::int64_t>::max()};
        const auto tables = tables_with(connection_->sqlite, filter.variant);
        if (!tables) return tables.error();
        for (const std::string_view table : *tables) {
            auto after = connection_->sqlite.prepare(
                "SELECT key FROM " + std::string(table) +
                " WHERE key > ?1 AND key <= ?2 ORDER BY key LIMIT 1 OFFSET 1999");
            if (!after) return after.error();
            const auto row = after->bind(1, range.first).bind(2, range.last).step();
            if (!row) return row.error();
            if (!*row) continue;
            step.next = std::bit_cast<std::uint64_t>(after->integer(0)) ^ sign;
            range.last = after->integer(0) - 1;
        }
        const auto moves = erase_rows(connection_->sqlite, filter, range);
        if (!moves) return moves.error();
        step.moves = *moves;
        return {};
    });
    if (!done) return done.error();
    return step;
}

Result<std::size_t>
LearnDbFile::erase(const LearnFilter& filter,
                   const std::function<Result<void>(const std::vector<LearnRow>&)>& keep) {
    std::size_t count = 0;
    auto done = transact(Sqlite::no_budget, [&]() -> Result<void> {
        std::vector<LearnRow> rows;
        auto visited = !keep ? Result<void>()
                             : visit_by_day(filter, [&rows](const LearnRow& row) -> Result<void> {
                                   rows.push_back(row);
                                   return {};
                               });
        if (!visited) return visited;
        if (!rows.empty())
            if (auto kept = keep(rows); !kept) return kept;
        const auto moves = erase_rows(connection_->sqlite, filter, {});
        if (!moves) return moves.error();
        count = *moves;
        if (filter.engine || filter.opponent) return {};
        return erase_unused_names(connection_->sqlite);
    });
    if (!done) return done.error();
    return count;
}

Result<void> LearnDbFile::visit(const LearnFilter& filter, const RowSink& sink) const {
    return visit_rows(connection_->sqlite, file_, {.filter = filter}, sink);
}

Result<void> LearnDbFile::visit_by_day(const LearnFilter& filter, const RowSink& sink) const {
    return visit_rows(connection_->sqlite, file_, {.filter = filter, .by_day = true}, sink);
}

Result<void> LearnDbFile::visit_position(std::uint64_t key, const RowSink& sink) const {
    const auto number = std::bit_cast<std::int64_t>(key);
    return visit_rows(connection_->sqlite, file_, {.keys = {number, number}, .by_day = true}, sink);
}

Result<std::vector<std::string>> LearnDbFile::variants() const {
    return variants_in(connection_->sqlite);
}

Result<void> LearnDbFile::add(const std::function<Result<void>(const RowSink&)>& produce) {
    return transact(Sqlite::no_budget,
                    [&] { return produce([this](const LearnRow& row) { return upsert(row); }); });
}

} // namespace polyglot::io

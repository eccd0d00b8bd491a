#include "storage/stores/learn_server.hpp"

#include "config/learn_server.hpp"
#include "core/text/figures.hpp"
#include "storage/stores/learn_server_schema.hpp"
#include "storage/stores/random_id.hpp"

#include <bit>

namespace polyglot::io {
namespace {

// SQLSTATEs of the server.
constexpr std::string_view undefined_table = "42P01";
constexpr std::string_view duplicate_schema = "42P06";
constexpr std::string_view not_null_violation = "23502";
constexpr std::string_view query_canceled = "57014"; // by statement_timeout

// Errors that pass: of the connection, of resources, of locks and deadlocks, of a server that is
// read-only or shutting down.
bool is_passing(std::string_view state) {
    return state.empty() || state == "25006" || state.starts_with("08") ||
           state.starts_with("53") || state.starts_with("40") || state.starts_with("55") ||
           state.starts_with("57") || state.starts_with("58");
}

} // namespace

LearnServer::LearnServer(std::string address, Clock clock, const Limits& limits)
    : address_(std::move(address)), clock_(std::move(clock)), limits_(limits) {}

Result<std::shared_ptr<LearnServer>> LearnServer::open(const std::string& address, Clock clock,
                                                       const Limits& limits) {
    std::shared_ptr<LearnServer> server(
        new LearnServer(config::learn_server_address(address), std::move(clock), limits));
    if (auto connected = server->connect(); !connected) return connected.error();
    return server;
}

Error LearnServer::failed(Error error) const {
    may_try_again_ = !is_connected() || is_passing(connection_->state());
    return error;
}

Result<void> LearnServer::connect() const {
    if (is_connected()) return {};
    names_.clear();
    auto connection = Postgres::connect(address_, limits_.call, limits_.lock);
    may_try_again_ = !connection;
    if (!connection) return connection.error();
    connection_ = *std::move(connection);
    connection_->set_longest(limits_.call);
    auto checked = check_tables();
    if (!checked) connection_.reset();
    return checked;
}

Result<void> LearnServer::check_tables() const {
    const auto version = connection_->query("SELECT version, id FROM polyglot.store", {});
    if (!version && connection_->state() == undefined_table)
        return make_error(address_ +
                          ": the database has no tables for results; polyglot "
                          "learn-book " +
                          address_ + " -create makes them");
    if (!version) return failed(version.error());
    const std::int64_t number = version->size() == 1 ? version->integer(0, 0) : 0;
    if (number == learn_server_version) {
        id_ = version->text(0, 1);
        return {};
    }
    return make_error(address_ + (number > learn_server_version
                                      ? ": the tables are of a newer version of polyglot"
                                      : ": the tables are damaged: they name no version"));
}

Result<void> LearnServer::create(const std::string& address) {
    const Limits limits;
    auto connection =
        Postgres::connect(config::learn_server_address(address), limits.call, limits.lock);
    if (!connection) return connection.error();
    connection->set_longest(limits.call);
    auto created = connection->execute(create_tables_sql(random_id()));
    if (!created && connection->state() == duplicate_schema)
        return make_error(address + ": the database has tables for results already");
    return created;
}

Result<std::string> LearnServer::describe() {
    if (auto connected = connect(); !connected) return connected.error();
    if (auto set = connection_->execute("SET statement_timeout = '8s'"); !set) return set.error();
    auto counted = count_results();
    if (!counted) return failed(counted.error());
    if (auto set = connection_->execute("RESET statement_timeout"); !set) return set.error();
    return "PostgreSQL " + connection_->version() + ", format " +
           std::to_string(learn_server_version) + ": " + *counted;
}

Result<std::string> LearnServer::count_results() {
    const auto in_words = [](std::int64_t number, const char* what) {
        return text::counted(static_cast<std::uint64_t>(number), what);
    };
    const auto counts = connection_->query(
        "SELECT (SELECT count(*) FROM polyglot.results), coalesce(sum(won + drawn + lost), "
        "0)::bigint FROM polyglot.days WHERE begins = 1",
        {});
    if (counts)
        return in_words(counts->integer(0, 0), "result") + ", " +
               in_words(counts->integer(0, 1), "game");
    if (connection_->state() != query_canceled) return counts.error();
    const auto estimate =
        connection_->query("SELECT greatest(reltuples, 0)::bigint FROM pg_class WHERE oid = "
                           "'polyglot.results'::regclass",
                           {});
    if (!estimate) return estimate.error();
    // Known when the server has analysed the table.
    const std::int64_t about = estimate->size() == 1 ? estimate->integer(0, 0) : 0;
    return about > 0 ? "about " + in_words(about, "result")
                     : std::string("more results than can be counted in 8 s");
}

LearnBatch LearnServer::batch_of(const book::LearntGame& game) const {
    LearnBatch batch;
    for (const LearnRow& row : rows_of(game, day_of(clock_() - game.age)))
        batch.add(row);
    return batch;
}

// One statement is one transaction. Names stand in a statement of their own before it, because they
// are the same in all games, and two adapters must not wait for each other's.
Result<std::size_t> LearnServer::record_game(const book::LearntGame& game, const std::string& id) {
    constexpr int most_tries = 3;
    may_try_again_ = false;
    if (game.moves.empty()) return std::size_t{0};
    if (auto connected = connect(); !connected) return connected.error();
    const LearnBatch batch = batch_of(game);
    for (int i = 1;; ++i) {
        auto sent = add_names(batch);
        if (sent) sent = send(batch, id);
        if (sent) return game.moves.size();
        const std::string& state = connection_->state();
        const bool is_again = is_connected() && (state == not_null_violation || // new tables
                                                 state.starts_with("40"));      // deadlock
        if (!is_again || i == most_tries) return failed(sent.error());
        names_.clear();
    }
}

Result<void> LearnServer::add_names(const LearnBatch& batch) {
    std::vector<std::string> missing;
    for (std::string& name : batch.names())
        if (!names_.contains(name)) missing.push_back(std::move(name));
    if (missing.empty()) return {};
    // Sorted, and only the missing ones, because a number is used up for each.
    auto added = connection_->query(
        "INSERT INTO polyglot.names (name) SELECT n FROM unnest($1::bytea[]) AS g(n) WHERE NOT "
        "EXISTS (SELECT FROM polyglot.names WHERE name = n) ORDER BY n ON CONFLICT DO NOTHING",
        {to_bytea_array(missing)});
    if (!added) return added.error();
    names_.insert(missing.begin(), missing.end());
    return {};
}

Result<void> LearnServer::send(const LearnBatch& batch, const std::string& id) {
    std::vector<std::string> values = batch.values();
    if (!id.empty()) values.insert(values.begin(), id);
    const auto done = connection_->query(batch_sql(!id.empty()), values);
    if (!done) return done.error();
    return {};
}

void LearnServer::recall_results(std::string_view variant, std::uint64_t key,
                                 const book::LearnScope& scope,
                                 std::vector<book::Entry>& entries) const {
    book::clear_results(entries);
    const auto note = [this](const Error& error) {
        if (!recall_error_) recall_error_ = error;
    };
    if (auto connected = connect(); !connected) return note(connected.error());
    const auto results = results_at(variant, key, scope);
    if (!results) return note(results.error());
    for (const MoveSums& sums : *results)
        set_results(sums, !variant.empty(), today(), entries);
}

Result<std::vector<MoveSums>> LearnServer::results_at(std::string_view variant, std::uint64_t key,
                                                      const book::LearnScope& scope) const {
    std::string sql = "SELECT move, least(sum(games), 9e17)::bigint, least(sum(half_points), "
                      "9e17)::bigint, max(last_day) FROM polyglot.results WHERE key = $1 AND "
                      "variant = $2";
    std::vector<std::string> values{std::to_string(std::bit_cast<std::int64_t>(key)),
                                    std::string(variant)};
    const auto is_of = [&](const char* column, const std::string& name) {
        values.push_back(to_bytea(name));
        sql += " AND " + std::string(column) + " = (SELECT id FROM polyglot.names WHERE name = $" +
               std::to_string(values.size()) + "::bytea)";
    };
    if (scope.per != book::LearnScope::Per::All) is_of("engine", scope.engine);
    if (scope.per == book::LearnScope::Per::Opponent) is_of("opponent", scope.opponent);
    const auto rows = connection_->query(sql + " GROUP BY move", values);
    if (!rows) return failed(rows.error());
    std::vector<MoveSums> results;
    for (std::size_t row = 0; row < rows->size(); ++row)
        results.push_back({.move = rows->integer(row, 0),
                           .games = rows->integer(row, 1),
                           .half_points = rows->integer(row, 2),
                           .last_day = rows->integer(row, 3)});
    return results;
}

Result<book::Forgotten> LearnServer::forget(const book::LearnScope& scope, std::uint64_t /*from*/) {
    LearnFilter filter{.variant = std::nullopt};
    if (scope.per != book::LearnScope::Per::All) filter.engine = scope.engine;
    if (scope.per == book::LearnScope::Per::Opponent) filter.opponent = scope.opponent;
    const auto moves = erase(filter);
    if (!moves) return moves.error();
    return book::Forgotten{.moves = *moves};
}

} // namespace polyglot::io

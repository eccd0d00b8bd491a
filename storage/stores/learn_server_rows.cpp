// The rows of a LearnServer, read, erased and added in transactions of many.
#include "core/text/wildcards.hpp"
#include "storage/stores/learn_db_rows.hpp"
#include "storage/stores/learn_server.hpp"
#include "storage/stores/learn_server_schema.hpp"
#include "storage/stores/random_id.hpp"

#include <bit>

namespace polyglot::io {
namespace {

constexpr const char* to_read = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY";
// No other process can write meanwhile.
constexpr const char* to_change = "BEGIN; SET LOCAL lock_timeout = '10s'; LOCK TABLE "
                                  "polyglot.results, polyglot.days IN SHARE ROW EXCLUSIVE MODE";
constexpr std::size_t rows_of_a_statement = 2000;

std::string literal(std::string_view text) {
    std::string quoted = "'";
    for (const char c : text)
        quoted += c == '\'' ? std::string("''") : std::string(1, c);
    return quoted + '\'';
}

std::optional<LearnRow> to_row(const PostgresRows& rows, std::size_t number) {
    const auto in_32_bits = [](std::int64_t value) { return value >= 0 && value <= most_games; };
    const std::int64_t games = rows.integer(number, 4), half_points = rows.integer(number, 5);
    const std::int64_t first = rows.integer(number, 6), last = rows.integer(number, 7);
    const std::int64_t move = rows.integer(number, 1), begins = rows.integer(number, 9);
    const std::int64_t drawn = rows.integer(number, 10);
    if (move < 0 || move > 0xffff || games == 0 || !in_32_bits(games) || !in_32_bits(half_points) ||
        half_points > 2 * games || first > last || first < earliest_day || last > latest_day ||
        !in_32_bits(drawn) || rows.is_null(number, 2) || rows.is_null(number, 3))
        return std::nullopt;
    LearnRow row{.key = std::bit_cast<std::uint64_t>(rows.integer(number, 0)),
                 .move = static_cast<std::uint16_t>(move),
                 .engine = rows.bytes(number, 2),
                 .opponent = rows.bytes(number, 3),
                 .games = static_cast<std::uint32_t>(games),
                 .half_points = static_cast<std::uint32_t>(half_points),
                 .first_day = static_cast<std::int32_t>(first),
                 .last_day = static_cast<std::int32_t>(last)};
    row.variant = rows.text(number, 8);
    if (begins != 2) row.dated = LearnRow::Dated{static_cast<std::uint32_t>(drawn), begins == 1};
    if (!is_possible(row)) return std::nullopt;
    return row;
}

} // namespace

Result<void> LearnServer::transact(const std::string& begin,
                                   const std::function<Result<void>()>& work) const {
    may_try_again_ = lost_commit_ = false;
    if (auto connected = connect(); !connected) return connected;
    connection_->set_longest(limits_.step);
    auto done = connection_->execute(begin);
    if (done) done = work();
    if (done) {
        done = connection_->execute("COMMIT");
        lost_commit_ = !done && !connection_->is_open();
    }
    if (!done) failed(done.error());
    if (!done && connection_->is_open()) static_cast<void>(connection_->execute("ROLLBACK"));
    connection_->set_longest(limits_.call);
    return done;
}

// The insertion waits for a transaction that is still open with the same id; the server ends those
// of lost connections after 60 s.
Result<void> LearnServer::find_out(const std::string& id, const Error& error) const {
    constexpr std::chrono::seconds longest{90};
    auto done = connect();
    if (done) connection_->set_longest(longest);
    if (done) done = connection_->execute("SET lock_timeout = '75s'");
    if (done) {
        const auto is_new = connection_->query(
            "INSERT INTO polyglot.taken VALUES ($1) ON CONFLICT DO NOTHING RETURNING id", {id});
        if (is_new && is_new->size() == 0) return {};
        if (is_new) return error;
    }
    return make_error(error.message + "; whether the results were added is not known");
}

// The names are compared here, because the server has no patterns for bytes.
Result<std::string> LearnServer::condition_of(const LearnFilter& filter) const {
    std::string condition =
        filter.variant ? "t.variant = " + literal(*filter.variant) : std::string("true");
    if (!filter.engine && !filter.opponent) return condition;
    const auto names = connection_->query("SELECT id, name FROM polyglot.names", {});
    if (!names) return names.error();
    const auto add = [&](const char* column, const std::optional<std::string>& wanted) {
        if (!wanted) return;
        condition += " AND t." + std::string(column) + " IN (-1";
        for (std::size_t row = 0; row < names->size(); ++row) {
            const std::string name = names->bytes(row, 1);
            if (name == *wanted || (filter.patterns && text::matches_wildcards(*wanted, name)))
                condition += ", " + std::to_string(names->integer(row, 0));
        }
        condition += ')';
    };
    add("engine", filter.engine);
    add("opponent", filter.opponent);
    return condition;
}

Result<void> LearnServer::fetch_all(const std::string& sql, const RowSink& sink) const {
    if (auto declared = connection_->execute("DECLARE all_rows NO SCROLL CURSOR FOR " + sql);
        !declared)
        return declared;
    const std::string fetch = "FETCH " + std::to_string(rows_of_a_statement) + " FROM all_rows";
    for (;;) {
        const auto rows = connection_->query(fetch, {});
        if (!rows) return rows.error();
        for (std::size_t number = 0; number < rows->size(); ++number) {
            const auto row = to_row(*rows, number);
            if (!row) return make_error(address_ + ": is damaged: a row contradicts itself");
            if (auto taken = sink(*row); !taken) return taken;
        }
        if (rows->size() < rows_of_a_statement) return connection_->execute("CLOSE all_rows");
    }
}

Result<void> LearnServer::visit_rows(const LearnFilter& filter, std::optional<std::int64_t> key,
                                     bool by_day, const RowSink& sink) const {
    return transact(to_read, [&]() -> Result<void> {
        auto condition = condition_of(filter);
        if (!condition) return condition.error();
        if (key) *condition += " AND t.key = " + std::to_string(*key);
        return fetch_all(by_day ? rows_by_day_sql(*condition) : rows_sql(*condition), sink);
    });
}

Result<void> LearnServer::visit(const LearnFilter& filter, const RowSink& sink) const {
    return visit_rows(filter, std::nullopt, false, sink);
}

Result<void> LearnServer::visit_by_day(const LearnFilter& filter, const RowSink& sink) const {
    return visit_rows(filter, std::nullopt, true, sink);
}

Result<void> LearnServer::visit_position(std::uint64_t key, const RowSink& sink) const {
    return visit_rows({}, std::bit_cast<std::int64_t>(key), true, sink);
}

Result<std::vector<std::string>> LearnServer::variants() const {
    if (auto connected = connect(); !connected) return connected.error();
    const auto rows = connection_->query(
        "SELECT DISTINCT variant COLLATE \"C\" FROM polyglot.results WHERE variant <> '' ORDER BY "
        "1",
        {});
    if (!rows) return failed(rows.error());
    std::vector<std::string> variants;
    for (std::size_t row = 0; row < rows->size(); ++row)
        variants.emplace_back(rows->text(row, 0));
    return variants;
}

Result<std::size_t>
LearnServer::erase(const LearnFilter& filter,
                   const std::function<Result<void>(const std::vector<LearnRow>&)>& keep) {
    std::size_t moves = 0;
    auto done = transact(to_change, [&]() -> Result<void> {
        const auto condition = condition_of(filter);
        if (!condition) return condition.error();
        std::vector<LearnRow> rows;
        const auto collect = [&rows](const LearnRow& row) -> Result<void> {
            rows.push_back(row);
            return {};
        };
        if (keep)
            if (auto fetched = fetch_all(rows_by_day_sql(*condition), collect); !fetched)
                return fetched;
        if (!rows.empty())
            if (auto kept = keep(rows); !kept) return kept;
        const auto count = connection_->query(
            "SELECT count(*) FROM (SELECT DISTINCT t.key, t.move, t.variant FROM "
            "polyglot.results t WHERE " +
                *condition + ") counted",
            {});
        if (!count) return count.error();
        moves = static_cast<std::size_t>(count->integer(0, 0));
        return connection_->execute("DELETE FROM polyglot.results t WHERE " + *condition +
                                    "; DELETE FROM polyglot.days t WHERE " + *condition);
    });
    if (!done) return done.error();
    return moves;
}

Result<void> LearnServer::add(const std::function<Result<void>(const RowSink&)>& produce) {
    const std::string id = random_id();
    auto done = transact(to_change, [&]() -> Result<void> {
        const auto marked =
            connection_->query("INSERT INTO polyglot.taken VALUES ($1) RETURNING id", {id});
        if (!marked) return marked.error();
        LearnBatch batch;
        const auto send_batch = [&]() -> Result<void> {
            auto added = add_names(batch);
            if (added) added = send(batch, {});
            batch = {};
            return added;
        };
        auto produced = produce([&](const LearnRow& row) -> Result<void> {
            batch.add(row);
            return batch.size() < rows_of_a_statement ? Result<void>() : send_batch();
        });
        if (produced && !batch.empty()) produced = send_batch();
        if (!produced) names_.clear(); // they are rolled back
        return produced;
    });
    return lost_commit_ ? find_out(id, done.error()) : done;
}

} // namespace polyglot::io

#include "storage/stores/learn_db_rows.hpp"

#include "core/text/path_text.hpp"
#include "storage/stores/learn_db_schema.hpp"
#include "storage/stores/store_schema.hpp"

#include <algorithm>
#include <bit>
#include <unordered_map>
#include <utility>

namespace polyglot::io {
namespace {

// Adds the condition of a LearnFilter. ?1 and ?2 are names, or NULL for all; ?3 tells whether they
// are patterns. Brackets are escaped, because GLOB uses them for sets of characters, and names
// often have them.
std::string with_filter(std::string sql) {
    return sql.append(" WHERE (?1 IS NULL OR engine IN"
                      " (SELECT id FROM names WHERE name = ?1 OR ?3 AND lower(name) GLOB "
                      "lower(replace(?1, '[', '[[]'))))"
                      " AND (?2 IS NULL OR opponent IN"
                      " (SELECT id FROM names WHERE name = ?2 OR ?3 AND lower(name) GLOB "
                      "lower(replace(?2, '[', '[[]'))))");
}

constexpr const char* in_range = " AND key BETWEEN ?4 AND ?5"; // of a KeyRange

// The names must outlive the use of the statement.
void bind_filter(SqliteStatement& statement, const LearnFilter& filter) {
    const auto bind = [&statement](int parameter, const std::optional<std::string>& name) {
        if (name)
            statement.bind(parameter, *name);
        else
            statement.bind_null(parameter);
    };
    bind(1, filter.engine);
    bind(2, filter.opponent);
    statement.bind(3, filter.patterns ? 1 : 0);
}

bool is_sound(const SqliteStatement& row) {
    const auto in_32_bits = [&row](int column) {
        return row.integer(column) >= 0 && row.integer(column) <= most_games;
    };
    const auto is_day = [&row](int column) {
        return row.integer(column) >= earliest_day && row.integer(column) <= latest_day;
    };
    return row.integer(1) >= 0 && row.integer(1) <= 0xffff && in_32_bits(4) && row.integer(4) > 0 &&
           in_32_bits(5) && row.integer(5) <= 2 * row.integer(4) && is_day(6) && is_day(7) &&
           row.integer(6) <= row.integer(7);
}

// Returns names by their numbers; each one is read once.
class NameCache {
  public:
    static Result<NameCache> of(Sqlite& sqlite) {
        auto query = sqlite.prepare("SELECT name FROM names WHERE id = ?1");
        if (!query) return query.error();
        return NameCache(*std::move(query));
    }
    Result<std::string> find(std::int64_t id) {
        const auto [place, is_new] = names_.try_emplace(id);
        if (!is_new) return place->second;
        const auto row = query_.bind(1, id).step();
        if (!row) return row.error();
        if (*row) place->second = query_.text(0);
        query_.reset();
        return place->second;
    }

  private:
    explicit NameCache(SqliteStatement query) : query_(std::move(query)) {}
    SqliteStatement query_;
    std::unordered_map<std::int64_t, std::string> names_;
};

bool have_same_move(const SqliteStatement& a, const SqliteStatement& b) {
    for (int column = 0; column < 4; ++column) // key, move, engine, opponent
        if (a.integer(column) != b.integer(column)) return false;
    return true;
}

Result<LearnRow> to_row(const SqliteStatement& row, NameCache& names) {
    auto engine = names.find(row.integer(2));
    if (!engine) return engine.error();
    auto opponent = names.find(row.integer(3));
    if (!opponent) return opponent.error();
    return LearnRow{.key = std::bit_cast<std::uint64_t>(row.integer(0)),
                    .move = static_cast<std::uint16_t>(row.integer(1)),
                    .engine = *std::move(engine),
                    .opponent = *std::move(opponent),
                    .games = static_cast<std::uint32_t>(row.integer(4)),
                    .half_points = static_cast<std::uint32_t>(row.integer(5)),
                    .first_day = static_cast<std::int32_t>(row.integer(6)),
                    .last_day = static_cast<std::int32_t>(row.integer(7))};
}

constexpr std::string_view sums_query =
    "SELECT key, move, engine, opponent, games, half_points, first_day, last_day FROM ";
constexpr std::string_view days_query =
    "SELECT key, move, engine, opponent, won + drawn + lost, 2 * won + drawn, day, "
    "day, begins, drawn FROM ";

// Returns the condition of a variant, ?6.
std::string of_variant(std::string_view variant) {
    return variant.empty() ? "" : " AND variant = ?6";
}

// Reads both tables in parallel in the order of their keys. The first statement keeps a snapshot
// for both.
Result<void> visit_tables(Sqlite& sqlite, const std::filesystem::path& file,
                          const RowQuestion& question, const std::string& variant,
                          const LearnDb::RowSink& sink) {
    // Another process may have added the days meanwhile.
    const auto version = number_of(sqlite, "PRAGMA user_version");
    if (!version) return version.error();
    const std::string prefix = variant.empty() ? "" : "variant_";
    const auto rows_of = [&](const std::string& query, const char* order) {
        auto rows = sqlite.prepare(with_filter(query) + in_range + of_variant(variant) + order);
        if (!rows) return rows;
        bind_filter(*rows, question.filter);
        rows->bind(4, question.keys.first).bind(5, question.keys.last);
        if (!variant.empty()) rows->bind(6, variant);
        return rows;
    };
    auto names = NameCache::of(sqlite);
    if (!names) return names.error();
    auto sums = rows_of(std::string(sums_query) + prefix + "results",
                        " ORDER BY key, move, engine, opponent");
    if (!sums) return sums.error();
    auto days = question.by_day && *version >= learn_db_version_with_days
                    ? rows_of(std::string(days_query) + prefix + "days",
                              " ORDER BY key, move, engine, opponent, day, begins")
                    : SqliteStatement();
    if (!days) return days.error();
    bool has_days = question.by_day && *version >= learn_db_version_with_days;
    const auto step_days = [&]() -> Result<void> {
        const auto row = days->step();
        if (!row) return row.error();
        has_days = *row;
        return {};
    };
    const Error senseless = make_error(to_text(file) + ": is damaged: a row contradicts itself");
    for (bool is_first = true;; is_first = false) {
        const auto row = sums->step();
        if (!row) return row.error();
        if (is_first && has_days)
            if (auto stepped = step_days(); !stepped) return stepped;
        if (!*row) return has_days ? Result<void>(senseless) : Result<void>();
        auto rest = to_row(*sums, *names);
        if (!rest) return rest.error();
        rest->variant = variant;
        if (!is_sound(*sums)) return senseless;
        while (has_days && have_same_move(*sums, *days)) {
            auto day = to_row(*days, *names);
            if (!day) return day.error();
            day->variant = variant;
            day->dated = LearnRow::Dated{static_cast<std::uint32_t>(days->integer(9)),
                                         days->integer(8) != 0};
            if (!is_sound(*days) || !is_possible(*day)) return senseless;
            rest->games -= std::min(rest->games, day->games);
            rest->half_points -= std::min(rest->half_points, day->half_points);
            if (auto taken = sink(*day); !taken) return taken;
            if (auto stepped = step_days(); !stepped) return stepped;
        }
        // Numbers that were halved for 32 bits do not add up any more.
        rest->half_points = static_cast<std::uint32_t>(
            std::min<std::uint64_t>(rest->half_points, std::uint64_t{2} * rest->games));
        if (rest->games > 0)
            if (auto taken = sink(*rest); !taken) return taken;
    }
}

} // namespace

Result<std::vector<std::string>> variants_in(Sqlite& sqlite) {
    std::vector<std::string> variants;
    const auto has = has_variant_tables(sqlite);
    if (!has) return has.error();
    if (!*has) return variants;
    auto query = sqlite.prepare("SELECT DISTINCT variant FROM variant_results ORDER BY variant");
    if (!query) return query.error();
    auto row = query->step();
    for (; row && *row; row = query->step())
        variants.emplace_back(query->text(0));
    if (!row) return row.error();
    return variants;
}

Result<std::vector<std::string_view>> tables_with(Sqlite& sqlite,
                                                  const std::optional<std::string>& variant) {
    std::vector<std::string_view> tables;
    if (!variant || variant->empty()) tables = {"results", "days"};
    if (variant && variant->empty()) return tables;
    const auto has = has_variant_tables(sqlite);
    if (!has) return has.error();
    if (*has) tables.insert(tables.end(), {"variant_results", "variant_days"});
    return tables;
}

Result<void> visit_rows(Sqlite& sqlite, const std::filesystem::path& file,
                        const RowQuestion& question, const LearnDb::RowSink& sink) {
    sqlite.set_budget(Sqlite::no_budget);
    const auto& wanted = question.filter.variant;
    if (wanted && wanted->empty()) return visit_tables(sqlite, file, question, {}, sink);
    const auto variants = variants_in(sqlite);
    if (!variants) return variants.error();
    if (!wanted)
        if (auto visited = visit_tables(sqlite, file, question, {}, sink); !visited) return visited;
    for (const std::string& variant : *variants)
        if (!wanted || variant == *wanted)
            if (auto visited = visit_tables(sqlite, file, question, variant, sink); !visited)
                return visited;
    return {};
}

Result<std::size_t> erase_rows(Sqlite& sqlite, const LearnFilter& filter, KeyRange range) {
    const auto tables = tables_with(sqlite, filter.variant);
    if (!tables) return tables.error();
    std::size_t moves = 0;
    for (const std::string_view table : *tables) {
        const std::string variant =
            table.starts_with("variant_") ? filter.variant.value_or("") : std::string();
        const auto prepare = [&](std::string sql, const char* end) {
            auto statement =
                sqlite.prepare(with_filter(std::move(sql)) + in_range + of_variant(variant) + end);
            if (!statement) return statement;
            bind_filter(*statement, filter);
            statement->bind(4, range.first).bind(5, range.last);
            if (!variant.empty()) statement->bind(6, variant);
            return statement;
        };
        if (table.ends_with("results")) {
            const std::string_view named = table == "results" ? "" : ", variant";
            auto count = prepare("SELECT count(*) FROM (SELECT DISTINCT key, move" +
                                     std::string(named) + " FROM " + std::string(table),
                                 ")");
            if (!count) return count.error();
            if (const auto row = count->step(); !row) return row.error();
            moves += static_cast<std::size_t>(count->integer(0));
            count->reset();
        }
        auto remove = prepare("DELETE FROM " + std::string(table), "");
        if (!remove) return remove.error();
        if (auto removed = remove->run(); !removed) return removed.error();
    }
    return moves;
}

Result<void> erase_unused_names(Sqlite& sqlite) {
    const auto has_variants = has_variant_tables(sqlite);
    if (!has_variants) return has_variants.error();
    return sqlite.execute(
        *has_variants ? "DELETE FROM names WHERE NOT EXISTS (SELECT 1 FROM results) AND NOT EXISTS "
                        "(SELECT 1 FROM variant_results)"
                      : "DELETE FROM names WHERE NOT EXISTS (SELECT 1 FROM results)");
}

} // namespace polyglot::io

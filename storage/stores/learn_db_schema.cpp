#include "storage/stores/learn_db_schema.hpp"

#include "core/text/text.hpp"

#include <array>
#include <vector>

namespace polyglot::io {
namespace {

constexpr std::int64_t application_id = 0x50674c52; // "PgLR"

// The keys of a position's moves lie side by side, so that one read of a page or two finds what is known of it.
constexpr std::string_view names_sql = "CREATE TABLE names (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE)";
constexpr std::string_view results_sql = R"sql(CREATE TABLE results (
        key INTEGER NOT NULL, move INTEGER NOT NULL, engine INTEGER NOT NULL, opponent INTEGER NOT NULL,
        games INTEGER NOT NULL CHECK (games BETWEEN 1 AND 4294967295),
        half_points INTEGER NOT NULL CHECK (half_points BETWEEN 0 AND 4294967295 AND half_points <= 2 * games),
        first_day INTEGER NOT NULL, last_day INTEGER NOT NULL CHECK (first_day <= last_day),
        PRIMARY KEY (key, move, engine, opponent)) WITHOUT ROWID)sql";
// Apart from the results, which every move in play looks up.
constexpr std::string_view days_sql = R"sql(CREATE TABLE days (
        key INTEGER NOT NULL, move INTEGER NOT NULL, engine INTEGER NOT NULL, opponent INTEGER NOT NULL,
        day INTEGER NOT NULL, begins INTEGER NOT NULL CHECK (begins IN (0, 1)),
        won INTEGER NOT NULL CHECK (won BETWEEN 0 AND 4294967295),
        drawn INTEGER NOT NULL CHECK (drawn BETWEEN 0 AND 4294967295),
        lost INTEGER NOT NULL CHECK (lost BETWEEN 0 AND 4294967295),
        PRIMARY KEY (key, move, engine, opponent, day, begins)) WITHOUT ROWID)sql";
constexpr std::string_view marks_sql = "PRAGMA application_id = 0x50674c52; PRAGMA user_version = 2";

// Collapses runs of blanks, so that line breaks in the text make no difference.
std::string without_layout(std::string_view sql) {
    std::string result;
    for (std::string_view word = text::next_word(sql); !word.empty(); word = text::next_word(sql))
        (result += result.empty() ? "" : " ") += word;
    return result;
}

// Exactly what create_tables() makes. Anything else (a view, a generated column, an index on an expression, a trigger)
// could run for any time whenever the file is used. sqlite_master is the one name that no table or view of the file can
// take.
Result<bool> has_our_tables(Sqlite& sqlite, std::int64_t version) {
    std::vector<std::array<std::string, 4>> ours{
        {"table", "names", "names", without_layout(names_sql)},
        {"table", "results", "results", without_layout(results_sql)},
        {"index", "sqlite_autoindex_names_1", "names", ""},
    };
    if (version > 1) ours.insert(ours.begin(), {"table", "days", "days", without_layout(days_sql)});
    auto query = sqlite.prepare("SELECT type, name, tbl_name, sql FROM sqlite_master ORDER BY name");
    if (!query) return query.error();
    for (const auto& wanted : ours) {
        const auto row = query->step();
        if (!row) return row.error();
        if (!*row) return false;
        for (std::size_t i = 0; i < wanted.size(); ++i)
            if (without_layout(query->text(static_cast<int>(i))) != wanted[i]) return false;
    }
    const auto more = query->step();
    if (!more) return more.error();
    return !*more;
}

enum class Contents : std::uint8_t { Nothing, WithoutDays, Ours };

Result<Contents> look_at(Sqlite& sqlite, const std::string& file) {
    // No functions such as pragma_user_version(): a view of the file may have that name.
    std::array<std::int64_t, 3> numbers{};
    constexpr std::array<std::string_view, 3> queries{"PRAGMA application_id", "PRAGMA user_version",
                                                      "SELECT count(*) FROM sqlite_master"};
    for (std::size_t i = 0; i < queries.size(); ++i) {
        const auto number = number_of(sqlite, queries[i]);
        if (!number) return number.error();
        numbers[i] = *number;
    }
    const auto [id, version, tables] = numbers;
    const bool empty = tables == 0;
    if (id == 0 && version == 0 && empty) return Contents::Nothing;
    if (id != application_id) return make_error(file + ": is an SQLite file of another program");
    if (version > learn_db_version)
        return make_error(file + ": was made by a newer version of polyglot (format " + std::to_string(version) +
                          ", this one knows format " + std::to_string(learn_db_version) + ")");
    if (version < 1 || empty) return make_error(file + ": is damaged: its version or its tables are gone");
    const auto ours = has_our_tables(sqlite, version);
    if (!ours) return ours.error();
    if (!*ours) return make_error(file + ": is damaged: its tables are not exactly those that polyglot makes");
    return version == learn_db_version ? Contents::Ours : Contents::WithoutDays;
}

// What the file is, as it was at one moment (another process may be making the tables), without writing to it.
Result<Contents> examine(Sqlite& sqlite, const std::string& file) {
    if (auto begun = sqlite.execute("SAVEPOINT look"); !begun) return begun.error();
    auto contents = look_at(sqlite, file);
    if (!contents) return contents; // the connection is given up; whether it was locked out is its last error
    if (auto ended = sqlite.execute("RELEASE look"); !ended) return ended.error();
    return contents;
}

// Those that are missing.
Result<void> create_tables(Sqlite& sqlite, const std::string& file) {
    if (auto begun = sqlite.execute("BEGIN IMMEDIATE"); !begun) return begun;
    const auto contents = examine(sqlite, file); // another process may have been quicker
    if (!contents) return contents.error();
    std::vector<std::string_view> missing;
    if (*contents == Contents::Nothing) missing = {names_sql, results_sql};
    if (*contents != Contents::Ours) missing.insert(missing.end(), {days_sql, marks_sql});
    for (const std::string_view sql : missing)
        if (auto made = sqlite.execute(std::string(sql).c_str()); !made) return made;
    return sqlite.execute("COMMIT");
}

} // namespace

Result<std::int64_t> number_of(Sqlite& sqlite, std::string_view sql) {
    auto query = sqlite.prepare(sql);
    if (!query) return query.error();
    const auto row = query->step();
    if (!row) return row.error();
    return query->integer(0);
}

Result<void> set_up_learn_db(Sqlite& sqlite, const std::string& file, Sqlite::Access access) {
    const auto contents = examine(sqlite, file);
    if (!contents) return contents.error();
    if (*contents == Contents::Nothing && access != Sqlite::Access::Create) return make_error(file + ": is empty");
    if (access == Sqlite::Access::Read) return {};
    if (*contents != Contents::Ours)
        if (auto made = create_tables(sqlite, file); !made) return made;
    return sqlite.execute("PRAGMA synchronous = NORMAL");
}

} // namespace polyglot::io

#include "storage/stores/store_schema.hpp"

#include "core/text/text.hpp"
#include "storage/files/overwrite_guard.hpp"
#include "storage/files/whole_path.hpp"

#include <array>

namespace polyglot::io {
namespace {

// Collapses runs of blanks, so that line breaks in the text make no difference.
std::string without_layout(std::string_view sql) {
    std::string result;
    for (std::string_view word = text::next_word(sql); !word.empty(); word = text::next_word(sql))
        (result += result.empty() ? "" : " ") += word;
    return result;
}

// Returns true if the file has exactly the objects of make_objects(). Any other one (a view, a
// generated column, an index on an expression, a trigger) could run for any time whenever the file
// is used. sqlite_master is the only name that no table or view of the file can have.
Result<bool> has_its_objects(Sqlite& sqlite, const StoreSchema& schema, std::int64_t version) {
    auto query =
        sqlite.prepare("SELECT type, name, tbl_name, sql FROM sqlite_master ORDER BY name");
    if (!query) return query.error();
    for (const StoreSchema::Object& object : schema.objects) {
        if (object.since > version) continue;
        const auto row = query->step();
        if (!row) return row.error();
        if (!*row) return false;
        const std::array<std::string_view, 4> wanted{object.type, object.name, object.table,
                                                     object.sql};
        for (std::size_t i = 0; i < wanted.size(); ++i)
            if (without_layout(query->text(static_cast<int>(i))) != without_layout(wanted[i]))
                return false;
    }
    const auto more = query->step();
    if (!more) return more.error();
    return !*more;
}

// Returns the version of a store of this kind; 0 if the file is empty.
Result<std::int64_t> look_at(Sqlite& sqlite, const std::string& file, const StoreSchema& schema) {
    // Functions such as pragma_user_version() are not used, because a view of the file may have
    // that name.
    std::array<std::int64_t, 3> numbers{};
    constexpr std::array<std::string_view, 3> queries{
        "PRAGMA application_id", "PRAGMA user_version", "SELECT count(*) FROM sqlite_master"};
    for (std::size_t i = 0; i < queries.size(); ++i) {
        const auto number = number_of(sqlite, queries[i]);
        if (!number) return number.error();
        numbers[i] = *number;
    }
    const auto [id, version, objects] = numbers;
    if (id == 0 && version == 0 && objects == 0) return 0;
    if (id != schema.application_id && (id == grow_book_store_id || id == rate_book_store_id))
        return make_error(file + ": is a store of polyglot " +
                          (id == grow_book_store_id ? "grow-book" : "rate-book"));
    if (id != schema.application_id)
        return make_error(file + ": is an SQLite file of another program or purpose");
    if (version > schema.version)
        return make_error(file + ": was made by a newer version of polyglot (format " +
                          std::to_string(version) + ", this one knows format " +
                          std::to_string(schema.version) + ")");
    if (version < 1 || objects == 0)
        return make_error(file + ": is damaged: its version or its tables are gone");
    const auto complete = has_its_objects(sqlite, schema, version);
    if (!complete) return complete.error();
    if (!*complete)
        return make_error(file +
                          ": is damaged: its tables are not exactly those that polyglot makes");
    return version;
}

// Examines the file in the state of one moment, because another process may be creating the tables,
// and without writing to it.
Result<std::int64_t> examine(Sqlite& sqlite, const std::string& file, const StoreSchema& schema) {
    if (auto begun = sqlite.execute("SAVEPOINT look"); !begun) return begun.error();
    auto found = look_at(sqlite, file, schema);
    // The connection is dropped; its last error tells whether the file was locked.
    if (!found) return found;
    if (auto ended = sqlite.execute("RELEASE look"); !ended) return ended.error();
    return found;
}

Result<void> make_objects(Sqlite& sqlite, const std::string& file, const StoreSchema& schema) {
    if (auto begun = sqlite.execute("BEGIN IMMEDIATE"); !begun) return begun;
    const auto found = examine(sqlite, file, schema); // another process may have been faster
    if (!found) return found.error();
    if (schema.is_behind(*found)) {
        for (const std::string_view type : {"table", "index"}) // tables come first
            for (const StoreSchema::Object& object : schema.objects)
                if (object.type == type && !object.sql.empty() && object.since > *found &&
                    object.since <= schema.made_version())
                    if (auto made = sqlite.execute(std::string(object.sql).c_str()); !made)
                        return made;
        const std::string marks =
            "PRAGMA application_id = " + std::to_string(schema.application_id) +
            "; PRAGMA user_version = " + std::to_string(schema.made_version());
        if (auto marked = sqlite.execute(marks.c_str()); !marked) return marked;
        if (*found == 0 && schema.fill)
            if (auto filled = schema.fill(sqlite); !filled) return filled;
    }
    return sqlite.execute("COMMIT");
}

} // namespace

void protect_store(const std::filesystem::path& file) {
    const std::filesystem::path place = resolved_path(file); // the target of a link
    for (const char8_t* const suffix : {u8"", u8"-wal", u8"-shm", u8"-journal"})
        note_input(std::filesystem::path(place) += suffix);
}

Result<std::int64_t> number_of(Sqlite& sqlite, std::string_view sql) {
    auto query = sqlite.prepare(sql);
    if (!query) return query.error();
    const auto row = query->step();
    if (!row) return row.error();
    return query->integer(0);
}

Result<void> set_up_store(Sqlite& sqlite, const std::string& file, Sqlite::Access access,
                          const StoreSchema& schema) {
    const auto found = examine(sqlite, file, schema);
    if (!found) return found.error();
    if (*found == 0 && access != Sqlite::Access::Create) return make_error(file + ": is empty");
    if (!schema.is_behind(*found) || access == Sqlite::Access::Read) return {};
    return make_objects(sqlite, file, schema);
}

} // namespace polyglot::io

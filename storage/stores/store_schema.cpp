#include "storage/stores/store_schema.hpp"

#include "core/text/text.hpp"
#include "storage/files/overwrite_guard.hpp"
#include "storage/stores/learn_db_schema.hpp"

#include <system_error>

namespace polyglot::io {
namespace {

// Collapses runs of blanks, so that line breaks in the text make no difference.
std::string without_layout(std::string_view sql) {
    std::string result;
    for (std::string_view word = text::next_word(sql); !word.empty(); word = text::next_word(sql))
        (result += result.empty() ? "" : " ") += word;
    return result;
}

Result<bool> has_its_objects(Sqlite& sqlite, const StoreSchema& schema) {
    auto query = sqlite.prepare("SELECT type, name, tbl_name, sql FROM sqlite_master ORDER BY name");
    if (!query) return query.error();
    for (const auto& wanted : schema.objects) {
        const auto row = query->step();
        if (!row) return row.error();
        if (!*row) return false;
        for (std::size_t i = 0; i < wanted.size(); ++i)
            if (without_layout(query->text(static_cast<int>(i))) != without_layout(wanted[i])) return false;
    }
    const auto more = query->step();
    if (!more) return more.error();
    return !*more;
}

// True: it is a store of this kind. False: there is nothing in it.
Result<bool> look_at(Sqlite& sqlite, const std::string& file, const StoreSchema& schema) {
    std::array<std::int64_t, 3> numbers{};
    constexpr std::array<std::string_view, 3> queries{"PRAGMA application_id", "PRAGMA user_version",
                                                      "SELECT count(*) FROM sqlite_master"};
    for (std::size_t i = 0; i < queries.size(); ++i) {
        const auto number = number_of(sqlite, queries[i]);
        if (!number) return number.error();
        numbers[i] = *number;
    }
    const auto [id, version, objects] = numbers;
    if (id == 0 && version == 0 && objects == 0) return false;
    if (id != schema.application_id) return make_error(file + ": is an SQLite file of another program or purpose");
    if (version > schema.version)
        return make_error(file + ": was made by a newer version of polyglot (format " + std::to_string(version) +
                          ", this one knows format " + std::to_string(schema.version) + ")");
    if (version < 1 || objects == 0) return make_error(file + ": is damaged: its version or its tables are gone");
    const auto complete = has_its_objects(sqlite, schema);
    if (!complete) return complete.error();
    if (!*complete) return make_error(file + ": is damaged: its tables are not exactly those that polyglot makes");
    return true;
}

// As it was at one moment: another process may be making the tables.
Result<bool> examine(Sqlite& sqlite, const std::string& file, const StoreSchema& schema) {
    if (auto begun = sqlite.execute("SAVEPOINT look"); !begun) return begun.error();
    auto found = look_at(sqlite, file, schema);
    if (!found) return found; // the connection is given up
    if (auto ended = sqlite.execute("RELEASE look"); !ended) return ended.error();
    return found;
}

Result<void> make_objects(Sqlite& sqlite, const std::string& file, const StoreSchema& schema) {
    if (auto begun = sqlite.execute("BEGIN IMMEDIATE"); !begun) return begun;
    const auto found = examine(sqlite, file, schema); // another process may have been quicker
    if (!found) return found.error();
    if (!*found) {
        for (const std::string_view type : {"table", "index"}) // a table first
            for (const auto& object : schema.objects)
                if (object[0] == type && !object[3].empty())
                    if (auto made = sqlite.execute(std::string(object[3]).c_str()); !made) return made;
        const std::string marks = "PRAGMA application_id = " + std::to_string(schema.application_id) +
                                  "; PRAGMA user_version = " + std::to_string(schema.version);
        if (auto marked = sqlite.execute(marks.c_str()); !marked) return marked;
    }
    return sqlite.execute("COMMIT");
}

} // namespace

void protect_store(const std::filesystem::path& file) {
    std::error_code ignored;
    const std::filesystem::path place = std::filesystem::weakly_canonical(file, ignored); // of a link's target
    for (const char8_t* const suffix : {u8"", u8"-wal", u8"-shm", u8"-journal"})
        note_input(std::filesystem::path(place) += suffix);
}

Result<void> set_up_store(Sqlite& sqlite, const std::string& file, Sqlite::Access access, const StoreSchema& schema) {
    const auto found = examine(sqlite, file, schema);
    if (!found) return found.error();
    if (!*found && access != Sqlite::Access::Create) return make_error(file + ": is empty");
    return *found ? Result<void>() : make_objects(sqlite, file, schema);
}

} // namespace polyglot::io

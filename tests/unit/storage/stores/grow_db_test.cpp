#include "core/random.hpp"
#include "core/text/path_text.hpp"
#include "storage/files/overwrite_guard.hpp"
#include "storage/stores/grow_db_schema.hpp"
#include "storage/stores/sqlite.hpp"
#include "storage/stores/store_schema.hpp"
#include "tests/unit/storage/stores/grow_db_support.hpp"

#include <algorithm>
#include <string>

using namespace polyglot;
using namespace grow_db_test;

namespace {

constexpr std::uint64_t high_key = 0xfedc'ba98'7654'3210; // negative as SQLite keeps it
constexpr auto read_only = GrowDb::Access::Read;

void record(GrowDb& db, const io::GrowStep& step) {
    const auto done = db.record(step);
    REQUIRE_MESSAGE(done.has_value(), (done ? "" : done.error().message));
}

} // namespace

TEST_CASE("grow_db: a grow store keeps what a search has said, and the moves") {
    const test::Folder folder;
    GrowRow row = answer(high_key, -123, 0xffff, 33, 5'000'000'000);
    row.line = "e4 c5 Nf3";
    row.engine = "Stöckfish 16";
    GrowRow child = answer(7, 120, 12);
    child.black = true;
    const GrowRow over{
        .key = 9, .state = State::Over, .value_cp = -32'000, .line = {}, .engine = {}};
    {
        const auto db = open(folder / "grow.db");
        record(*db, {.rows = {row, child, over},
                     .links = {{high_key, 5, 7}, {7, 6, 9}},
                     .roots = {"fen 1", "fen 2"}});
        record(*db, {.rows = {}, .links = {}, .roots = {"fen 1"}});
    }
    const auto db = open(folder / "grow.db", read_only);
    const Contents contents = contents_of(*db);
    CHECK(contents.rows ==
          std::map<std::uint64_t, GrowRow>{{high_key, row}, {7, child}, {9, over}});
    CHECK(contents.moves.at({high_key, 5}) == 7);
    CHECK(contents.moves.at({7, 6}) == 9);
    CHECK(contents.moves.size() == 2);
    CHECK(db->roots().value() == std::vector<std::string>{"fen 1", "fen 2"});
}

TEST_CASE("grow_db: a file that others hold is waited for as long as the caller wants") {
    const test::Folder folder;
    const auto db = open(folder / "grow.db");
    auto other = io::Sqlite::open(folder / "grow.db", io::Sqlite::Access::Write);
    REQUIRE(other.has_value());
    const io::GrowStep step{.rows = {answer(1, 10, 1)}, .links = {}, .roots = {}};

    REQUIRE(other->execute("BEGIN IMMEDIATE").has_value());
    std::vector<int> asked;
    db->set_waiting([&asked](int waited_ms) {
        asked.push_back(waited_ms);
        return asked.size() < 3;
    });
    CHECK(db->record(step).error().message.ends_with(
        "in use by another process for too long; try again later"));
    CHECK(asked == std::vector<int>{0, 1, 3});

    db->set_waiting([&other](int waited_ms) {
        if (waited_ms >= 3) REQUIRE(other->execute("COMMIT").has_value());
        return true;
    });
    record(*db, step);
    CHECK(contents_of(*db).rows.size() == 1);
}

TEST_CASE("grow_db: what has changed since a visit is visited, once") {
    const test::Folder folder;
    const auto db = open(folder / "grow.db"), other = open(folder / "grow.db");
    record(
        *db,
        {.rows = {answer(1, 10, 1), answer(2, 20, 2), answer(3, 30, 3)}, .links = {}, .roots = {}});
    const Contents first = contents_of(*other);
    CHECK(first.order == std::vector<std::uint64_t>{1, 2, 3});
    CHECK(contents_of(*other, first.last).rows.empty());
    record(*db, {.rows = {answer(2, 25, 2, 11)}, .links = {{1, 9, 2}}, .roots = {}});
    const Contents second = contents_of(*other, first.last);
    CHECK(second.order == std::vector<std::uint64_t>{1, 2});
    CHECK(second.rows.at(2).value_cp == 25);
    CHECK(second.moves.size() == 1);
    record(*db, {.rows = {answer(2, 99, 2, 3)}, .links = {{1, 9, 2}}, .roots = {}}); // nothing new
    CHECK(contents_of(*other, second.last).rows.empty());
}

TEST_CASE(
    "grow_db: of two searches of one position the more useful remains, whichever comes first") {
    const GrowRow unsearched{.key = 1, .line = {}, .engine = {}};
    // Move 5 is stored
    const GrowRow outdated = answer(1, 10, 5, 30), deep_outdated = answer(1, 11, 5, 31);
    const GrowRow shallow = answer(1, 20, 6, 8, 900), more_nodes = answer(1, 21, 7, 8, 901);
    const GrowRow deeper = answer(1, 22, 8, 9, 10);
    GrowRow exhausted{.key = 1, .state = State::Exhausted, .line = {}, .engine = {}};
    exhausted.depth = 99;
    const std::vector<GrowRow> rising{unsearched, outdated, deep_outdated, shallow,
                                      more_nodes, deeper,   exhausted};
    for (std::size_t i = 0; i < rising.size(); ++i) {
        for (std::size_t j = i; j < rising.size(); ++j) {
            for (const bool better_first : {true, false}) {
                CAPTURE(i);
                CAPTURE(j);
                const test::Folder folder;
                const auto db = open(folder / "grow.db");
                record(*db, {.rows = {}, .links = {{1, 5, 2}}, .roots = {}});
                record(*db, {.rows = {rising[better_first ? j : i]}, .links = {}, .roots = {}});
                record(*db, {.rows = {rising[better_first ? i : j]}, .links = {}, .roots = {}});
                CHECK(contents_of(*db).rows.at(1) == rising[j]);
            }
        }
    }
}

TEST_CASE("grow_db: the address of a server is not taken for a path") {
    const auto refused = [](const char* store) {
        const auto opened = GrowDb::open(to_path(store), GrowDb::Access::Create);
        return opened ? std::string() : opened.error().message;
    };
    CHECK(refused("postgresql://me@host/x").starts_with("postgresql://me@host/x: a server keeps "));
    CHECK(refused("postgres://me:secret@host/x").find("secret") == std::string::npos);
}

TEST_CASE("grow_db: a step is stored as a whole or not at all") {
    const test::Folder folder;
    const auto db = open(folder / "grow.db");
    record(*db, {.rows = {answer(1, 10, 1)}, .links = {}, .roots = {}});
    const Contents before = contents_of(*db);
    const auto failed = db->record(
        {.rows = {answer(2, 10, 1), answer(3, 32'001, 1)}, .links = {{1, 1, 2}}, .roots = {}});
    REQUIRE_FALSE(failed.has_value());
    CHECK(failed.error().message.find("grow.db") != std::string::npos);
    CHECK(contents_of(*db) == before);
    // And it can be used on
    record(*db, {.rows = {answer(2, 10, 1)}, .links = {{1, 1, 2}}, .roots = {}});
    CHECK(contents_of(*db).rows.size() == 2);
}

TEST_CASE("grow_db: merged stores say the same whichever is merged into which") {
    Random random(3);
    const auto below = [&random](std::uint64_t bound) { return random.below(bound); };
    for (int round = 0; round < 10; ++round) {
        const test::Folder folder;
        const auto fill = [&](const std::string& name) {
            const auto db = open(folder / name);
            for (int i = 0; i < 30; ++i) {
                GrowRow row =
                    answer(below(12), static_cast<int>(below(50)),
                           static_cast<std::uint16_t>(1 + below(4)), static_cast<int>(below(1000)),
                           static_cast<std::int64_t>(below(1'000'000)));
                if (below(6) == 0) row = {.key = row.key, .line = {}, .engine = {}};
                std::vector<GrowLink> links;
                if (below(3) == 0) { // a position's move leads to the same position in both
                    const auto move = static_cast<std::uint16_t>(1 + below(4));
                    links.push_back({row.key, move, (row.key + move) % 12});
                }
                record(*db, {.rows = {row}, .links = links, .roots = {}});
            }
        };
        for (const char* name : {"a.db", "b.db"})
            fill(name);
        for (const char* name : {"a", "b"}) // copies, to be merged the other way round
            std::filesystem::copy(folder / (std::string(name) + ".db"),
                                  folder / (std::string(name) + "2.db"));
        const auto merge = [&](const char* into, const char* from) {
            const auto db = open(folder / into);
            const auto merged = db->merge(*open(folder / from, read_only));
            REQUIRE_MESSAGE(merged.has_value(), (merged ? "" : merged.error().message));
            CHECK(db->merge(*open(folder / from, read_only)).has_value()); // again: changes nothing
            return contents_of(*db);
        };
        const Contents one_way = merge("a.db", "b.db");
        const Contents other_way = merge("b2.db", "a2.db");
        CHECK(one_way.moves == other_way.moves);
        for (const auto& [key, row] : one_way.rows) {
            const GrowRow& other = other_way.rows.at(key);
            CHECK(row.state == other.state);
            CHECK(row.depth == other.depth);
            CHECK(row.nodes == other.nodes);
        }
        CHECK(one_way.rows.size() == other_way.rows.size());
    }
}

TEST_CASE("grow_db: one position, and what is being searched, for a reader beside a writer") {
    const test::Folder folder;
    const auto writer = open(folder / "a.db");
    GrowRow row = answer(high_key, -123, 0xffff, 33, 5'000'000'000);
    row.line = "e4 c5";
    row.engine = "Engine";
    record(*writer, {.rows = {row, answer(7, 120, 12)}, .links = {}, .roots = {}});
    const auto reader = open(folder / "a.db", read_only);
    CHECK(reader->find(high_key).value() == row);
    CHECK_FALSE(reader->find(8).value().has_value());
    CHECK(reader->claimed(100).value().empty());
    CHECK(writer->claim(high_key, 1, 100, 160).value());
    CHECK(writer->claim(7, 2, 100, 130).value());
    CHECK(reader->claimed(100).value() == std::vector<std::uint64_t>{high_key, 7});
    CHECK(reader->claimed(130).value() == std::vector{high_key});
    CHECK(reader->claimed(160).value().empty());
}

TEST_CASE("grow_db: a claim is one owner's until it is released or its time is over") {
    const test::Folder folder;
    const auto db = open(folder / "grow.db"), other = open(folder / "grow.db");
    CHECK(db->claim(high_key, 1, 100, 160).value());
    CHECK(db->claim(high_key, 1, 100, 160).value()); // its own
    CHECK_FALSE(other->claim(high_key, 2, 159, 220).value());
    CHECK(other->claimed_by_others(2, 159).value() == std::vector<std::uint64_t>{high_key});
    CHECK(other->claimed_by_others(1, 159).value().empty());
    CHECK(other->claimed_by_others(2, 160).value().empty()); // its owner has died
    CHECK(db->renew(1, 200).has_value());
    CHECK_FALSE(other->claim(high_key, 2, 160, 220).value());
    CHECK(other->release(high_key, 2).has_value()); // not its own
    CHECK_FALSE(other->claim(high_key, 2, 160, 220).value());
    CHECK(other->claim(high_key, 2, 200, 260).value());
    CHECK_FALSE(db->claim(high_key, 1, 201, 260).value());
    CHECK(other->release(high_key, 2).has_value());
    CHECK(db->claim(high_key, 1, 201, 260).value());
    CHECK(db->claim(5, 1, 201, 260).value());
    CHECK(db->release_all(1).has_value());
    CHECK(db->claimed_by_others(3, 201).value().empty());
}

TEST_CASE("grow_db: neither command goes on with the store of the other, and both can be read") {
    const test::Folder folder;
    using Owner = GrowDb::Owner;
    const std::vector owners{Owner::GrowBook, Owner::RateBook};
    for (const Owner owner : owners) {
        const bool grows = owner == Owner::GrowBook;
        const auto file = folder / (grows ? "grow.db" : "rate.db");
        REQUIRE(GrowDb::open(file, GrowDb::Access::Create, owner).has_value());
        for (const auto access : {GrowDb::Access::Read, GrowDb::Access::Create})
            for (const Owner other : owners) {
                io::end_command(); // the command before has nothing to do with this
                const auto opened = GrowDb::open(file, access, other);
                CHECK(opened.has_value() == (other == owner));
                if (!opened)
                    CHECK(opened.error().message.find(grows ? "is a store of polyglot grow-book"
                                                            : "is a store of polyglot rate-book") !=
                          std::string::npos);
            }
        CHECK(GrowDb::open_any(file).has_value());
    }
}

TEST_CASE("grow_db: a new store of a variant names it, and one of chess stays as it was") {
    const test::Folder folder;
    const auto variant_of = [&](const char* name, const std::string& wanted) {
        io::end_command(); // the command before has nothing to do with this
        const auto store =
            GrowDb::open(folder / name, GrowDb::Access::Create, GrowDb::Owner::GrowBook, wanted);
        REQUIRE_MESSAGE(store.has_value(), (store ? "" : store.error().message));
        return (*store)->variant();
    };
    const auto version_of = [&](const char* name) {
        auto sqlite = io::Sqlite::open(folder / name, io::Sqlite::Access::Read);
        REQUIRE(sqlite.has_value());
        return io::number_of(*sqlite, "PRAGMA user_version").value();
    };
    CHECK(variant_of("horde.db", "horde") == "horde");
    CHECK(variant_of("horde.db", "atomic") == "horde"); // the command compares
    CHECK(variant_of("horde.db", "").compare("horde") == 0);
    CHECK(version_of("horde.db") == 2);
    CHECK(GrowDb::find_variant(folder / "horde.db") == "horde");
    CHECK_FALSE(GrowDb::find_variant(folder / "horde.db", GrowDb::Owner::RateBook).has_value());
    CHECK_FALSE(GrowDb::find_variant(folder / "none.db").has_value());
    CHECK(variant_of("chess.db", "").empty());
    CHECK(variant_of("chess.db", "horde").empty());
    CHECK(version_of("chess.db") == 1); // earlier programs read it
    {
        auto sqlite = io::Sqlite::open(folder / "nameless.db", io::Sqlite::Access::Create);
        REQUIRE(sqlite.has_value());
        REQUIRE(io::set_up_grow_db(*sqlite, "nameless.db", io::Sqlite::Access::Create,
                                   {GrowDb::Owner::GrowBook, "horde"})
                    .has_value());
        // The name is there as soon as the tables are.
        CHECK(io::variant_of_grow_db(*sqlite, "nameless.db").value() == "horde");
        REQUIRE(sqlite->execute("DELETE FROM variant").has_value());
    }
    const auto nameless = GrowDb::open(folder / "nameless.db", GrowDb::Access::Create,
                                       GrowDb::Owner::GrowBook, "atomic");
    REQUIRE_FALSE(nameless.has_value());
    CHECK(nameless.error().message.find("does not name its variant") != std::string::npos);
    const auto any = GrowDb::open_any(folder / "horde.db");
    REQUIRE_FALSE(any.has_value());
    CHECK(any.error().message.find("is a store of horde") != std::string::npos);
    io::end_command();
    const auto chess = GrowDb::open(folder / "chess.db", GrowDb::Access::Create);
    const auto horde = GrowDb::open(folder / "horde.db", GrowDb::Access::Read);
    REQUIRE((chess.has_value() && horde.has_value()));
    const auto merged = (*chess)->merge(**horde);
    REQUIRE_FALSE(merged.has_value());
    CHECK(merged.error().message.find("horde.db: is of horde, and ") != std::string::npos);
}

TEST_CASE("grow_db: only a store of grow-book is opened as one, and nothing else is changed") {
    const test::Folder folder;
    CHECK(problem_of(folder / "none.db", read_only).find("there is no such file") !=
          std::string::npos);
    const auto text = folder.write("text.db", std::string(2000, 'x'));
    CHECK(problem_of(text, GrowDb::Access::Create).find("is not an SQLite file") !=
          std::string::npos);
    CHECK(folder.read("text.db") == std::string(2000, 'x'));
    const auto make = [&](const char* name, const char* sql) {
        auto sqlite = io::Sqlite::open(folder / name, io::Sqlite::Access::Create);
        REQUIRE(sqlite.has_value());
        REQUIRE(sqlite->execute(sql).has_value());
        return problem_of(folder / name, GrowDb::Access::Create);
    };
    CHECK(make("other.db", "CREATE TABLE positions (x)").find("another program or purpose") !=
          std::string::npos);
    open(folder / "newer.db");
    CHECK(make("newer.db", "PRAGMA user_version = 3").find("newer version of polyglot (format 3") !=
          std::string::npos);
    open(folder / "nameless.db");
    CHECK(make("nameless.db", "PRAGMA user_version = 2").find("is damaged") != std::string::npos);
    CHECK(make("nameless.db", "CREATE TABLE variant (name TEXT NOT NULL)")
              .find("does not name its variant") != std::string::npos);
    open(folder / "more.db");
    CHECK(make("more.db", "CREATE VIEW more AS SELECT 1").find("is damaged") != std::string::npos);
    open(folder / "less.db");
    CHECK(make("less.db", "DROP TABLE moves").find("is damaged") != std::string::npos);
}

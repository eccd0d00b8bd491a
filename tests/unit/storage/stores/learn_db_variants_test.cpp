// Results of variants in a store of results: apart from those of chess, and in a file that earlier
// programs know to be a newer one.
#include "core/book/variants/learnt.hpp"
#include "core/chess/variants/fen.hpp"
#include "core/chess/variants/notation.hpp"
#include "core/chess/variants/stand_in.hpp"
#include "storage/stores/sqlite.hpp"
#include "storage/stores/store_schema.hpp"
#include "tests/unit/storage/stores/learn_db_support.hpp"

#include <string>
#include <string_view>
#include <vector>

#include <doctest/doctest.h>

using namespace polyglot;
using namespace polyglot::learn_db_test;

namespace {

constexpr std::string_view with_pocket =
    "rnb1kbnr/ppp1pppp/8/3q4/8/8/PPPP1PPP/RNBQKBNR[Pp] w KQkq - 0 3";

chess::VariantPosition position_in(const chess::Variant& variant, std::string_view fen) {
    return chess::parse_variant_fen(variant, fen).value();
}

book::LearntMove learnt_in(const chess::VariantPosition& position, std::string_view move) {
    return book::learnt_in_variant(
        position, chess::stand_in_for(chess::parse_variant_uci(position, move).value()));
}

book::LearntGame game_in(const chess::VariantPosition& position, std::string_view move,
                         int half_points) {
    return {{learnt_in(position, move)}, half_points, "Fruit", "Toga"};
}

Counts recall_in(const LearnDb& db, const chess::VariantPosition& position, std::string_view move,
                 const LearnScope& scope = {Per::All, {}, {}}) {
    std::vector<book::Entry> entries = {{learnt_in(position, move).move, 5, 7, 7, 7}};
    db.recall_variant(position, scope, entries);
    return {entries[0].learn_count, entries[0].learn_sum, entries[0].age_days};
}

std::int64_t version_of(const fs::path& file) {
    auto sqlite = io::Sqlite::open(file, io::Sqlite::Access::Read);
    REQUIRE(sqlite.has_value());
    return io::number_of(*sqlite, "PRAGMA user_version").value();
}

const LearnScope of_all{Per::All, {}, {}};

} // namespace

TEST_CASE("learn_db: results of variants are apart from those of chess and of each other") {
    const TemporaryDirectory directory;
    const fs::path file = directory / "learn.db";
    const auto db = open(file);
    const auto crazyhouse = chess::VariantPosition::start(chess::crazyhouse);
    const auto atomic = chess::VariantPosition::start(chess::atomic);
    record(*db, game_of({"e2e4"}, 2));
    CHECK(version_of(file) == 3); // as for earlier programs
    CHECK(recall_in(*db, crazyhouse, "e2e4") == Counts{0, 0, 0});
    CHECK(db->variants()->empty());
    record(*db, game_in(crazyhouse, "e2e4", 0));
    record(*db, game_in(crazyhouse, "e2e4", 1));
    record(*db, game_in(position_in(chess::crazyhouse, with_pocket), "P@h3", 2));
    CHECK(version_of(file) == 4);
    CHECK(recall(*db, of_all, "e2e4") == Counts{1, 2, 0});
    CHECK(recall_in(*db, crazyhouse, "e2e4") == Counts{2, 1, 0});
    CHECK(recall_in(*db, crazyhouse, "e2e4", {Per::Engine, "Fruit", {}}) == Counts{2, 1, 0});
    CHECK(recall_in(*db, crazyhouse, "e2e4", {Per::Opponent, "Fruit", "Other"}) == Counts{0, 0, 0});
    CHECK(recall_in(*db, atomic, "e2e4") == Counts{0, 0, 0});
    CHECK(recall_in(*db, position_in(chess::crazyhouse, with_pocket), "P@h3") == Counts{1, 2, 0});
    CHECK(*db->variants() == std::vector<std::string>{"crazyhouse"});

    CHECK(rows_of(*db).size() == 1); // of chess, if nothing else is asked for
    CHECK(rows_of(*db, {.variant = "crazyhouse"}).size() == 2);
    CHECK(rows_of(*db, {.variant = "atomic"}).empty());
    const auto all = rows_of(*db, {.variant = std::nullopt});
    REQUIRE(all.size() == 3);
    CHECK(all[0].variant.empty());
    CHECK(all[2].variant == "crazyhouse");
    std::size_t days = 0;
    REQUIRE(db->visit_by_day({.variant = "crazyhouse"}, [&](const LearnRow& row) -> Result<void> {
                  CHECK(row.dated.has_value());
                  ++days;
                  return {};
              }).has_value());
    CHECK(days == 2);

    // Another store gets them as they are, and another process sees them.
    const auto copy = open(directory / "copy.db");
    add(*copy, all);
    CHECK(rows_of(*copy, {.variant = std::nullopt}) == all);
    const auto reader = LearnDb::open(file, LearnDb::Access::Read, clock_of(20'000));
    REQUIRE(reader.has_value());
    CHECK(recall_in(**reader, crazyhouse, "e2e4") == Counts{2, 1, 0});
}

TEST_CASE("learn_db: an open store sees the variants that another process adds later") {
    const TemporaryDirectory directory;
    const auto first = open(directory / "learn.db");
    const auto second = open(directory / "learn.db");
    const auto position = chess::VariantPosition::start(chess::antichess);
    CHECK(recall_in(*first, position, "e2e3") == Counts{0, 0, 0});
    record(*second, game_in(position, "e2e3", 2));
    CHECK(recall_in(*first, position, "e2e3") == Counts{1, 2, 0});
    record(*first, game_in(position, "e2e3", 2));
    CHECK(recall_in(*second, position, "e2e3") == Counts{2, 4, 0});
}

TEST_CASE("learn_db: a reset forgets variants too; a filter can select one") {
    const TemporaryDirectory directory;
    const auto db = open(directory / "learn.db");
    const auto horde = chess::VariantPosition::start(chess::horde);
    const auto atomic = chess::VariantPosition::start(chess::atomic);
    record(*db, game_of({"e2e4"}, 2));
    record(*db, game_in(horde, "b5b6", 2));
    record(*db, game_in(atomic, "g1f3", 2));
    CHECK(db->erase({.variant = "horde"}).value() == 1);
    CHECK(rows_of(*db, {.variant = std::nullopt}).size() == 2);
    CHECK(db->erase({}).value() == 1); // of chess
    CHECK(recall_in(*db, atomic, "g1f3") == Counts{1, 2, 0});
    CHECK(LearnDb::open(directory / "learn.db", LearnDb::Access::Read).has_value()); // has names
    record(*db, game_of({"e2e4"}, 2));
    const auto forgotten = db->reset(of_all);
    REQUIRE(forgotten.has_value());
    CHECK(forgotten->moves == 2);
    CHECK(rows_of(*db, {.variant = std::nullopt}).empty());
}

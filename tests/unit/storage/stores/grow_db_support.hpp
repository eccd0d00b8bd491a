// What the tests of grow_db share.
#pragma once
#include "storage/stores/grow_db.hpp"
#include "tests/support/harness/test_folder.hpp"

#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

namespace polyglot::grow_db_test {

using io::GrowDb;
using io::GrowLink;
using io::GrowRow;
using State = GrowRow::State;

inline std::unique_ptr<GrowDb> open(const std::filesystem::path& file,
                                    GrowDb::Access access = GrowDb::Access::Create) {
    auto db = GrowDb::open(file, access);
    REQUIRE_MESSAGE(db.has_value(), (db ? "" : db.error().message));
    return *std::move(db);
}

inline std::string problem_of(const std::filesystem::path& file, GrowDb::Access access) {
    const auto db = GrowDb::open(file, access);
    return db ? "" : db.error().message;
}

inline GrowRow answer(std::uint64_t key, int value_cp, std::uint16_t move, int depth = 10,
                      std::int64_t nodes = 1000) {
    return {.key = key,
            .black = false,
            .state = State::Answered,
            .value_cp = value_cp,
            .move = move,
            .depth = depth,
            .nodes = nodes,
            .line = "e4 e5",
            .engine = "Engine 1",
            .day = 20'000};
}

struct Contents {
    std::map<std::uint64_t, GrowRow> rows;
    std::map<std::pair<std::uint64_t, std::uint16_t>, std::uint64_t> moves;
    std::vector<std::uint64_t> order;
    std::int64_t last = 0;
    friend bool operator==(const Contents& a, const Contents& b) {
        return a.rows == b.rows && a.moves == b.moves;
    }
};

inline Contents contents_of(const GrowDb& db, std::int64_t since = 0) {
    Contents contents;
    const auto last = db.visit(
        since, [&](const GrowRow& row, const std::vector<GrowLink>& moves) -> Result<void> {
            contents.rows[row.key] = row;
            contents.order.push_back(row.key);
            for (const GrowLink& link : moves) {
                CHECK(link.from == row.key);
                contents.moves[{link.from, link.move}] = link.to;
            }
            return {};
        });
    REQUIRE_MESSAGE(last.has_value(), (last ? "" : last.error().message));
    contents.last = *last;
    return contents;
}

} // namespace polyglot::grow_db_test

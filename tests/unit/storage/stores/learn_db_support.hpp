// What the tests of learn_db share.
#pragma once
#include "core/chess/fen.hpp"
#include "core/chess/uci_move.hpp"
#include "storage/stores/learn_db.hpp"
#include "tests/support/harness/test_folder.hpp"

#include <chrono>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

namespace polyglot::learn_db_test {

namespace fs = std::filesystem;
using book::LearnScope;
using io::LearnDb;
using io::LearnRow;
using Per = book::LearnScope::Per;

using TemporaryDirectory = test::Folder;

inline chess::Position position_of(std::string_view fen) {
    return chess::parse_fen(fen).value();
}

inline constexpr std::string_view castling_fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";

inline book::LearntMove learnt(const chess::Position& position, std::string_view move) {
    return {position, chess::parse_uci_move(position, move).value()};
}

// A game in which our moves are these of the start position.
inline book::LearntGame game_of(const std::vector<std::string_view>& moves, int half_points,
                                std::string engine = "Fruit", std::string opponent = "Toga") {
    book::LearntGame game{{}, half_points, std::move(engine), std::move(opponent)};
    for (const std::string_view move : moves)
        game.moves.push_back(learnt(chess::Position::start(), move));
    return game;
}

inline io::Clock clock_of(std::int32_t day) {
    return [day] { return std::chrono::sys_days(std::chrono::days(day)); };
}

inline std::shared_ptr<LearnDb> open(const fs::path& file, std::int32_t today = 20'000) {
    auto db = LearnDb::open(file, LearnDb::Access::Create, clock_of(today));
    REQUIRE_MESSAGE(db.has_value(), (db ? "" : db.error().message));
    return *db;
}

inline std::vector<LearnRow> rows_of(const LearnDb& db, const io::LearnFilter& filter = {}) {
    std::vector<LearnRow> rows;
    const auto visited = db.visit(filter, [&rows](const LearnRow& row) -> Result<void> {
        rows.push_back(row);
        return {};
    });
    REQUIRE_MESSAGE(visited.has_value(), (visited ? "" : visited.error().message));
    return rows;
}

using Counts = std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>; // games, half-points, days

inline Counts recall(const LearnDb& db, const LearnScope& scope, std::string_view move,
                     const chess::Position& position = chess::Position::start()) {
    std::vector<book::Entry> entries = {{learnt(position, move).move, 5, 7, 7, 7},
                                        {chess::Move(), 5, 7, 7, 7}};
    db.recall(position, scope, entries);
    CHECK(Counts{entries[1].learn_count, entries[1].learn_sum, entries[1].age_days} ==
          Counts{0, 0, 0});
    CHECK(entries[0].weight == 5);
    return {entries[0].learn_count, entries[0].learn_sum, entries[0].age_days};
}

inline void add(LearnDb& db, const std::vector<LearnRow>& rows) {
    const auto added = db.add([&rows](const LearnDb::RowSink& sink) -> Result<void> {
        for (const LearnRow& row : rows)
            if (auto taken = sink(row); !taken) return taken;
        return {};
    });
    REQUIRE_MESSAGE(added.has_value(), (added ? "" : added.error().message));
}

inline void record(LearnDb& db, const book::LearntGame& game) {
    const auto recorded = db.record(game);
    REQUIRE_MESSAGE(recorded.has_value(), (recorded ? "" : recorded.error().message));
    CHECK(*recorded == game.moves.size());
}

inline void write(const fs::path& file, std::string_view bytes) {
    std::ofstream out(file, std::ios::binary);
    out << bytes;
    REQUIRE(out.good());
}

inline std::string read(const fs::path& file) {
    std::ifstream in(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

} // namespace polyglot::learn_db_test

// Several processes that learn into one store or one book at the same time.
#include "core/text/path_text.hpp"
#include "tests/support/harness/run_program.hpp"
#include "tests/unit/storage/stores/learn_db_support.hpp"
#include "tests/unit/storage/stores/learn_fields_support.hpp"

#include <array>
#include <string>
#include <thread>
#include <vector>

#include <doctest/doctest.h>

using namespace polyglot;

namespace {

constexpr std::size_t processes = 4;
constexpr std::uint32_t games = 25;

// Each process records its games, of 1 and 2 half-points by turns, into the same place.
void learn_at_once(const std::filesystem::path& book, const std::string& store) {
    std::array<int, processes> status{};
    std::vector<std::thread> running;
    for (std::size_t i = 0; i < processes; ++i)
        running.emplace_back([&, i] {
            status[i] = test::run_program({POLYGLOT_LEARN_PROBE, to_text(book), store, "record",
                                           std::to_string(1 + i % 2) + "x" + std::to_string(games),
                                           "e2e4", "e7e5", "g1f3", "b8c6", "f1b5"});
        });
    for (std::thread& thread : running)
        thread.join();
    CHECK(status == std::array<int, processes>{});
}

constexpr std::uint32_t all_games = processes * games;
constexpr std::uint32_t all_half_points = games * processes / 2 * (1 + 2);

} // namespace

TEST_CASE("four processes that record 25 games each into one store lose none") {
    const learn_fields_test::Fixture fixture(learn_fields_test::Sample().bytes());
    const std::filesystem::path store = fixture.directory / "learn.db";
    learn_at_once(fixture.book, to_text(store));
    const auto rows = learn_db_test::rows_of(*learn_db_test::open(store));
    CHECK(rows.size() == 3);
    for (const io::LearnRow& row : rows) {
        CHECK(row.games == all_games);
        CHECK(row.half_points == all_half_points);
    }
}

TEST_CASE("four processes that record 25 games each into one book lose none") {
    learn_fields_test::Sample sample;
    const learn_fields_test::Fixture fixture(sample.bytes());
    learn_at_once(fixture.book, "-");
    sample.learn("", "e2e4", all_games, all_half_points);
    sample.learn("e2e4 e7e5", "g1f3", all_games, all_half_points);
    sample.learn("e2e4 e7e5 g1f3 b8c6", "f1b5", all_games, all_half_points);
    CHECK(fixture.bytes() == sample.bytes());
}

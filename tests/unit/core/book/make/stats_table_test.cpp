// Sums of moves in memory against a std::map.
#include "core/book/make/move_numbers.hpp"
#include "core/book/make/stats_table.hpp"
#include "tests/unit/core/book/make/stats_samples.hpp"

#include <doctest/doctest.h>

using namespace polyglot;
using book::MoveStats;
using book::Sample;
using book::StatsTable;

namespace {

// Adds all, in batches of a size, until the table is full. How many went in.
std::size_t fill(StatsTable& table, const std::vector<Sample>& samples, std::size_t batch) {
    for (std::size_t at = 0; at < samples.size(); at += batch)
        if (!table.add(samples.data() + at, std::min(batch, samples.size() - at))) return at;
    return samples.size();
}

// With moves that pieces can make.
std::vector<Sample> random_move_samples(Random& random, std::size_t count,
                                        std::uint64_t positions) {
    auto samples = test::random_samples(random, count, positions);
    for (Sample& sample : samples)
        sample.move = book::move_of_number(sample.move % book::move_numbers.count);
    return samples;
}

std::vector<MoveStats> without_elo_and_years(std::vector<MoveStats> all) {
    for (MoveStats& stats : all)
        stats.rated_games = stats.elo_sum = stats.last_year = 0;
    return all;
}

} // namespace

TEST_CASE("stats table: the sums of any samples, in order, whatever their number and batches") {
    for (std::uint64_t seed = 1; seed <= 12; ++seed) {
        CAPTURE(seed);
        Random random(seed);
        const std::size_t count = std::size_t{1} << (2 * seed - seed / 2); // up to 2^18
        const auto samples = test::random_samples(random, count, 1 + random.below(count));
        const auto expected = test::in_order(test::sums_of(samples));
        for (const std::size_t batch : {std::size_t{1}, std::size_t{37}, StatsTable::max_batch}) {
            StatsTable table(std::size_t{16} << 20U);
            REQUIRE(fill(table, samples, batch) == samples.size());
            CHECK(table.size() >= expected.size());
            CHECK(table.size() <= samples.size());
            CHECK((test::read_all(table) == expected));
            table.clear();
            CHECK(table.size() == 0);
            CHECK(test::read_all(table).empty());
        }
    }
}

TEST_CASE("stats table: one sample, all of it, and values that are out of range") {
    StatsTable table(0);
    const Sample sample{.key = 7,
                        .move = 0x31c,
                        .mover = chess::Color::Black,
                        .half_points = 2,
                        .elo = 2700,
                        .year = 1999};
    CHECK(table.add(&sample, 1));
    const Sample wild{.key = 7,
                      .move = 0x31c,
                      .mover = chess::Color::Black,
                      .half_points = 0,
                      .elo = 65535,
                      .year = 65535};
    CHECK(table.add(&wild, 1));
    CHECK(table.add(nullptr, 0));
    const auto all = test::read_all(table);
    REQUIRE(all.size() == 1);
    CHECK(all[0] == MoveStats{7, 0x31c, chess::Color::Black, 1, 0, 1, 2, 2700 + 4095, 16383});
}

TEST_CASE(
    "stats table: when it is full nothing of the batch is in it, and it has kept to its memory") {
    Random random(1);
    for (const std::size_t megabytes : {0U, 1U, 3U, 10U}) {
        CAPTURE(megabytes);
        const std::size_t most = std::max<std::size_t>(megabytes, 1) << 20U;
        StatsTable table(megabytes << 20U);
        for (int round = 0; round < 2; ++round) {
            const auto samples = test::random_samples(random, most / 16, most);
            const std::size_t taken = fill(table, samples, 1000);
            REQUIRE(taken < samples.size());
            CHECK(taken >= StatsTable::max_batch);
            CHECK(table.bytes() <= most);
            CHECK(table.size() * 32 >= most / 4);                 // of use, too
            CHECK_FALSE(table.add(samples.data() + taken, 1000)); // still
            const std::vector<Sample> part(samples.begin(),
                                           samples.begin() + static_cast<std::ptrdiff_t>(taken));
            CHECK((test::read_all(table) == test::in_order(test::sums_of(part))));
            table.clear();
        }
    }
}

TEST_CASE("stats table: keys that are not hashes fill it early, and it reports that in time") {
    Random random(1);
    for (const std::uint64_t base :
         {std::uint64_t{0}, std::uint64_t{1} << 63U, ~std::uint64_t{0} - (1U << 20U)}) {
        StatsTable table(std::size_t{8} << 20U);
        test::Sums sums;
        int rounds = 0;
        for (; rounds < 100; ++rounds) {
            auto samples =
                test::random_samples(random, StatsTable::max_batch, std::uint64_t{1} << 40U, 44);
            for (Sample& sample : samples)
                sample.key += base;
            if (!table.add(samples.data(), samples.size())) break;
            for (const Sample& sample : samples)
                test::add(sums, sample);
        }
        CHECK(rounds >= 1);
        CHECK(rounds < 10);
        CHECK((test::read_all(table) == test::in_order(sums)));
    }
}

TEST_CASE("stats table: keys that begin with the same bits do not crowd it if it knows") {
    Random random(1);
    for (const unsigned bits : {4U, 16U}) {
        StatsTable table(std::size_t{8} << 20U, std::pmr::get_default_resource(), bits);
        auto samples = test::random_samples(random, 100'000, 100'000);
        for (Sample& sample : samples)
            sample.key = sample.key >> bits | std::uint64_t{5} << (64 - bits);
        CHECK(fill(table, samples, 1000) == samples.size());
        CHECK((test::read_all(table) == test::in_order(test::sums_of(samples))));
    }
}

TEST_CASE("stats table: if only results are wanted, their sums are the same") {
    constexpr unsigned same_bits = 6;
    constexpr std::size_t enough = std::size_t{16} << 20U;
    for (std::uint64_t seed = 1; seed <= 9; ++seed) {
        CAPTURE(seed);
        Random random(seed);
        const std::size_t count = std::size_t{1} << (2 * seed); // up to 2^18
        const std::uint64_t upper = random.below(1U << same_bits) << (64 - same_bits);
        // Or few, often
        auto samples = random_move_samples(random, count, 1 + random.below(seed == 9 ? 20 : count));
        for (Sample& sample : samples)
            sample.key = sample.key >> same_bits | upper;
        const auto expected = test::in_order(test::sums_of(samples));
        for (const std::size_t batch : {std::size_t{37}, StatsTable::max_batch}) {
            StatsTable table(enough, std::pmr::get_default_resource(), same_bits,
                             book::Summed::Results);
            for (int round = 0; round < 2; ++round) {
                REQUIRE(fill(table, samples, batch) == samples.size());
                CHECK(table.size() >= expected.size());
                CHECK((test::read_all(table) == without_elo_and_years(expected)));
                table.clear();
            }
        }
        // With less memory the keys have more bits, for which a small sample has no room.
        StatsTable whole(enough / 16, std::pmr::get_default_resource(), same_bits,
                         book::Summed::Results);
        if (fill(whole, samples, 37) == samples.size()) CHECK((test::read_all(whole) == expected));
    }
}

TEST_CASE("stats table: if only results are wanted, it fills up in time and keeps to its memory") {
    constexpr std::size_t most = std::size_t{20} << 20U;
    constexpr unsigned same_bits = 6;
    Random random(1);
    auto samples = random_move_samples(random, most / 16, most);
    for (Sample& sample : samples)
        sample.key >>= same_bits;
    StatsTable table(most, std::pmr::get_default_resource(), same_bits, book::Summed::Results);
    const std::size_t taken = fill(table, samples, 1000);
    REQUIRE(taken < samples.size());
    CHECK(table.bytes() <= most);
    CHECK(table.size() * 32 >= most / 4); // of use, too
    samples.resize(taken);
    CHECK((test::read_all(table) == without_elo_and_years(test::in_order(test::sums_of(samples)))));
}

TEST_CASE("stats table: it is full before a count overflows") {
    StatsTable table(0);
    const std::vector<Sample> batch(
        StatsTable::max_batch, {.key = 1, .move = 2, .half_points = 2, .elo = 4095, .year = 2000});
    std::uint64_t games = 0;
    for (; games < 10'000'000 && table.add(batch.data(), batch.size()); games += batch.size()) {
    }
    CHECK(games > 4'000'000);
    CHECK(games < 10'000'000);
    CHECK(test::read_all(table)[0] ==
          MoveStats{1, 2, chess::Color::White, games, 0, 0, games, games * 4095, 2000});
    table.clear();
    CHECK(table.add(batch.data(), batch.size()));
}

TEST_CASE("move stats: sums stop at their limits") {
    MoveStats a{1, 2, chess::Color::White, 3, 4, 5, 6, 7, 1990};
    a += {1, 2, chess::Color::White, 10, 20, 30, 60, 9000, 1980};
    CHECK(a == MoveStats{1, 2, chess::Color::White, 13, 24, 35, 66, 9007, 1990});
    CHECK(a.games() == 72);
    CHECK(a.half_points() == 50);
    constexpr auto most = MoveStats::max_count;
    const MoveStats full{1, 2, chess::Color::White, most, most, most, most, most * 4095, 2000};
    a += full;
    CHECK(a == full);
}

// What make-book adds up: the same whatever the threads, the memory and the order.
#include "core/random.hpp"
#include "storage/games/stats_file.hpp"
#include "tests/support/harness/test_folder.hpp"
#include "tools/make_book/sums.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <thread>
#include <vector>

#include <doctest/doctest.h>

namespace polyglot::tools {
namespace {

using book::MoveStats;
using book::Sample;

// With this many different positions, some of them very often.
std::vector<Sample> samples(std::size_t count) {
    Random random(1);
    std::vector<Sample> result;
    for (std::size_t i = 0; i < count; ++i) {
        const std::uint64_t position =
            random.below(4) == 0 ? random.below(10) : random.below(400'000);
        result.push_back({Random(position).next(), static_cast<std::uint16_t>(1 + random.below(3)),
                          chess::Color::White, static_cast<std::uint8_t>(random.below(3)),
                          static_cast<std::uint16_t>(random.below(3000)),
                          static_cast<std::uint16_t>(random.below(2) * 2015)});
    }
    return result;
}

struct Added {
    std::vector<MoveStats> stats;
    std::size_t runs = 0;
    std::uint64_t samples = 0;
};

Added add_up(const std::vector<Sample>& all, std::size_t threads, std::size_t max_bytes, bool spill,
             book::Summed summed = book::Summed::All) {
    const test::Folder folder;
    Runs runs({}, folder / "book.bin");
    Sums sums(max_bytes, runs, summed);
    std::vector<std::thread> crew;
    for (std::size_t number = 0; number < threads; ++number)
        crew.emplace_back([&, number] {
            SumsSink sink(sums);
            constexpr std::size_t game = 80;
            for (std::size_t at = number * game; at < all.size(); at += threads * game)
                if (!sink.take(std::span(all).subspan(at, std::min(game, all.size() - at)))) return;
            static_cast<void>(sink.finish());
        });
    for (std::thread& thread : crew)
        thread.join();
    if (spill) REQUIRE(sums.spill().has_value());
    std::vector<std::unique_ptr<book::StatsSource>> sources;
    for (const auto& file : runs.files()) {
        auto reader = io::StatsReader::open(file);
        REQUIRE(reader.has_value());
        sources.push_back(*std::move(reader));
    }
    sources.push_back(sums.read());
    io::MergedStats merged(std::move(sources));
    Added added;
    for (MoveStats stats; merged.next(stats);)
        added.stats.push_back(stats);
    CHECK(merged.problem() == "");
    added.runs = runs.files().size();
    added.samples = sums.samples();
    return added;
}

TEST_CASE("sums are the same for any number of threads, in memory and over the disk") {
    const std::vector<Sample> all = samples(900'000);
    const Added expected = add_up(all, 1, std::size_t{256} << 20U, false);
    CHECK(expected.runs == 0);
    CHECK(expected.samples == all.size());
    CHECK(expected.stats.size() > 200'000);
    std::uint64_t games = 0;
    for (const MoveStats& stats : expected.stats)
        games += stats.games();
    CHECK(games == all.size());
    for (const std::size_t threads : {1U, 5U})
        for (const bool spill : {false, true}) {
            CAPTURE(threads);
            CAPTURE(spill);
            const Added little = add_up(all, threads, 0, spill); // no more than must be
            CHECK(little.runs >= Sums::parts);
            CHECK(little.samples == all.size());
            CHECK((little.stats == expected.stats));
            const Added much = add_up(all, threads, std::size_t{256} << 20U, spill);
            CHECK(much.runs == (spill ? 1 : 0));
            CHECK((much.stats == expected.stats));
        }
}

TEST_CASE("Elo and years are summed up where the book, statistics or a later run may need them") {
    MakeBookOptions options;
    CHECK(what_to_sum(options) == book::Summed::Results);
    for (const auto weight : {book::WeightBy::Elo, book::WeightBy::Recency}) {
        options.book_rules.weight = weight;
        CHECK(what_to_sum(options) == book::Summed::All);
    }
    options.book_rules.weight = book::WeightBy::Rate;
    CHECK(what_to_sum(options) == book::Summed::Results);
    options.stats = "games.pgstats";
    CHECK(what_to_sum(options) == book::Summed::All);
    options.stats.reset();
    options.tmp = "folder";
    CHECK(what_to_sum(options) == book::Summed::All);
    options.tmp.clear();
    options.game_rules.variant = &chess::crazyhouse;
    CHECK(what_to_sum(options) == book::Summed::All);
}

TEST_CASE("sums of results only are the same, too, and without Elo and years where there is memory "
          "enough") {
    const std::vector<Sample> all = samples(900'000);
    auto expected = add_up(all, 1, std::size_t{1} << 30U, false).stats;
    CHECK((add_up(all, 2, 0, false, book::Summed::Results).stats == expected));
    for (MoveStats& stats : expected)
        stats.rated_games = stats.elo_sum = stats.last_year = 0;
    for (const bool spill : {false, true})
        CHECK((add_up(all, 2, std::size_t{1} << 30U, spill, book::Summed::Results).stats ==
               expected));
}

} // namespace
} // namespace polyglot::tools

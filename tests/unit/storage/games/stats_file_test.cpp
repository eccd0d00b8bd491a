// Statistics on disk: runs and their merges give what one table in memory would.
#include "storage/games/stats_file.hpp"
#include "tests/support/harness/test_folder.hpp"
#include "tests/unit/core/book/make/stats_samples.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>

#include <doctest/doctest.h>

using namespace polyglot;
namespace fs = std::filesystem;
using book::MoveStats;
using book::StatsTable;

namespace {

using test::Folder;

std::string read(const fs::path& path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

void write(const fs::path& path, book::StatsSource& source, const io::StatsInfo& info = {}) {
    auto writer = io::StatsWriter::open(path, io::Durability::Unsynced);
    REQUIRE_MESSAGE(writer.has_value(), writer.error().message);
    for (MoveStats stats; source.next(stats);)
        writer->write(stats);
    CHECK(source.problem() == "");
    CHECK(writer->commit(info).has_value());
}

std::vector<io::FileAt> files_of(const std::vector<fs::path>& paths) {
    return {paths.begin(), paths.end()};
}
std::unique_ptr<io::StatsReader> open(const fs::path& path) {
    auto reader = io::StatsReader::open(path);
    REQUIRE_MESSAGE(reader.has_value(), reader.error().message);
    return *std::move(reader);
}

std::unique_ptr<book::StatsSource> listed(std::vector<MoveStats> list, std::string problem = {}) {
    return std::make_unique<test::ListedStats>(std::move(list), std::move(problem));
}

// The samples through a table that is too small for them. The names of the runs.
std::vector<fs::path> spill(const std::vector<book::Sample>& samples, const fs::path& folder,
                            std::size_t batch) {
    std::vector<fs::path> runs;
    StatsTable table(0);
    const auto end_run = [&] {
        runs.push_back(folder / ("run-" + std::to_string(runs.size())));
        StatsTable::Reader reader(table);
        write(runs.back(), reader,
              {table.size(), static_cast<std::uint16_t>(2000 + runs.size()), ""});
        table.clear();
    };
    for (std::size_t at = 0; at < samples.size(); at += batch) {
        const std::size_t count = std::min(batch, samples.size() - at);
        if (table.add(samples.data() + at, count)) continue;
        end_run();
        CHECK(table.add(samples.data() + at, count));
    }
    end_run();
    return runs;
}

} // namespace

TEST_CASE("stats file: reading returns the written moves and info, and errors name the file") {
    const Folder folder;
    Random random(1);
    const auto list = test::in_order(test::sums_of(test::random_samples(random, 50'000, 20'000)));
    const fs::path file = folder.path / "a.pgstats";
    test::ListedStats source(list);
    write(file, source, {17, 1999, "where it comes from"});
    auto reader = open(file);
    CHECK(reader->info() == io::StatsInfo{17, 1999, "where it comes from"});
    CHECK(reader->entries() == list.size());
    fs::remove(file); // it stays open
    CHECK((test::read_all(*reader) == list));
    CHECK(reader->problem() == "");
    reader.reset(); // only now has the name gone everywhere

    const auto no_file = io::StatsReader::open(file);
    REQUIRE(no_file.has_error());
    CHECK(no_file.error().message == file.string() + ": No such file or directory");
    std::ofstream(file) << "[Event \"?\"]\n";
    const auto no_stats = io::StatsReader::open(file);
    REQUIRE(no_stats.has_error());
    CHECK(no_stats.error().message ==
          file.string() + ": is not a file of statistics (.pgstats) but a PGN file");
    CHECK(io::StatsWriter::open(folder.path).has_error());
}

TEST_CASE("stats file: runs and merges are one table, byte for byte, in any order and number") {
    for (std::uint64_t seed = 1; seed <= 3; ++seed) {
        Random random(seed);
        auto samples = test::random_samples(random, 100'000, std::uint64_t{15'000} << seed);
        const Folder folder;
        test::ListedStats expected(test::in_order(test::sums_of(samples)));
        write(folder.path / "expected", expected);
        const std::string bytes = read(folder.path / "expected");
        for (const std::size_t max_open : {2U, 3U, 64U}) {
            CAPTURE(max_open);
            for (std::size_t i = samples.size(); i > 1; --i)
                std::swap(samples[i - 1], samples[random.below(i)]);
            auto runs = spill(samples, folder.path, 10 + random.below(2000));
            REQUIRE(runs.size() > 3);
            std::size_t games = 0;
            for (const fs::path& run : runs)
                games += open(run)->info().games;
            const auto left =
                io::merge_runs(files_of(runs), *io::Folder::open(folder.path), max_open, 0,
                               io::MergedRuns::Keep); // without syncs
            REQUIRE_MESSAGE(left.has_value(), left.error().message);
            CHECK(left->size() == std::min(runs.size(), max_open));
            std::vector<std::unique_ptr<book::StatsSource>> sources;
            std::uint16_t last_year = 0;
            for (const io::FileAt& run : *left) {
                auto reader = open(run.path());
                games -= reader->info().games;
                last_year = std::max(last_year, reader->info().last_year);
                sources.push_back(std::move(reader));
            }
            CHECK(games == 0);
            CHECK(last_year == 2000 + runs.size());
            io::MergedStats merged(std::move(sources));
            write(folder.path / "merged", merged);
            CHECK((read(folder.path / "merged") == bytes));
            for (const auto& file : fs::directory_iterator(folder.path))
                if (file.path().filename() != "expected") fs::remove(file.path());
        }
    }
}

TEST_CASE("stats file: merged runs are kept on demand, and a damaged one does not lose others") {
    const Folder folder;
    Random random(5);
    const auto samples = test::random_samples(random, 150'000, 1'000'000);
    auto runs = spill(samples, folder.path, 1000);
    REQUIRE(runs.size() > 3);
    const std::size_t files = folder.files();
    std::ofstream(folder.path / "merged-1.pgstats") << "somebody's"; // does no harm
    const auto kept =
        io::merge_runs(files_of(runs), *io::Folder::open(folder.path), 2, 0, io::MergedRuns::Keep);
    REQUIRE(kept.has_value());
    CHECK(kept->size() == 2);
    CHECK(folder.files() == files + 3);
    for (const fs::path& run : runs)
        CHECK(fs::exists(run));
    CHECK(read(folder.path / "merged-1.pgstats") == "somebody's");
    CHECK(*io::merge_runs(files_of(runs), *io::Folder::open(folder.path), runs.size(), 0) ==
          files_of(runs));
    std::vector<fs::path> copies;
    for (const fs::path& run : {runs[0], runs[2], runs[3]})
        fs::copy_file(run, copies.emplace_back(run.string() + " copy"));
    const auto one = io::merge_runs(files_of(copies), *io::Folder::open(folder.path), 2, 0);
    REQUIRE(one.has_value());
    CHECK(one->size() == 2);
    CHECK(folder.files() == files + 3 + 2);
    CHECK_FALSE(fs::exists(copies[0]));

    std::fstream(runs[1], std::ios::binary | std::ios::in | std::ios::out)
        .seekp(30'000)
        .put('x')
        .put('y')
        .put('z');
    const auto failed = io::merge_runs(files_of(runs), *io::Folder::open(folder.path), 3, 0);
    REQUIRE(failed.has_error());
    CHECK(failed.error().message.starts_with(runs[1].string() + ": is damaged at byte "));
    for (const fs::path& run : runs)
        CHECK(fs::exists(run));
}

TEST_CASE("merged stats: any number of sources, sums where they meet") {
    Random random(9);
    for (std::size_t count = 0; count < 20; ++count) {
        CAPTURE(count);
        std::vector<book::Sample> all;
        std::vector<std::unique_ptr<book::StatsSource>> sources;
        for (std::size_t i = 0; i < count; ++i) {
            const auto samples = test::random_samples(random, random.below(200), 50);
            all.insert(all.end(), samples.begin(), samples.end());
            sources.push_back(listed(test::in_order(test::sums_of(samples))));
        }
        io::MergedStats merged(std::move(sources));
        CHECK((test::read_all(merged) == test::in_order(test::sums_of(all))));
        CHECK(merged.problem() == "");
        MoveStats stats;
        CHECK_FALSE(merged.next(stats));
    }
}

TEST_CASE("merged stats: many at a time are the same, whatever their sources") {
    Random random(31);
    for (int round = 0; round < 60; ++round) {
        CAPTURE(round);
        std::vector<book::Sample> all;
        std::vector<std::unique_ptr<book::StatsSource>> sources;
        // Some sources have many moves, so that there are long runs of one; some have the same
        // moves.
        for (std::size_t count = 1 + random.below(5); count > 0; --count) {
            const auto samples =
                test::random_samples(random, random.below(2) == 0 ? 3000 : random.below(70), 2000);
            all.insert(all.end(), samples.begin(), samples.end());
            sources.push_back(listed(test::in_order(test::sums_of(samples))));
        }
        io::MergedStats merged(std::move(sources));
        std::vector<MoveStats> read, block;
        for (std::size_t count = 0; count == block.size();) {
            block.resize(1 + random.below(random.below(2) == 0 ? 3 : 200));
            count = merged.read(block);
            read.insert(read.end(), block.begin(),
                        block.begin() + static_cast<std::ptrdiff_t>(count));
            if (MoveStats one; random.below(4) == 0 && merged.next(one)) read.push_back(one);
        }
        CHECK((read == test::in_order(test::sums_of(all))));
        CHECK(merged.problem() == "");
        CHECK(merged.read(block) == 0);
    }
}

TEST_CASE("merged stats: a source's problem is the end") {
    const auto stats = [](std::uint64_t key) { return MoveStats{.key = key, .wins = 1}; };
    for (const bool at_once : {false, true}) {
        std::vector<std::unique_ptr<book::StatsSource>> sources;
        sources.push_back(listed({stats(1), stats(4), stats(9)}));
        sources.push_back(listed(
            at_once ? std::vector<MoveStats>() : std::vector{stats(2), stats(5)}, "it broke"));
        sources.push_back(listed({stats(3), stats(8)}));
        io::MergedStats merged(std::move(sources));
        const auto all = test::read_all(merged);
        CHECK(all.size() == (at_once ? 0 : 4)); // the one at 5 may lack what its source lost
        CHECK(merged.problem() == "it broke");
        std::array<MoveStats, 8> more;
        CHECK(merged.read(more) == 0);
    }
    // Many at a time, where one source wins again and again until it breaks.
    std::vector<MoveStats> run;
    for (std::uint64_t key = 1; key <= 100; ++key)
        run.push_back(stats(key));
    std::vector<std::unique_ptr<book::StatsSource>> sources;
    sources.push_back(listed(run, "it broke"));
    sources.push_back(listed({stats(200)}));
    io::MergedStats merged(std::move(sources));
    std::vector<MoveStats> all(300);
    const std::size_t count = merged.read(all);
    CHECK(count >= 99);
    CHECK(count <= 100);
    CHECK(std::equal(all.begin(), all.begin() + 99, run.begin()));
    CHECK(merged.problem() == "it broke");
    CHECK(merged.read(all) == 0);
}

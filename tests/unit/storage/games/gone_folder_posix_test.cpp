// What make-book keeps on disk, when its folder goes while it is in use. (On Windows a folder in
// use cannot be removed.)
#include "storage/games/seen_games.hpp"
#include "storage/games/stats_file.hpp"
#include "tests/support/harness/test_folder.hpp"

#include <filesystem>
#include <string>
#include <vector>

#include <doctest/doctest.h>

using namespace polyglot;
namespace fs = std::filesystem;

TEST_CASE("seen games: a missing folder is an error that names the file") {
    const test::Folder folder;
    constexpr std::uint64_t more_than_a_table = 100'000; // of 1 MB
    fs::create_directory(folder / "nowhere");
    io::SeenGames nowhere(*io::Folder::open(folder / "nowhere"), 0);
    fs::remove(folder / "nowhere");
    Result<bool> answer(true);
    for (std::uint64_t i = 0; i < more_than_a_table && answer; ++i)
        answer = nowhere.insert(i);
    REQUIRE(answer.has_error());
    CHECK(answer.error().message ==
          (folder / "nowhere/seen-games-1").string() + ": No such file or directory");
    CHECK(nowhere.insert(1).has_error()); // and stays one
    CHECK(nowhere.save().has_error());
}

TEST_CASE("stats file: runs cannot be merged into a missing folder") {
    const test::Folder folder;
    std::vector<io::FileAt> runs;
    for (const char* const name : {"1.pgstats", "2.pgstats", "3.pgstats"}) {
        runs.emplace_back(folder / name);
        auto writer = io::StatsWriter::open(folder / name, io::Durability::Unsynced);
        REQUIRE(writer.has_value());
        REQUIRE(writer->commit({}).has_value());
    }
    fs::create_directory(folder / "gone");
    const auto gone = *io::Folder::open(folder / "gone");
    fs::remove(folder / "gone");
    const auto merged = io::merge_runs(runs, gone, 2, 0);
    REQUIRE(merged.has_error());
    CHECK(merged.error().message.find("gone") != std::string::npos);
}

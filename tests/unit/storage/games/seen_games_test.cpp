// The set of games seen, against a std::set: in memory, on disk, after a checkpoint.
#include "core/random.hpp"
#include "storage/games/fingerprint_run.hpp"
#include "storage/games/seen_games.hpp"
#include "tests/support/harness/test_folder.hpp"

#include <atomic>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>
#include <thread>
#include <unordered_set>
#include <vector>

#include <doctest/doctest.h>

using namespace polyglot;
namespace fs = std::filesystem;

namespace {

using test::Folder;

using Known = std::unordered_set<std::uint64_t>;
constexpr std::size_t in_table = 49'152; // of 1 MB: three quarters of 65536

// Draws from this many fingerprints; returns how often the answer differed from `known`.
std::size_t wrong_answers(io::SeenGames& seen, Known& known, Random& random, std::size_t draws,
                          std::uint64_t different) {
    std::size_t wrong = 0;
    for (std::size_t i = 0; i < draws; ++i) {
        const std::uint64_t fingerprint = random.below(different) << 20U; // far from random bits
        const auto fresh = seen.insert(fingerprint);
        if (fresh.has_error() || *fresh != known.insert(fingerprint).second) ++wrong;
    }
    return wrong;
}

} // namespace

TEST_CASE("seen games: a set, in memory and on disk") {
    const Folder folder;
    {
        io::SeenGames seen(*io::Folder::open(folder.path), 0);
        Known known;
        Random random(1);
        CHECK(wrong_answers(seen, known, random, 60'000, 40'000) == 0);
        CHECK(folder.files() == 0); // all of it fits
        CHECK(wrong_answers(seen, known, random, 600'000, 500'000) == 0);
        // Enough for the eighth file, which is merged with the others
        CHECK(known.size() > 7 * in_table);
        CHECK(folder.files() > 0);
        CHECK(folder.files() < 8);
    }
    CHECK(folder.files() == 0);
}

TEST_CASE("seen games: several threads, each fingerprint is new to one of them") {
    const Folder folder;
    io::SeenGames seen(*io::Folder::open(folder.path), 0);
    std::atomic<std::size_t> fresh{0}, failed{0};
    std::vector<std::thread> crew;
    constexpr std::uint64_t different = 150'000;
    for (std::uint64_t thread = 0; thread < 4; ++thread)
        crew.emplace_back([&, thread] {
            for (std::uint64_t i = 0; i < different; ++i) {
                const auto answer = seen.insert((i + thread * 40'000) % different);
                if (answer.has_error())
                    ++failed;
                else if (*answer)
                    ++fresh;
            }
        });
    for (std::thread& thread : crew)
        thread.join();
    CHECK(fresh == different);
    CHECK(failed == 0);
}

TEST_CASE("seen games: a checkpoint keeps the state of its moment, whatever comes later") {
    for (const std::size_t before :
         {std::size_t{0}, std::size_t{1000}, 3 * in_table / 2, 4 * in_table + 1000}) {
        CAPTURE(before);
        const Folder folder;
        std::size_t wrong = 0;
        const auto insert = [&](io::SeenGames& seen, std::uint64_t base, std::size_t count,
                                bool fresh) {
            for (std::uint64_t i = base; i < base + count; ++i)
                if (const auto answer = seen.insert(i); answer.has_error() || *answer != fresh)
                    ++wrong;
        };
        std::string saved;
        // The second one goes on where the first was at its checkpoint
        for (const std::uint64_t life : {0U, 1U}) {
            io::SeenGames seen(*io::Folder::open(folder.path), 0);
            if (life > 0) REQUIRE(seen.load(saved).has_value());
            insert(seen, 0, life * before, false);
            insert(seen, life << 32U, before, true);
            const auto done = seen.save();
            REQUIRE(done.has_value());
            saved = *done;
            seen.settle();
            // Written and merged, and no part of it
            insert(seen, std::uint64_t{9} << 32U, before, true);
        }
        io::SeenGames again(*io::Folder::open(folder.path), std::size_t{16} << 20U);
        const auto loaded = again.load(saved);
        REQUIRE_MESSAGE(loaded.has_value(), loaded.error().message);
        insert(again, 0, before, false);
        insert(again, std::uint64_t{1} << 32U, before, false);
        insert(again, std::uint64_t{9} << 32U, before, true);
        CHECK(wrong == 0);
    }
}

TEST_CASE("seen games: killed between a save and its checkpoint, the earlier checkpoint is whole") {
    const Folder folder;
    std::string earlier, later;
    {
        io::SeenGames seen(*io::Folder::open(folder.path), 0);
        const auto insert = [&](std::uint64_t base) {
            for (std::uint64_t i = 0; i < 9 * in_table; ++i) // enough files that they are merged
                REQUIRE(seen.insert(base + i).has_value());
        };
        insert(0);
        earlier = seen.save().value();
        seen.settle();
        insert(std::uint64_t{1} << 32U);
        later = seen.save().value();
    }
    for (const std::string& name : {earlier, later}) {
        io::SeenGames seen(*io::Folder::open(folder.path), 0);
        REQUIRE(seen.load(name).has_value());
        CHECK(!*seen.insert(5));
        CHECK(*seen.insert((std::uint64_t{1} << 32U) + 5) == (name == earlier));
    }
}

TEST_CASE("seen games: a checkpoint of one with more memory") {
    const Folder folder;
    Known known;
    Random random(1);
    io::SeenGames large(*io::Folder::open(folder.path), std::size_t{64} << 20U);
    CHECK(wrong_answers(large, known, random, 300'000, 1U << 30U) == 0);
    const auto saved = large.save();
    REQUIRE(saved.has_value());
    io::SeenGames small(*io::Folder::open(folder.path), 0);
    REQUIRE(small.load(*saved).has_value());
    std::size_t wrong = 0;
    for (const std::uint64_t fingerprint : known)
        if (*small.insert(fingerprint)) ++wrong;
    CHECK(wrong == 0);
}

TEST_CASE("seen games: damage is an error that names the file") {
    const Folder folder;
    {
        io::SeenGames seen(*io::Folder::open(folder.path), 0);
        CHECK(seen.load("seen-games-2").error().message ==
              (folder.path / "seen-games-2").string() + ": No such file or directory");
        for (std::uint64_t i = 0; i < 2 * in_table; ++i)
            static_cast<void>(seen.insert(i));
        REQUIRE(seen.save().value() == "seen-games-2");
    }
    const fs::path state = folder.path / "seen-games-2", run = folder.path / "seen-games-1";
    CHECK(folder.files() == 2);
    const auto loaded = [&] {
        io::SeenGames seen(*io::Folder::open(folder.path), 0);
        const auto done = seen.load("seen-games-2");
        return done.has_error() ? done.error().message : "";
    };
    CHECK(loaded() == "");
    fs::resize_file(run, 8000);
    CHECK(loaded() == run.string() + ": is not as it was");
    std::ofstream(run) << std::string(16, 'x');
    CHECK(loaded() == run.string() + ": is damaged"); // not ascending
    fs::remove(run);
    CHECK(loaded() == run.string() + ": No such file or directory");
    std::fstream(state, std::ios::binary | std::ios::in | std::ios::out)
        .seekp(10'000)
        .write("12345678", 8);
    CHECK(loaded() == state.string() + ": is damaged");
    for (const std::uintmax_t size : {10'000U, 100U, 12U, 0U}) {
        fs::resize_file(state, size);
        CHECK(loaded() == state.string() + ": is damaged");
    }
}

TEST_CASE("runs of fingerprints: a file that cannot be merged is an error with its name") {
    const Folder folder;
    const auto ignore = [](std::uint64_t /*fingerprint*/) {};
    const std::vector<std::uint64_t> odd{1, 3, 5}, even{2, 4, 6};
    std::vector<io::FingerprintRun> runs;
    runs.push_back(io::FingerprintRun::write(folder.path / "a", odd, 1, ignore).value());
    runs.push_back(io::FingerprintRun::write(folder.path / "b", even, 1, ignore).value());
    const fs::path nowhere = folder.path / "nowhere" / "c";
    CHECK(io::FingerprintRun::write(nowhere, odd, 1, ignore).error().message ==
          nowhere.string() + ": its folder does not exist");
    CHECK(io::FingerprintRun::merge(nowhere, runs, 1, ignore).error().message ==
          nowhere.string() + ": its folder does not exist");
    const auto merged = io::FingerprintRun::merge(folder.path / "c", runs, 1, ignore);
    REQUIRE(merged.has_value());
    CHECK(merged->size() == 6);
    for (const std::uintmax_t size : {16U, 0U}) {
        fs::resize_file(runs[1].file().path(), size);
        CHECK(io::FingerprintRun::merge(folder.path / "d", runs, 1, ignore).error().message ==
              runs[1].file().path().string() + ": has been cut short");
        CHECK(!fs::exists(folder.path / "d"));
    }
    CHECK(runs[1].contains(4).error().message ==
          runs[1].file().path().string() + ": has been cut short");
}

// A process that is killed while it writes into a grow store.
#include "tests/unit/storage/stores/grow_db_support.hpp"

#include <array>
#include <cstdlib>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace polyglot;
using namespace grow_db_test;

namespace {

// Steps of three positions and two moves each, from this number on, until it is killed.
[[noreturn]] void record_forever(const std::filesystem::path& file, std::uint64_t number,
                                 int report_to) {
    const auto db = GrowDb::open(file, GrowDb::Access::Create);
    if (!db) _exit(EXIT_FAILURE);
    for (;; ++number) {
        const std::uint64_t key = 3 * number;
        const auto done = (*db)->record(
            {.rows = {answer(key, 1, 1), answer(key + 1, 2, 1), answer(key + 2, 3, 1)},
             .links = {{key, 2, key + 1}, {key + 1, 2, key + 2}},
             .roots = {}});
        if (!done || write(report_to, "x", 1) != 1) _exit(EXIT_FAILURE);
    }
}

} // namespace

TEST_CASE("grow_db: nothing is written to a file that has been removed, renamed or replaced") {
    for (const bool replaced : {false, true}) {
        const test::Folder folder;
        const auto file = folder / "grow.db";
        const auto db = open(file);
        REQUIRE(db->record({.rows = {answer(1, 1, 1)}, .links = {}, .roots = {}}).has_value());
        REQUIRE(db->claim(1, 7, 0, 60).value());
        std::filesystem::rename(file, folder / "elsewhere.db");
        if (replaced) open(folder / "other.db"), std::filesystem::rename(folder / "other.db", file);
        const std::string expected =
            file.string() + ": has been removed or renamed while it was in use; nothing more is "
                            "written to it";
        CHECK(db->record({.rows = {answer(2, 1, 1)}, .links = {}, .roots = {}}).error().message ==
              expected);
        CHECK(db->claim(2, 7, 0, 60).error().message == expected);
        CHECK(db->claimed_by_others(7, 0).error().message == expected);
        CHECK(db->release_all(7).error().message == expected);
    }
}

TEST_CASE(
    "grow_db: a process killed at any moment leaves whole steps, and all that it had finished") {
    const test::Folder folder;
    const auto file = folder / "grow.db";
    std::uint64_t known = 0;
    for (int round = 0; round < 8; ++round) {
        std::array<int, 2> pipe_ends{};
        REQUIRE(pipe(pipe_ends.data()) == 0);
        const pid_t child = fork();
        REQUIRE(child >= 0);
        if (child == 0) record_forever(file, known, pipe_ends[1]);
        close(pipe_ends[1]);
        const std::size_t wanted = 5 + 7 * static_cast<std::size_t>(round);
        std::size_t reported = 0;
        std::array<char, 64> bytes{};
        bool killed = false;
        for (ssize_t got = 0; (got = read(pipe_ends[0], bytes.data(), bytes.size())) > 0;) {
            reported += static_cast<std::size_t>(got);
            if (reported >= wanted && !std::exchange(killed, true)) kill(child, SIGKILL);
        }
        close(pipe_ends[0]);
        int status = 0;
        REQUIRE(waitpid(child, &status, 0) == child);
        REQUIRE(WIFSIGNALED(status));
        const Contents contents = contents_of(*open(file));
        CHECK(contents.rows.size() % 3 == 0);
        CHECK(contents.moves.size() * 3 == contents.rows.size() * 2);
        CHECK(contents.rows.size() / 3 >= known + reported);
        known = contents.rows.size() / 3;
    }
}

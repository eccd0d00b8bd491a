// Results in an SQLite file: processes that are forked, killed and limited, permissions, and files
// that are none or are removed while they are open.
#include "storage/stores/learn_store.hpp"
#include "tests/support/harness/child_posix.hpp"
#include "tests/unit/storage/stores/learn_db_support.hpp"

#include <array>
#include <csignal>
#include <cstdio>
#include <fstream>
#include <string>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

#include <doctest/doctest.h>

using namespace polyglot;
using namespace polyglot::learn_db_test;
using test::in_child;

// A process that closes any descriptor of a file loses all its locks on it: SQLite must be the only
// one to open it.
TEST_CASE("learn_db: the lock on an open store outlives a write") {
    const TemporaryDirectory directory;
    const auto db = open(directory / "learn.db");
    for (int i = 0; i < 2; ++i)
        record(*db, game_of({"e2e4"}, 2));
    struct stat status {};
    REQUIRE(::stat((directory / "learn.db").c_str(), &status) == 0);
    std::ifstream locks("/proc/locks");
    if (!locks) {
        MESSAGE("skipped: no /proc/locks");
        return;
    }
    const std::string ours = " " + std::to_string(::getpid()) + " ";
    const std::string file = ":" + std::to_string(status.st_ino) + " ";
    bool locked = false;
    for (std::string line; std::getline(locks, line);)
        locked = locked ||
                 (line.find(ours) != std::string::npos && line.find(file) != std::string::npos);
    CHECK(locked);
}

// Windows refuses to remove what SQLite has open.
TEST_CASE("learn_db: a file that is deleted or replaced is created again") {
    const TemporaryDirectory directory;
    const fs::path file = directory / "learn.db";
    const auto db = open(file);
    record(*db, game_of({"e2e4"}, 2));
    fs::remove(file);
    record(*db, game_of({"e2e4"}, 1));
    CHECK(recall(*open(file), {Per::All, "", ""}, "e2e4") == Counts{1, 1, 0});
    CHECK(recall(*db, {Per::All, "", ""}, "e2e4") == Counts{1, 1, 0});
}

TEST_CASE(
    "learn_db: a file that is created again, and is locked by its creator, is busy and not lost") {
    const TemporaryDirectory directory;
    const auto db = open(directory / "learn.db");
    record(*db, game_of({"e2e4"}, 2));
    for (const char* ending : {"", "-wal", "-shm"})
        fs::remove(directory / ("learn.db" + std::string(ending)));
    auto other = io::Sqlite::open(directory / "learn.db", io::Sqlite::Access::Create);
    REQUIRE(other.has_value());
    REQUIRE(other->execute("BEGIN EXCLUSIVE; CREATE TABLE x (y)").has_value());
    db->set_patience(std::chrono::milliseconds(0));
    const auto recorded = db->record(game_of({"e2e4"}, 2));
    REQUIRE_FALSE(recorded.has_value());
    CHECK_MESSAGE(db->may_try_again(), recorded.error().message);
    REQUIRE(other->execute("ROLLBACK").has_value());
    record(*db, game_of({"e2e4"}, 2));
    CHECK(recall(*db, {Per::All, "", ""}, "e2e4") == Counts{1, 2, 0});
}

TEST_CASE("learn_db: a file or directory that may not be written") {
    const TemporaryDirectory directory;
    fs::create_directory(directory / "dir");
    record(*open(directory / "dir" / "learn.db"), game_of({"e2e4"}, 1));
    write(directory / "read-only.db", read(directory / "dir" / "learn.db"));
    constexpr auto read_by_all =
        fs::perms::owner_read | fs::perms::group_read | fs::perms::others_read;
    constexpr auto enter_by_all =
        fs::perms::owner_exec | fs::perms::group_exec | fs::perms::others_exec;
    fs::permissions(directory / "read-only.db", read_by_all);
    fs::permissions(directory / "dir" / "learn.db", fs::perms::all);
    fs::permissions(directory / "dir", read_by_all | enter_by_all);
    fs::permissions(directory.path, read_by_all | enter_by_all | fs::perms::owner_write);
    // root may write everywhere.
    const auto refused = [](const fs::path& file, std::string_view words) {
        return in_child([&] {
            if (::geteuid() == 0 && ::setuid(65'534) != 0) return 2;
            const auto opened = LearnDb::open(file, LearnDb::Access::Create);
            const auto recorded = opened ? (*opened)->record(game_of({"e2e4"}, 1)) : opened.error();
            if (!recorded && recorded.error().message.find(words) != std::string::npos) return 0;
            std::fputs(recorded ? "recorded\n" : (recorded.error().message + "\n").c_str(), stderr);
            return 1;
        });
    };
    CHECK(refused(directory / "read-only.db", "read-only.db: may not be written") == 0);
    CHECK(refused(directory / "dir" / "other.db", "other.db: cannot be made") == 0);
    CHECK(refused(directory / "dir" / "learn.db",
                  "learn.db: may not be written: read-only file or directory") == 0);
    fs::permissions(directory / "dir", fs::perms::owner_all);

    // As the program of another user leaves them that may read the store and write into its
    // directory.
    fs::permissions(directory / "dir", fs::perms::all);
    for (const auto& [ending, size] : {std::pair("-wal", 0U), std::pair("-shm", 32'768U)}) {
        write(directory / "dir" / ("learn.db" + std::string(ending)), std::string(size, '\0'));
        fs::permissions(directory / "dir" / ("learn.db" + std::string(ending)), read_by_all);
    }
    CHECK(refused(directory / "dir" / "learn.db", ", or another user's -wal or -shm beside it") ==
          0);
}

TEST_CASE("learn_db: a named pipe is refused") {
    const TemporaryDirectory directory;
    REQUIRE(::mkfifo((directory / "fifo").c_str(), 0600) == 0);
    const auto opened = LearnDb::open(directory / "fifo", LearnDb::Access::Create);
    REQUIRE_FALSE(opened.has_value());
    CHECK(opened.error().message == (directory / "fifo").string() + ": is not a regular file");
}

TEST_CASE("learn_db: 64 processes make the file at the same moment, and each gets it") {
    const TemporaryDirectory directory;
    constexpr std::uint32_t processes = 64;
    for (const bool touched : {false, true}) { // by another program's `touch`, too
        const fs::path file = directory / (touched ? "touched.db" : "new.db");
        if (touched) write(file, "");
        std::array<int, 2> start{};
        REQUIRE(::pipe(start.data()) == 0);
        std::vector<pid_t> children;
        for (std::uint32_t i = 0; i < processes; ++i) {
            const pid_t child = ::fork();
            if (child == 0) {
                ::close(start[1]);
                char byte = 0;
                static_cast<void>(!::read(start[0], &byte, 1)); // until the parent closes its end
                const auto db = io::open_learn_db(file);
                if (!db) std::fputs((db.error().message + "\n").c_str(), stderr);
                // On a busy machine the others may hold the file for longer than the store waits.
                bool is_recorded = false;
                for (int tries = 0; db && tries < 60 && !is_recorded; ++tries)
                    is_recorded = (*db)->record(game_of({"e2e4"}, 2)).has_value();
                ::_exit(is_recorded ? 0 : 1);
            }
            children.push_back(child);
        }
        ::close(start[0]);
        ::close(start[1]);
        for (const pid_t child : children) {
            int status = 0;
            REQUIRE(::waitpid(child, &status, 0) == child);
            CHECK(status == 0);
        }
        CHECK(recall(*open(file), {Per::All, "", ""}, "e2e4") ==
              Counts{processes, 2 * processes, 0});
    }
}

namespace {

// Games of three moves, until the process is ended or an error comes; writes a byte to the pipe for
// each that was written.
int record_until_the_end(const fs::path& file, int pipe) {
    const auto db = io::open_learn_db(file);
    if (!db) return 1;
    for (;;) {
        if (!(*db)->record(game_of({"e2e4", "d2d4", "c2c4"}, 2))) return 2;
        if (::write(pipe, "x", 1) != 1) return 3;
    }
}

// Of each move as many games as were acknowledged, or one more: its writer was ended before it
// could say so.
void check_whole_games(const fs::path& file, std::uint32_t acknowledged, std::uint32_t writers) {
    const auto db = open(file);
    const auto rows = rows_of(*db);
    if (rows.empty()) {
        CHECK(acknowledged == 0);
        return;
    }
    REQUIRE(rows.size() == 3);
    for (const LearnRow& row : rows) {
        CHECK(row.games == rows[0].games);
        CHECK(row.half_points == 2 * row.games);
        CHECK(row.games >= acknowledged);
        CHECK(row.games <= acknowledged + writers);
    }
}

std::uint32_t bytes_in(int pipe) {
    std::uint32_t count = 0;
    std::array<char, 4096> buffer{};
    for (ssize_t got = 0; (got = ::read(pipe, buffer.data(), buffer.size())) > 0;)
        count += static_cast<std::uint32_t>(got);
    return count;
}

} // namespace

TEST_CASE(
    "learn_db: writers killed at any moment leave whole games, all that they have acknowledged") {
    const TemporaryDirectory directory;
    const fs::path file = directory / "learn.db";
    constexpr std::uint32_t writers = 3;
    std::uint32_t acknowledged = 0;
    std::uint32_t killed = 0;
    for (unsigned round = 0; round < 8; ++round) { // from the making of the file on
        std::array<int, 2> pipe{};
        REQUIRE(::pipe(pipe.data()) == 0);
        std::vector<pid_t> children;
        for (std::uint32_t i = 0; i < writers; ++i) {
            const pid_t child = ::fork();
            if (child == 0) ::_exit(record_until_the_end(file, pipe[1]));
            children.push_back(child);
        }
        ::close(pipe[1]);
        char byte = 0;
        // So long they are left alone; in the first round not at all
        for (unsigned i = 0; i < round * 5; ++i)
            REQUIRE(::read(pipe[0], &byte, 1) == 1);
        acknowledged += round * 5;
        for (const pid_t child : children)
            ::kill(child, SIGKILL);
        for (const pid_t child : children) {
            int status = 0;
            REQUIRE(::waitpid(child, &status, 0) == child);
            CHECK(WIFSIGNALED(status));
        }
        acknowledged += bytes_in(pipe[0]);
        ::close(pipe[0]);
        killed += writers;
        check_whole_games(file, acknowledged, killed);
    }
    CHECK(acknowledged >= 140);
}

TEST_CASE("learn_db: a disk that is full at any step leaves whole games and an error") {
    const TemporaryDirectory directory;
    // No file may grow beyond the limit: the system's way to play a full disk. 32 KiB are of the
    // shared index.
    for (rlim_t limit = 0; limit < 120'000; limit += 5'000) {
        const fs::path file = directory / ("learn" + std::to_string(limit) + ".db");
        std::array<int, 2> pipe{};
        REQUIRE(::pipe(pipe.data()) == 0);
        const int status = in_child([&] {
            ::close(pipe[0]);
            ::signal(SIGXFSZ, SIG_IGN);
            const rlimit to{limit, limit};
            if (::setrlimit(RLIMIT_FSIZE, &to) != 0) return 9;
            return record_until_the_end(file, pipe[1]);
        });
        ::close(pipe[1]);
        CHECK((status == 1 || status == 2));
        if (limit >= 60'000) CHECK(status == 2);
        check_whole_games(file, bytes_in(pipe[0]), 0);
        ::close(pipe[0]);
    }
}

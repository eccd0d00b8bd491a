// Learn fields: processes that are forked and killed, permissions, and files that are none.
#include "core/random.hpp"
#include "storage/books/book_file.hpp"
#include "storage/files/replace_file.hpp"
#include "storage/files/shared_file.hpp"
#include "tests/unit/storage/stores/learn_fields_support.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <csignal>
#include <memory>
#include <poll.h>
#include <string_view>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <vector>

using namespace polyglot;
using namespace learn_fields_test;

TEST_CASE("learn fields in a named pipe, or in a book that may not be written, are refused") {
    const Sample sample;
    const Fixture fixture(sample.bytes());
    const fs::path pipe = fixture.directory / "pipe";
    REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
    const auto opened = io::open_learn_fields(pipe, false);
    REQUIRE_FALSE(opened.has_value());
    CHECK(opened.error().message.starts_with(pipe.string() + ": is not a regular file"));

    fs::permissions(fixture.book, fs::perms(0444));
    fs::permissions(fixture.directory, fs::perms(0755));
    const bool is_root = ::geteuid() == 0;
    if (is_root) REQUIRE(::seteuid(65534) == 0); // root may write to anything
    const auto refused = io::open_learn_fields(fixture.book, false);
    const bool still_read = io::open_book(fixture.book).has_value();
    if (is_root) REQUIRE(::seteuid(0) == 0);
    REQUIRE_FALSE(refused.has_value());
    CHECK_MESSAGE(refused.error().message.find("Permission denied") != std::string::npos,
                  refused.error().message);
    CHECK(still_read);
    CHECK(fixture.bytes() == sample.bytes());
}

TEST_CASE("looking up the store of results: a device is no store") {
    config::Settings settings;
    settings.book = settings.book_learn = true;
    settings.book_learn_file = "/dev/null";
    const auto found = io::find_learn_store(settings, fs::current_path());
    REQUIRE(found.has_error());
    CHECK(found.error().message == "/dev/null: is not a regular file");
}

namespace {

// A process that records one game after the other. It writes a byte after each game. A process that
// is to be killed then waits for a byte from the test, so that it cannot finish first.
struct Learner {
    pid_t pid = -1;
    int pipe = -1;      // our end
    unsigned games = 0; // reported so far
    // Killed after this number of games, in the middle of the next one; 0: never
    unsigned kill_at = 0;
};

// Tries again when the store is busy, as the adapter does.
bool record_at_last(book::LearnStore& store, const book::LearntGame& learnt) {
    auto done = store.record(learnt);
    while (!done && store.may_try_again())
        done = store.record(learnt);
    return done.has_value();
}

Learner start_learner(const fs::path& book, const book::LearntGame& learnt, int games,
                      unsigned kill_at) {
    std::array<int, 2> ends{};
    REQUIRE(::socketpair(AF_UNIX, SOCK_STREAM, 0, ends.data()) == 0);
    const pid_t pid = ::fork();
    REQUIRE(pid >= 0);
    if (pid == 0) {
        ::close(ends[0]);
        char byte = 0;
        const auto store = io::open_learn_fields(book, false);
        for (int n = 0; n < games; ++n)
            if (!store || !record_at_last(**store, learnt) || ::write(ends[1], "", 1) != 1 ||
                (kill_at > 0 && ::read(ends[1], &byte, 1) != 1))
                ::_exit(1);
        ::_exit(0);
    }
    ::close(ends[1]);
    return {.pid = pid, .pipe = ends[0], .kill_at = kill_at};
}

} // namespace

TEST_CASE("a process that is killed in the middle leaves at most its current game incomplete") {
    const Sample sample;
    const Fixture fixture(sample.bytes());
    const book::LearntGame learnt = game(ruy_lopez, 2);
    constexpr int games = 200;
    Random random(8);
    std::vector<Learner> learners;
    for (int i = 0; i < 16; ++i) {
        const unsigned kill_at =
            i % 2 == 1 ? static_cast<unsigned>(random.below(games - 20)) + 1 : 0;
        learners.push_back(start_learner(fixture.book, learnt, games, kill_at));
    }
    std::vector<pollfd> pipes;
    for (const Learner& learner : learners)
        pipes.push_back({.fd = learner.pipe, .events = POLLIN, .revents = 0});
    for (std::size_t open_pipes = pipes.size(); open_pipes > 0;) {
        REQUIRE(::poll(pipes.data(), pipes.size(), 60'000) > 0);
        for (std::size_t i = 0; i < pipes.size(); ++i) {
            if (pipes[i].revents == 0) continue;
            char byte = 0;
            if (::read(pipes[i].fd, &byte, 1) != 1) {
                ::close(pipes[i].fd);
                pipes[i].fd = -1; // poll() ignores it
                --open_pipes;
                continue;
            }
            ++learners[i].games;
            if (learners[i].kill_at == 0 || learners[i].games > learners[i].kill_at) continue;
            REQUIRE(::send(pipes[i].fd, "", 1, MSG_NOSIGNAL) == 1);
            if (learners[i].games == learners[i].kill_at) ::kill(learners[i].pid, SIGKILL);
        }
    }
    unsigned reported = 0;
    unsigned killed = 0;
    for (const Learner& learner : learners) {
        int status = 0;
        REQUIRE(::waitpid(learner.pid, &status, 0) == learner.pid);
        reported += learner.games;
        if (WIFSIGNALED(status)) {
            ++killed;
        } else {
            CHECK(WEXITSTATUS(status) == 0);
            CHECK(learner.games == games);
        }
    }
    CHECK(killed == learners.size() / 2);
    const Bytes after = fixture.bytes();
    REQUIRE(after.size() == sample.bytes().size());
    for (std::size_t i = 0; i < sample.entries.size(); ++i) {
        RawEntry entry = fixture.entry(sample.head.size() / 16 + i);
        if (entry.learn_count == 0) continue;
        CHECK(entry.learn_count >= reported);
        CHECK(entry.learn_count <= reported + killed);
        CHECK(entry.learn_sum == 2 * entry.learn_count);
    }
    CHECK(fixture.entry(sample.head.size() / 16).key == sample.entries[0].key);
}

#ifdef __linux__
namespace {

// Of this process, on the file that has the name now.
std::ptrdiff_t descriptors_on(const fs::path& file) {
    std::error_code ignored;
    std::vector<fs::path> targets;
    for (auto it = fs::directory_iterator("/proc/self/fd", ignored); it != fs::directory_iterator();
         it.increment(ignored))
        targets.push_back(fs::read_symlink(it->path(), ignored));
    return std::count(targets.begin(), targets.end(), fs::canonical(file));
}

// The book, locked by another program, as edit-book does before it replaces it.
std::shared_ptr<io::SharedFile> lock_all(const fs::path& book) {
    auto file = io::open_shared_file(book);
    REQUIRE(file.has_value());
    REQUIRE(*(*file)->try_lock(0, (*file)->size()));
    return *file;
}

} // namespace

TEST_CASE("a result that waits while the book is replaced again and again goes into the last one") {
    const Sample sample;
    const Fixture fixture(sample.bytes());
    const Bytes bytes = sample.bytes();
    const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    const auto store = open(fixture.book);
    store->set_patience(std::chrono::minutes(1));
    std::atomic<bool> is_over = false;
    auto held = lock_all(fixture.book);
    std::thread replacing([&] {
        for (int i = 0; i < 3; ++i) {
            REQUIRE(io::replace_file(fixture.book, text).has_value());
            // The old one is released when the new one is locked
            held = lock_all(fixture.book);
            // Until the store has opened it, too, and waits
            while (descriptors_on(fixture.book) < 2 && !is_over)
                std::this_thread::yield();
        }
        held.reset();
    });
    const auto recorded = store->record(game(ruy_lopez, 2));
    is_over = true;
    replacing.join();
    REQUIRE_MESSAGE(recorded.has_value(), recorded.error().message);
    CHECK(*recorded == 4);
    CHECK(fixture.bytes() != bytes);
}
#endif

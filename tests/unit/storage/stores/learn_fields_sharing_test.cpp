// Threads, processes and other programs that write to the learn fields of one book at the same time.
#include "storage/files/shared_file.hpp"
#include "tests/unit/storage/stores/learn_fields_support.hpp"

#include <array>
#include <chrono>
#include <csignal>
#include <poll.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <vector>

using namespace polyglot;
using namespace learn_fields_test;

TEST_CASE("the wait for an entry that another process keeps locked is bounded, and nothing is written meanwhile") {
    const Sample sample;
    const Fixture fixture(sample.bytes());
    const auto store = open(fixture.book);
    const auto other = io::open_shared_file(fixture.book);
    REQUIRE(other.has_value());
    const auto last = std::find_if(sample.entries.begin(), sample.entries.end(), [](const RawEntry& entry) {
        return entry.key == key_after("e2e4 e7e5 g1f3 b8c6") && entry.move == raw_move("f1b5");
    });
    const std::uint64_t fields =
        sample.head.size() + 16 * static_cast<std::uint64_t>(last - sample.entries.begin()) + 12;

    REQUIRE(*(*other)->try_lock(fields, 4));
    const auto start = std::chrono::steady_clock::now();
    check_refused(store->record(game(ruy_lopez, 2)), "locked by another program");
    CHECK(store->may_try_again());
    CHECK(std::chrono::steady_clock::now() - start < std::chrono::seconds(10)); // a second on an idle machine
    CHECK(fixture.bytes() == sample.bytes());
    check_recorded(*store, game("d2d4", 0), 1); // another entry
    CHECK_FALSE(store->may_try_again());

    store->set_patience(std::chrono::minutes(1));
    std::thread owner([&] {
        // Most often the store waits by then, and tries again until the lock is gone.
        std::this_thread::sleep_for(std::chrono::milliseconds(50));
        static_cast<void>((*other)->unlock(fields, 4));
    });
    const auto done = store->record(game(ruy_lopez, 2));
    owner.join();
    REQUIRE_MESSAGE(done.has_value(), done.error().message);
    CHECK(*done == 4);
    CHECK(fixture.entry(static_cast<std::size_t>(fields / 16)).learn_count == 1);
    // All locks are gone.
    REQUIRE(*(*other)->try_lock(0, sample.bytes().size()));
}

TEST_CASE("no game is lost when several threads record games in one book") {
    const Sample sample;
    const Fixture fixture(sample.bytes());
    constexpr int threads = 8;
    constexpr int games = 500;
    const book::LearntGame learnt = game(ruy_lopez, 1);
    std::array<int, threads> failures{};
    std::vector<std::thread> running;
    for (int i = 0; i < threads; ++i) {
        running.emplace_back([&, i] {
            auto store = io::open_learn_fields(fixture.book, false);
            for (int n = 0; n < games; ++n)
                if (!store || !(*store)->record(learnt)) ++failures[static_cast<std::size_t>(i)];
        });
    }
    for (std::thread& thread : running)
        thread.join();
    CHECK(failures == std::array<int, threads>{});
    Sample expected = sample;
    constexpr std::uint16_t all = threads * games;
    expected.learn("", "e2e4", all, all);
    expected.learn("e2e4 e7e5", "g1f3", all, all);
    expected.learn("e2e4 e7e5 g1f3 b8c6", "f1b5", all, all);
    expected.learn("e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6", "e1h1", all, all);
    CHECK(fixture.bytes() == expected.bytes());
}

namespace {

// A process that records one game after the other. It writes a byte after each game. A process that is to be killed
// then waits for a byte from the test, so that it cannot finish first.
struct Learner {
    pid_t pid = -1;
    int pipe = -1;        // our end
    unsigned games = 0;   // reported so far
    unsigned kill_at = 0; // killed after this number of games, in the middle of the next one; 0: never
};

// Tries again when the store is busy, as the adapter does.
bool record_at_last(book::LearnStore& store, const book::LearntGame& learnt) {
    auto done = store.record(learnt);
    while (!done && store.may_try_again())
        done = store.record(learnt);
    return done.has_value();
}

Learner start_learner(const fs::path& book, const book::LearntGame& learnt, int games, unsigned kill_at) {
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
        const unsigned kill_at = i % 2 == 1 ? static_cast<unsigned>(random.below(games - 20)) + 1 : 0;
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

// Threads, processes and other programs that write to the learn fields of one book at the same
// time.
#include "storage/files/replace_file.hpp"
#include "storage/files/shared_file.hpp"
#include "tests/unit/storage/stores/learn_fields_support.hpp"

#include <array>
#include <chrono>
#include <string_view>
#include <thread>
#include <vector>

using namespace polyglot;
using namespace learn_fields_test;

TEST_CASE("the wait for an entry that another process keeps locked is bounded, and nothing is "
          "written meanwhile") {
    const Sample sample;
    const Fixture fixture(sample.bytes());
    const auto store = open(fixture.book);
    const auto other = io::open_shared_file(fixture.book);
    REQUIRE(other.has_value());
    const auto last =
        std::find_if(sample.entries.begin(), sample.entries.end(), [](const RawEntry& entry) {
            return entry.key == key_after("e2e4 e7e5 g1f3 b8c6") && entry.move == raw_move("f1b5");
        });
    const std::uint64_t fields =
        sample.head.size() + 16 * static_cast<std::uint64_t>(last - sample.entries.begin()) + 12;

    REQUIRE(*(*other)->try_lock(fields, 4));
    const auto start = std::chrono::steady_clock::now();
    check_refused(store->record(game(ruy_lopez, 2)), "locked by another program");
    CHECK(store->may_try_again());
    // A second on an idle machine
    CHECK(std::chrono::steady_clock::now() - start < std::chrono::seconds(10));
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

TEST_CASE("a result that waits while the book is replaced under lock goes into the new one") {
    const Sample sample;
    const Fixture fixture(sample.bytes());
    const auto store = open(fixture.book);
    store->set_patience(std::chrono::minutes(1));
    const auto editor = io::open_shared_file(fixture.book);
    REQUIRE(editor.has_value());
    REQUIRE(*(*editor)->try_lock(0, (*editor)->size()));
    std::thread replacing([&] {
        // Most often the store waits by then
        std::this_thread::sleep_for(std::chrono::milliseconds(50));
        const Bytes bytes = sample.bytes();
        const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
        CHECK(io::replace_file(fixture.book, text).has_value());
        static_cast<void>((*editor)->unlock(0, (*editor)->size()));
    });
    check_recorded(*store, game(ruy_lopez, 2), 4);
    replacing.join();
    CHECK(fixture.bytes() != sample.bytes());
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
            if (store)
                // On a busy machine a lock may be held for seconds
                (*store)->set_patience(std::chrono::minutes(1));
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

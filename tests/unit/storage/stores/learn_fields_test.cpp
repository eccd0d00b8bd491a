// Results of games in the learn fields of a book.
#include "storage/books/book_file.hpp"
#include "storage/files/replace_file.hpp"
#include "storage/files/shared_file.hpp"
#include "tests/unit/storage/stores/learn_fields_support.hpp"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

using namespace polyglot;
using namespace learn_fields_test;

namespace {

void check_not_opened(const fs::path& path, std::string_view words) {
    const auto store = io::open_learn_fields(path, false);
    REQUIRE_FALSE(store.has_value());
    CHECK_MESSAGE(store.error().message.find(path.string()) == 0, store.error().message);
    CHECK_MESSAGE(store.error().message.find(words) != std::string::npos, store.error().message);
    CHECK_MESSAGE(store.error().message.find("BookLearnFile") != std::string::npos,
                  store.error().message);
}

} // namespace

TEST_CASE("a game changes four bytes of each move played, and no other; readers see it at once") {
    Sample sample;
    const Fixture fixture(sample.bytes());
    const auto reader = io::open_book(fixture.book);
    REQUIRE(reader.has_value());
    const auto store = open(fixture.book);

    check_recorded(*store, game(ruy_lopez, 2), 4); // b5a4 is not in the book
    sample.learn("", "e2e4", 1, 2);
    sample.learn("e2e4 e7e5", "g1f3", 1, 2);
    sample.learn("e2e4 e7e5 g1f3 b8c6", "f1b5", 1, 2);
    sample.learn("e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6", "e1h1", 1, 2);
    CHECK(fixture.bytes() == sample.bytes());
    const auto entries = reader->book->find(chess::Position::start());
    REQUIRE(entries.size() == 2);
    CHECK(entries[0].learn_count == 1);
    CHECK(entries[0].learn_sum == 2);

    check_recorded(*store, game(ruy_lopez, 1, chess::Color::Black), 1);
    check_recorded(*store, game("d2d4 d7d5", 0), 1);
    check_recorded(*store, game("e2e4 c7c5", 1), 1);
    check_recorded(*store, game("a2a3", 1), 0);
    sample.learn("e2e4", "e7e5", 1, 1);
    sample.learn("", "d2d4", 1, 0);
    sample.learn("", "e2e4", 2, 3);
    CHECK(fixture.bytes() == sample.bytes());
    CHECK(reader->book->find(chess::Position::start())[0].learn_count == 2);

    // Twice the same move in one game counts twice, as in PolyGlot.
    check_recorded(*store, game("e2e4 e7e5 g1f3 b8c6 f3g1 c6b8 g1f3", 2), 3);
    sample.learn("", "e2e4", 3, 5);
    sample.learn("e2e4 e7e5", "g1f3", 3, 6);
    CHECK(fixture.bytes() == sample.bytes());
}

TEST_CASE("the entry of a move is found in books of every kind") {
    Sample sample;
    SUBCASE("sorted") {}
    SUBCASE("joined from two") {
        std::rotate(sample.entries.begin(), sample.entries.begin() + 3, sample.entries.end());
    }
    SUBCASE("in no order") {
        Random random(3); // others around ours, so that the file needs an index
        for (int i = 0; i < 1000; ++i)
            sample.entries.insert(sample.entries.begin() + static_cast<std::ptrdiff_t>(random.below(
                                                               sample.entries.size() + 1)),
                                  {random.next() | 1U, raw_move("e2e4"), 1, 0, 0});
    }
    SUBCASE("without header and end") {
        sample.head.clear();
        sample.tail.clear();
    }
    const Fixture fixture(sample.bytes());
    const auto store = open(fixture.book);
    check_recorded(*store, game(ruy_lopez, 1), 4);
    sample.learn("", "e2e4", 1, 1);
    sample.learn("e2e4 e7e5", "g1f3", 1, 1);
    sample.learn("e2e4 e7e5 g1f3 b8c6", "f1b5", 1, 1);
    sample.learn("e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6", "e1h1", 1, 1);
    CHECK(fixture.bytes() == sample.bytes());
}

TEST_CASE("if a move has several entries, the first one that PolyGlot reads learns") {
    const auto position = test::position("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    const auto check = [&](std::vector<std::string_view> moves, std::size_t learns) {
        CAPTURE(learns);
        std::vector<RawEntry> entries;
        for (const std::string_view move : moves)
            entries.push_back({position.key(), raw_move(move), 1, 0, 0});
        const Fixture fixture(test::to_bytes(entries));
        check_recorded(*open(fixture.book), game("e1g1", 2, chess::Color::White, position), 1);
        entries[learns].learn_count = 1;
        entries[learns].learn_sum = 2;
        CHECK(fixture.bytes() == test::to_bytes(entries));
    };
    check({"e1h1", "e1h1"}, 0);
    check({"a1b1", "e1h1", "e1h1"}, 1);
    check({"e1g1", "e1h1"}, 1);
    check({"a1b1", "e1g1", "e1g1"}, 1); // not PolyGlot's encoding: PolyGlot would not learn it
}

TEST_CASE("castling that a bot's Chess960 book spells as e1h1 learns, wherever the rook stands") {
    const auto position = test::position("1r2k1r1/pppppppp/8/8/8/8/PPPPPPPP/1R2K1R1 w GBgb - 0 1");
    std::vector<RawEntry> entries{{position.key(), raw_move("g1f1"), 1, 0, 0},
                                  {position.key(), raw_move("e1h1"), 1, 0, 0}};
    const Fixture fixture(test::to_bytes(entries));
    check_recorded(*open(fixture.book), game("e1g1", 2, chess::Color::White, position), 1);
    entries[1].learn_count = 1;
    entries[1].learn_sum = 2;
    CHECK(fixture.bytes() == test::to_bytes(entries));
}

TEST_CASE("fields that are full are halved") {
    Sample sample;
    sample.learn("", "e2e4", 40000, 65535);
    const Fixture fixture(sample.bytes());
    check_recorded(*open(fixture.book), game("e2e4", 2), 1);
    sample.learn("", "e2e4", 20001, 32770);
    CHECK(fixture.bytes() == sample.bytes());
}

TEST_CASE("a reset empties the learn fields of moves, and nothing else") {
    Sample sample;
    const Bytes before = sample.bytes();
    sample.learn("", "e2e4", 7, 9);
    sample.learn("e2e4 e7e5", "g1f3", 3, 0);
    const Fixture fixture(sample.bytes());
    const auto store = open(fixture.book);
    const auto done = store->reset({});
    REQUIRE(done.has_value());
    CHECK(done->moves == 2);
    CHECK(fixture.bytes() == before);
    CHECK(store->reset({})->moves == 0);
}

TEST_CASE("a reset goes step by step, and passes over entries that another process keeps locked") {
    std::vector<RawEntry> entries;
    for (std::uint64_t key = 1; key <= 1000; ++key)
        entries.push_back({key << 32U, raw_move("g1f3"), 1, 1, 2});
    const Fixture fixture(test::to_bytes(entries));
    const auto store = open(fixture.book);
    store->set_patience(std::chrono::milliseconds(0));
    const auto other = io::open_shared_file(fixture.book);
    REQUIRE(other.has_value());
    REQUIRE(*(*other)->try_lock(16 * 300 + 12, 4));

    const auto first = store->forget({}, 0);
    REQUIRE(first.has_value());
    CHECK(first->moves == 256);
    CHECK(first->next == 256);
    CHECK(fixture.entry(255).learn_count == 0);
    CHECK(fixture.entry(256).learn_count == 1);
    const auto all = store->reset({});
    REQUIRE(all.has_value());
    CHECK(all->moves == 1000 - 256 - 1);
    CHECK(all->locked == 1);
    CHECK(all->next == 0);
    for (std::size_t i = 0; i < entries.size(); ++i)
        CHECK(fixture.entry(i).learn_count == (i == 300 ? 1 : 0));
    REQUIRE((*other)->unlock(16 * 300 + 12, 4).has_value());
    CHECK(store->reset({})->moves == 1);
}

TEST_CASE("a step of a reset looks through a bounded part of the book") {
    std::vector<RawEntry> entries;
    for (std::uint64_t key = 1; key <= 70'000; ++key)
        entries.push_back({key << 32U, raw_move("g1f3"), 1, 0, 0});
    const Fixture fixture(test::to_bytes(entries));
    const auto step = open(fixture.book)->forget({}, 0);
    REQUIRE(step.has_value());
    CHECK(step->moves == 0);
    CHECK(step->next == 65'536);
}

TEST_CASE("a book that cannot be written to is refused, with the reason and what to do") {
    Sample sample;
    const Fixture fixture(sample.bytes());
    check_not_opened(fixture.directory / "missing.bin", "No such file or directory");
    check_not_opened(fixture.directory, "irectory"); // the text is the system's
    Fixture::write(fixture.directory / "text", test::to_bytes("no book at all"));
    check_not_opened(fixture.directory / "text", "not a PolyGlot book");
    CHECK(fixture.bytes() == sample.bytes());
}

TEST_CASE("learn fields that mean something else are left alone, unless the user insists") {
    std::vector<RawEntry> entries; // more than two half-points a game: not PolyGlot's
    Random random(5);
    for (int i = 0; i < 500; ++i)
        entries.push_back({random.next() | 1U, raw_move("g1f3"), 1,
                           static_cast<std::uint16_t>(random.below(20)),
                           static_cast<std::uint16_t>(1000 + random.below(60000))});
    entries.push_back({chess::Position::start().key(), raw_move("e2e4"), 1, 3, 60000});
    std::sort(entries.begin(), entries.end(),
              [](const auto& a, const auto& b) { return a.key < b.key; });
    const Fixture fixture(test::to_bytes(entries));
    check_not_opened(fixture.book, "BookLearnForce");
    check_not_opened(fixture.book, "learn-book -convert");
    CHECK(fixture.bytes() == test::to_bytes(entries));

    check_recorded(*open(fixture.book, true), game("e2e4", 1), 1);
    for (RawEntry& entry : entries) {
        if (entry.key != chess::Position::start().key()) continue;
        entry.learn_count = 4;
        entry.learn_sum = 60001;
    }
    CHECK(fixture.bytes() == test::to_bytes(entries));
}

TEST_CASE("a book that was replaced since it was opened: the new one gets the result, if it can") {
    Sample sample;
    const Fixture fixture(sample.bytes());
    const auto store = open(fixture.book);
    SUBCASE("removed") {
        fs::remove(fixture.book);
        if (fs::exists(fixture.book)) {
            MESSAGE(
                "skipped: Wine opens a removed file again as long as another handle of it is open");
            return;
        }
        check_refused(store->record(game("e2e4", 2)), "No such file");
        CHECK_FALSE(fs::exists(fixture.book));
    }
    SUBCASE("replaced") {
        const Bytes same = sample.bytes();
        const auto* const bytes = reinterpret_cast<const char*>(same.data());
        REQUIRE(io::replace_file(fixture.book, {bytes, same.size()}).has_value());
        check_recorded(*store, game("e2e4", 2), 1);
        CHECK(fixture.bytes() != sample.bytes());
        check_recorded(*store, game("e2e4", 2), 1);
    }
    SUBCASE("replaced by what is no book") {
        REQUIRE(io::replace_file(fixture.book, "some text that is no book").has_value());
        check_refused(store->record(game("e2e4", 2)), "has been replaced");
        CHECK_FALSE(store->may_try_again());
        CHECK(fixture.bytes() == test::to_bytes(std::string_view("some text that is no book")));
    }
    SUBCASE("another book written over it") {
        for (RawEntry& entry : sample.entries)
            entry.key ^= 0xf0U;
        Fixture::write(fixture.book, sample.bytes());
        check_recorded(*store, game(ruy_lopez, 2), 0);
        CHECK(fixture.bytes() == sample.bytes());
    }
}

TEST_CASE("a book that was cut short does not grow again") {
    const Sample sample;
    const std::uint64_t whole = sample.bytes().size();
    for (const std::uint64_t size : {std::uint64_t{0}, std::uint64_t{16}, whole / 2, whole - 1}) {
        CAPTURE(size);
        const Fixture fixture(sample.bytes());
        const auto store = open(fixture.book);
        fs::resize_file(fixture.book, size);
        CHECK_FALSE(store->record(game("e2e4", 2)).has_value());
        CHECK_FALSE(store->reset({}).has_value());
        CHECK(fs::file_size(fixture.book) == size);
    }
}

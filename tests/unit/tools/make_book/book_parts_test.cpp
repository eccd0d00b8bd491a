// A book made in parts: the same for any number of threads, and the threads end when no more parts
// are wanted.
#include "core/book/polyglot/book.hpp"
#include "core/random.hpp"
#include "tests/support/harness/test_folder.hpp"
#include "tools/make_book/book_parts.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <doctest/doctest.h>

namespace polyglot::tools {
namespace {

// 100,000 samples of 20,000 positions, without those whose key is `below` or higher.
struct SomeSums {
    explicit SomeSums(std::uint64_t below = ~std::uint64_t{0}) {
        Random random(1);
        SumsSink sink(sums);
        for (int i = 0; i < 100'000; ++i) {
            const std::uint64_t key = Random(random.below(20'000)).next();
            const book::Sample sample{key, static_cast<std::uint16_t>(1 + random.below(3)),
                                      chess::Color::White,
                                      static_cast<std::uint8_t>(random.below(3))};
            if (key < below) REQUIRE(sink.take({&sample, 1}).has_value());
        }
        REQUIRE(sink.finish().has_value());
    }

    const test::Folder folder;
    Runs runs{{}, folder / "book.bin"};
    Sums sums{std::size_t{64} << 20U, runs, book::Summed::All};
};

struct Made {
    explicit Made(const book::BookMaker& maker)
        : moves(maker.moves()), positions(maker.positions()), entries(maker.entries()) {}
    Made() = default;
    std::uint64_t moves = 0, positions = 0, entries = 0;
    std::string bytes;
    bool operator==(const Made&) const = default;
};

Made make_at_once(const Sums& sums) {
    std::string bytes;
    book::BookMaker maker(
        {}, [&](std::span<const book::RawEntry> entries) { book::append_entries(bytes, entries); });
    const auto source = sums.read();
    for (book::MoveStats stats; source->next(stats);)
        maker.add(stats);
    maker.finish();
    Made made(maker);
    made.bytes = bytes;
    return made;
}

Made make_in_parts(SomeSums some, unsigned threads) {
    BookParts parts({}, some.sums, threads);
    Made all;
    while (auto part = parts.next()) {
        const Made made(*part->maker);
        all.moves += made.moves;
        all.positions += made.positions;
        all.entries += made.entries;
        all.bytes += part->bytes;
        parts.give_back(*std::move(part));
    }
    return all;
}

TEST_CASE("a book made in parts is that made at once, whatever the number of threads") {
    const Made expected = make_at_once(SomeSums().sums);
    CHECK(expected.positions > 10'000);
    for (const unsigned threads : {1U, 2U, 5U}) {
        CAPTURE(threads);
        CHECK((make_in_parts(SomeSums(), threads) == expected));
    }
}

TEST_CASE("sums without keys in most parts, and empty ones") {
    constexpr std::uint64_t some = std::uint64_t{1} << 62U;
    const Made expected = make_at_once(SomeSums(some).sums);
    CHECK(expected.positions > 2'500);
    CHECK((make_in_parts(SomeSums(some), 2) == expected));
    CHECK((make_in_parts(SomeSums(0), 2) == Made()));
}

TEST_CASE("threads end when no more parts are wanted") {
    for (const std::size_t wanted : {0U, 1U, 20U}) {
        SomeSums some;
        BookParts parts({}, some.sums, 3);
        for (std::size_t i = 0; i < wanted; ++i)
            CHECK(parts.next().has_value());
    }
}

} // namespace
} // namespace polyglot::tools

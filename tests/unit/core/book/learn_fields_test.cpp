#include "core/book/learning.hpp"
#include "tests/unit/core/book/book_bytes.hpp"

#include <algorithm>
#include <cmath>

using namespace polyglot;
using book::LearnFields;

namespace {

constexpr unsigned most = 65535;

void check_add(LearnFields before, int half_points, LearnFields after) {
    CAPTURE(before.count);
    CAPTURE(before.sum);
    CAPTURE(half_points);
    const LearnFields seen = book::add_result(before, half_points);
    CHECK(seen.count == after.count);
    CHECK(seen.sum == after.sum);
}

void check_fit(std::uint64_t games, std::uint64_t half_points, LearnFields expected) {
    CAPTURE(games);
    CAPTURE(half_points);
    const LearnFields seen = book::fit_results(games, half_points);
    CHECK(seen.count == expected.count);
    CHECK(seen.sum == expected.sum);
}

double score(double games, double half_points) {
    return half_points / (2 * games);
}

} // namespace

TEST_CASE("a result is one more game and its half-points") {
    check_add({0, 0}, 0, {1, 0});
    check_add({0, 0}, 1, {1, 1});
    check_add({0, 0}, 2, {1, 2});
    check_add({10, 7}, 2, {11, 9});
    check_add({255, 255}, 1, {256, 256});
    check_add({65534, 65533}, 2, {65535, 65535});
}

TEST_CASE("where a field would wrap, both are halved first") {
    check_add({65535, 0}, 0, {32769, 0});
    check_add({65535, 65535}, 0, {32769, 32768});
    check_add({65534, 65535}, 0, {65535, 65535}); // no half-points to add: nothing wraps
    check_add({65534, 65535}, 1, {32768, 32769});
    check_add({32767, 65534}, 2, {16385, 32770}); // all games won, and they stay so
    check_add({32768, 65535}, 1, {16385, 32769});
    check_add({40000, 65534}, 2, {20001, 32769});
    check_add({65535, 1}, 0, {32769, 1}); // a point is not lost
    // No PolyGlot ever wrote that; it need not make sense, nor wrap
    check_add({1, 65535}, 2, {2, 32771});
    check_add({0, 65535}, 2, {1, 32770});
}

TEST_CASE(
    "a result keeps the invariants of the fields, for all values near the limits and many others") {
    Random random(20);
    const auto check = [](LearnFields before, int half_points) {
        const LearnFields after = book::add_result(before, half_points);
        const bool halved = after.count <= before.count;
        bool good = after.count > 0 && after.sum <= 2 * after.count;
        if (!halved) {
            good = good && after.count == before.count + 1 && after.sum == before.sum + half_points;
        } else {
            good = good && (before.count == most || before.sum + half_points > int{most});
            // The score of 32,000 games and more moves by less than one of them.
            const double change =
                score(after.count, after.sum) - score(before.count + 1, before.sum + half_points);
            good = good && std::abs(change) < 1.0 / 16384;
        }
        if (!good)
            FAIL("(" << before.count << ", " << before.sum << ") + " << half_points << " = ("
                     << after.count << ", " << after.sum << ")");
    };
    for (int i = 0; i < 300'000; ++i) {
        // Every other one near a limit: the last games, the last half-points, all won.
        auto count = static_cast<unsigned>(random.below(most + 1));
        if (i % 2 == 0) count = (i % 4 == 0 ? most : most / 2) - std::min(count, count % 64);
        auto sum = static_cast<unsigned>(random.below(std::min(2 * count, most) + 1));
        if (i % 3 == 0) sum = std::min(2 * count, most) - std::min(sum, sum % 4);
        for (const int half_points : {0, 1, 2})
            check({static_cast<std::uint16_t>(count), static_cast<std::uint16_t>(sum)},
                  half_points);
    }
}

TEST_CASE("a move that always wins, draws or loses keeps its score through a million games") {
    for (const int half_points : {0, 1, 2}) {
        CAPTURE(half_points);
        LearnFields fields;
        for (int i = 0; i < 1'000'000; ++i)
            fields = book::add_result(fields, half_points);
        CHECK(fields.count >= 16384);
        CHECK(fields.sum == fields.count * half_points);
    }
}

TEST_CASE("results of any number fit into the fields") {
    check_fit(0, 0, {0, 0});
    check_fit(1, 2, {1, 2});
    check_fit(65535, 65535, {65535, 65535});
    check_fit(65536, 0, {32768, 0});
    check_fit(65536, 131072, {32768 / 2, 32768});
    check_fit(40000, 80000, {20000, 40000});
    check_fit(100000, 50000, {50000, 25000});
    check_fit(~std::uint64_t{0}, 0, {32768, 0});
    check_fit(std::uint64_t{1} << 63U, ~std::uint64_t{0}, {32768 / 2, 32768});
    Random random(21);
    for (int i = 0; i < 100'000; ++i) {
        const std::uint64_t games = random.next() >> 1U >> random.below(63);
        const std::uint64_t half_points = random.below(2 * games + 1);
        const LearnFields fields = book::fit_results(games, half_points);
        const bool fitted = games <= most && half_points <= most;
        bool good = fields.sum <= 2 * fields.count && (fields.count > 0) == (games > 0);
        if (fitted) good = good && fields.count == games && fields.sum == half_points;
        if (games > 0) {
            const double change =
                score(fields.count, fields.sum) -
                score(static_cast<double>(games), static_cast<double>(half_points));
            good = good && std::abs(change) < 1.0 / 16384;
        }
        if (!good) FAIL(games << " " << half_points << " -> " << fields.count << " " << fields.sum);
    }
}

TEST_CASE("entries are found with their places in the file, in any order") {
    Random random(22);
    for (const bool sorted : {true, false}) {
        CAPTURE(sorted);
        std::vector<book::RawEntry> entries;
        // Positions with one to many entries, distinguished by their weights
        for (unsigned i = 0; i < 1000; ++i)
            entries.push_back({1 + random.below(400) * 0x9e3779b97f4a7c15U, test::raw_move("e2e4"),
                               static_cast<std::uint16_t>(i), 0, 0});
        if (sorted)
            std::stable_sort(entries.begin(), entries.end(),
                             [](const auto& a, const auto& b) { return a.key < b.key; });
        entries.insert(entries.begin(), {0, 0, 0, 0, 0}); // a header's
        entries.push_back({book::end_marker_key, 0, 0, 0, 0});
        const auto bytes = test::to_bytes(entries);
        const auto opened = book::PolyglotBook::open(bytes);
        REQUIRE(opened.has_value());
        REQUIRE(opened->sorted() == sorted);
        for (std::size_t i = 1; i + 1 < entries.size(); ++i) {
            const auto found = opened->find_numbered(entries[i].key);
            REQUIRE(found.has_value());
            CHECK(std::is_sorted(found->begin(), found->end(),
                                 [](const auto& a, const auto& b) { return a.number < b.number; }));
            CHECK(std::count_if(found->begin(), found->end(),
                                [&](const book::NumberedEntry& numbered) {
                                    return numbered.number == i && numbered.entry == entries[i];
                                }) == 1);
        }
        CHECK(opened->find_numbered(0)->empty());
        CHECK(opened->find_numbered(book::end_marker_key)->empty());
    }
}

// Asking a .pgstats file for one position: what is found is what reading all of it finds, wherever
// the position lies, and damage is reported, never taken for an absence.
#include "core/book/make/stats_codec.hpp"
#include "core/book/make/stats_search.hpp"
#include "tests/unit/core/book/make/stats_samples.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <doctest/doctest.h>

using namespace polyglot;
using book::MoveStats;

namespace {

using List = std::vector<MoveStats>;

std::string encode(const List& list, std::size_t most_points = book::pgstats::most_index_points) {
    book::StatsEncoder encoder(most_points);
    for (const MoveStats& stats : list)
        encoder.add(stats);
    encoder.finish({7, 2000, "x"});
    return std::string(encoder.ready());
}

// Counts what is read.
class CountingReader final : public book::ByteReader {
  public:
    // Keeps none of it
    explicit CountingReader(std::string_view file) : span_(std::as_bytes(std::span(file))) {}
    std::uint64_t size() const override { return span_.size(); }
    std::size_t read_at(std::uint64_t offset, std::span<std::byte> into) const override {
        ++reads;
        bytes += into.size();
        return span_.read_at(offset, into);
    }
    mutable std::uint64_t reads = 0, bytes = 0;

  private:
    book::SpanReader span_;
};

Result<List> find(std::string_view file, std::uint64_t key) {
    const auto search = book::StatsSearch::open(std::make_shared<CountingReader>(file));
    if (search.has_error()) return search.error();
    return search->find(key);
}

// Moves of many positions; one of them has more moves than three blocks hold, and single ones lie
// at both ends.
List many_moves() {
    Random random(4);
    test::Sums sums = test::sums_of(test::random_samples(random, 30'000, 30'000));
    for (unsigned move = 0; move < 9000; ++move)
        sums[{std::uint64_t{1} << 63U, static_cast<std::uint16_t>(move)}] = {
            .key = std::uint64_t{1} << 63U,
            .move = static_cast<std::uint16_t>(move),
            .wins = 1 + move};
    for (const std::uint64_t key : {std::uint64_t{0}, ~std::uint64_t{0}})
        sums[{key, 5}] = {.key = key, .move = 5, .draws = 3};
    return test::in_order(sums);
}

} // namespace

TEST_CASE("stats search: every position is found, and no other") {
    const List list = many_moves();
    std::map<std::uint64_t, List> by_key;
    for (const MoveStats& stats : list)
        by_key[stats.key].push_back(stats);
    const std::string file = encode(list), sparse = encode(list, 4);
    REQUIRE(file.size() > 20 * (16U << 10U)); // many blocks
    CHECK(sparse.size() < file.size() - 15 * 20);
    for (const std::string& one : {file, sparse, test::pgstats_version_1(file)}) {
        const auto search = book::StatsSearch::open(std::make_shared<CountingReader>(one), 8);
        REQUIRE_MESSAGE(search.has_value(), search.error().message);
        CHECK(search->entries() == list.size());
        CHECK(search->info().games == 7);
        std::size_t wrong = 0, number = 0;
        for (const auto& [key, moves] : by_key) {
            if (++number % 11 > 1 && moves.size() < 100 && key != 0 &&
                key != by_key.rbegin()->first)
                continue;
            const auto found = search->find(key);
            if (!found.has_value() || *found != moves) ++wrong;
            for (const std::uint64_t other : {key - 1, key + 1}) {
                const auto none = search->find(other);
                if (by_key.count(other) == 0 && (!none.has_value() || !none->empty())) ++wrong;
            }
        }
        CHECK(wrong == 0);
    }
    const std::string empty = encode({});
    const auto nothing = find(empty, 5);
    REQUIRE(nothing.has_value());
    CHECK(nothing->empty());
}

TEST_CASE("stats search: an answer takes a block, and a read of 20 bytes for each bit of the "
          "number of blocks") {
    Random random(8);
    const List list =
        test::in_order(test::sums_of(test::random_samples(random, 200'000, 1'000'000)));
    const std::string bytes = encode(list);
    const auto file = std::make_shared<CountingReader>(bytes);
    const std::uint64_t blocks = file->size() >> 14U;
    REQUIRE(blocks > 100);
    const auto search = book::StatsSearch::open(file);
    REQUIRE(search.has_value());
    CHECK(file->reads == 3);
    for (const MoveStats& stats : {list.front(), list[list.size() / 2], list.back()}) {
        file->reads = file->bytes = 0;
        REQUIRE(search->find(stats.key).has_value());
        CHECK(file->reads <= 12); // 8 points, 2 heads, 1 or 2 blocks
        CHECK(file->bytes < 34'000);
    }
}

TEST_CASE("stats search: damage is an error, or does not matter") {
    const List list = many_moves();
    const std::string file = encode(list);
    const MoveStats& wanted = list[list.size() / 3];
    List moves;
    std::copy_if(list.begin(), list.end(), std::back_inserter(moves),
                 [&](const MoveStats& stats) { return stats.key == wanted.key; });
    Random random(2);
    for (std::string one : {file, test::pgstats_version_1(file)}) {
        std::size_t errors = 0;
        const auto check = [&](std::string_view damaged, std::size_t at) {
            const auto found = find(damaged, wanted.key);
            if (found.has_error()) {
                ++errors;
                return;
            }
            CAPTURE(at);
            CHECK((*found == moves));
        };
        for (std::size_t at = 0; at < one.size(); at += one.size() - at < 900 ? 1U : 331U) {
            const char was = one[at];
            one[at] = static_cast<char>(was ^ (1 << random.below(8)));
            check(one, at);
            one[at] = was;
        }
        CHECK(errors > 50);
        errors = 0;
        check(one.substr(0, one.size() / 2), 0);
        check(one.substr(0, 5000) + one.substr(5001), 0);
        CHECK(errors == 2);
    }
    std::string damaged = file;
    damaged[13] = 'x'; // the first block's size
    const auto found = find(damaged, 0);
    REQUIRE(found.has_error());
    CHECK(found.error().message.starts_with("is damaged at byte 12: "));
}

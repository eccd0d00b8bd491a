#include "core/book/make/compat_counts.hpp"

#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

namespace polyglot::book {
namespace {

struct Batch {
    std::uint64_t key = 0;
    std::uint16_t move = 0;
    unsigned half_points = 0;
    unsigned times = 1;
    chess::Color mover = chess::Color::White;
};

CompatCounts counts_of(const std::vector<Batch>& batches) {
    CompatCounts counts;
    for (const Batch& batch : batches)
        for (unsigned i = 0; i < batch.times; ++i)
            counts.add({.key = batch.key,
                        .move = batch.move,
                        .mover = batch.mover,
                        .half_points = static_cast<std::uint8_t>(batch.half_points)});
    return counts;
}

// "key:move=weight …"
std::string book_of(const CompatCounts& counts, const CompatRules& rules) {
    std::string text;
    counts.write(rules, [&text](const RawEntry& entry) {
        text += (text.empty() ? "" : " ") + std::to_string(entry.key) + ':' +
                std::to_string(entry.move) + '=' + std::to_string(entry.weight);
    });
    return text;
}

constexpr CompatRules all{.min_game = 1};

void check(const std::vector<Batch>& batches, const std::string& expected,
           const CompatRules& rules = all) {
    CHECK(book_of(counts_of(batches), rules) == expected);
}

constexpr chess::Color Black = chess::Color::Black;

// Every line here was read off books that PolyGlot 2.0.4 made of such games.
TEST_CASE("the order of a book") {
    check({{9, 1, 2}, {3, 1, 2}, {~0ULL, 1, 2}, {5, 1, 2}},
          "3:1=2 5:1=2 9:1=2 18446744073709551615:1=2");
    check({{7, 30, 2}, {7, 20, 2, 2}, {7, 10, 2}, {7, 40, 2, 2}}, "7:20=4 7:40=4 7:30=2 7:10=2");
    check({{7, 30, 1}, {7, 20, 2}}, "7:30=1 7:20=1", {.min_game = 1, .uniform = true});
}

TEST_CASE("which moves are kept") {
    const std::vector<Batch> games{{1, 1, 2, 3}, {1, 2, 2, 2}, {1, 3, 0, 5}, {2, 1, 1, 4, Black}};
    check(games, "1:1=6 2:1=4", {});
    check(games, "1:1=6 1:2=4 2:1=4");
    check(games, "1:1=6 1:2=4 2:1=4", {.min_game = 0});
    check(games, "1:1=6 1:2=4", {.min_game = 1, .only_white = true});
    check(games, "2:1=4", {.min_game = 1, .only_black = true});
    check(games, "1:1=6 1:2=4", {.min_game = 1, .min_score = 50.01});
    check(games, "1:1=6 1:2=4 2:1=4", {.min_game = 1, .min_score = 50});
    check(games, "", {.min_game = 1, .min_score = 100.001});
    // 100 * 2 / 6 and 100 * (2 / 6) are different numbers.
    check({{1, 1, 2}, {1, 1, 0, 2}}, "1:1=2", {.min_game = 1, .min_score = 33.3333333});
    check({{1, 1, 2}, {1, 1, 0, 2}}, "", {.min_game = 1, .min_score = 33.333333333333336});
}

TEST_CASE("a position is halved when one of its moves has 16384 games") {
    check({{1, 1, 2, 16383}}, "1:1=32766");
    check({{1, 1, 2, 16384}}, "1:1=16384");
    check({{1, 1, 2, 24575}}, "1:1=32766");
    check({{1, 1, 2, 24576}}, "1:1=16384");
    check({{1, 1, 2, 24577}}, "1:1=16386");
    check({{1, 1, 2, 3}, {1, 2, 2, 5}, {1, 3, 1, 7}, {1, 1, 1, 16381}}, "1:1=8194 1:2=5 1:3=4");
    // What comes later is not halved, nor another position.
    check({{2, 1, 1, 5}, {1, 1, 1, 16384}, {1, 2, 2}}, "1:1=8192 1:2=2 2:1=5");
    // Games are halved as well: 3 become 2, 2 and 1 become 1.
    const std::vector<Batch> games{{1, 1, 1, 3}, {1, 2, 1, 2}, {1, 3, 1, 1},
                                   {1, 4, 0, 2}, {1, 4, 1, 1}, {1, 9, 0, 16384}};
    check(games, "1:1=2 1:2=1 1:3=1 1:4=1");
    check(games, "1:1=2 1:4=1", {.min_game = 2});
    check(games, "", {.min_game = 3});
    check({{1, 9, 0, 16384}, {1, 9, 2}}, "1:9=2", {.min_game = 8193});
    check({{1, 9, 0, 16384}, {1, 9, 2}}, "", {.min_game = 8194});
}

TEST_CASE("many positions whose keys end in the same bits") {
    constexpr std::uint64_t positions = 1000;
    CompatCounts counts;
    for (unsigned round = 0; round < 2; ++round)
        for (std::uint64_t i = 0; i < positions; ++i)
            for (std::uint16_t move = 1; move <= 2; ++move)
                counts.add(
                    {.key = (i % 10) << 40U | (i / 10) << 6U, .move = move, .half_points = 2});
    CHECK(counts.size() == 2 * positions);
    std::size_t entries = 0;
    counts.write(all, [&](const RawEntry& entry) { entries += entry.weight == 4 ? 1 : 0; });
    CHECK(entries == 2 * positions);
    CHECK(counts.bytes() < 2 * positions * 28);
}

} // namespace
} // namespace polyglot::book

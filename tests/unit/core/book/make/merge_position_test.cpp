#include "core/book/make/merge_position.hpp"
#include "core/random.hpp"

#include <string>
#include <vector>

#include <doctest/doctest.h>

namespace polyglot::book {
namespace {

// "move=weight …", with "/games/half-points" where there are any.
std::string text_of(const std::vector<RawEntry>& entries) {
    std::string text;
    for (const RawEntry& entry : entries) {
        text += (text.empty() ? "" : " ") + std::to_string(entry.move) + '=' +
                std::to_string(entry.weight);
        if (entry.learn_count > 0 || entry.learn_sum > 0)
            text += '/' + std::to_string(entry.learn_count) + '/' + std::to_string(entry.learn_sum);
    }
    return text;
}

void check(const std::vector<BookEntry>& entries, const MergeRules& rules,
           const std::string& expected, bool scaled = false) {
    PositionMerger merger(rules);
    CHECK(text_of(merger.merge(entries)) == expected);
    // Nothing is left over from the position before
    CHECK(text_of(merger.merge(entries)) == expected);
    CHECK(merger.scaled() == (scaled ? 2 : 0));
}

BookEntry in(std::size_t book, std::uint16_t move, std::uint16_t weight, std::uint16_t games = 0,
             std::uint16_t half_points = 0) {
    return {book, {7, move, weight, games, half_points}};
}

TEST_CASE("weights of several books") {
    const std::vector<BookEntry> entries{in(0, 1, 30), in(0, 2, 10), in(2, 2, 100), in(2, 3, 300)};
    check(entries, {}, "3=300 2=110 1=30");
    check(entries, {.by = MergeBy::Max}, "3=300 2=100 1=30");
    check(entries, {.by = MergeBy::Priority}, "1=30 2=10");
    check(entries, {.by = MergeBy::Average}, "1=65535 3=65535 2=43690"); // 3/4, 1/4 and 1/4, 3/4
    check(entries, {.factors = {10, 1, 0.5}}, "1=300 2=150 3=150");
    check(entries, {.by = MergeBy::Max, .factors = {10, 1, 0.5}}, "1=300 3=150 2=100");
    // 9/4, 1, 3/4
    check(entries, {.by = MergeBy::Average, .factors = {1, 1, 3}}, "3=65535 2=29127 1=21845");
    check({in(1, 5, 4)}, {.factors = {1, 0.1}}, "5=1");
    check({}, {}, "");
}

TEST_CASE("the order of equal weights, weight 0, a move that stands twice") {
    check({in(0, 9, 5), in(0, 8, 5), in(1, 7, 5), in(1, 6, 5)}, {}, "9=5 8=5 7=5 6=5");
    check({in(0, 9, 0), in(1, 9, 0), in(1, 8, 0)}, {}, "9=0 8=0");
    check({in(0, 9, 0), in(1, 8, 0)}, {.by = MergeBy::Average}, "9=0 8=0");
    check({in(0, 1, 1), in(0, 2, 3), in(0, 1, 9), in(1, 1, 4)}, {}, "1=14 2=3");
    check({in(0, 1, 1), in(0, 2, 3), in(0, 1, 9), in(1, 1, 4)}, {.by = MergeBy::Max}, "1=10 2=3");
}

TEST_CASE("the quick way for few moves says what the way for all rules does") {
    Random random{5};
    PositionMerger quick({});
    PositionMerger thorough({.factors = {1, 1, 1}});
    for (int i = 0; i < 3000; ++i) {
        std::vector<BookEntry> entries;
        const std::uint64_t most = i % 3 == 0 ? 65536 : 9;
        for (std::size_t book = 0; book < 3; ++book)
            for (std::uint64_t left = random.below(4); left > 0; --left)
                entries.push_back(in(book, static_cast<std::uint16_t>(random.below(5)),
                                     static_cast<std::uint16_t>(random.below(most)),
                                     static_cast<std::uint16_t>(random.below(3))));
        CHECK(text_of(quick.merge(entries)) == text_of(thorough.merge(entries)));
    }
    CHECK(quick.scaled() == thorough.scaled());
    CHECK(quick.scaled() > 0);
}

TEST_CASE("sums above 16 bits keep their ratios") {
    check({in(0, 1, 60000), in(0, 2, 30000), in(1, 1, 60000), in(1, 2, 30000)}, {},
          "1=65535 2=32768", true);
    check({in(0, 1, 65535), in(0, 2, 1), in(1, 1, 65535), in(1, 3, 0)}, {}, "1=65535 2=1 3=0",
          true);
    check({in(0, 1, 65535)}, {}, "1=65535");
    check({in(0, 1, 65535), in(0, 2, 5)}, {.factors = {1000}}, "1=65535 2=5", true);
}

TEST_CASE("learn fields") {
    const std::vector<BookEntry> entries{in(0, 1, 5, 7, 8), in(0, 2, 5), in(1, 1, 6, 3, 1),
                                         in(1, 2, 1, 4, 4), in(1, 3, 1, 2, 3)};
    check(entries, {}, "1=11/7/8 2=6 3=1/2/3");
    check(entries, {.learn = MergeLearn::Sum}, "1=11/10/9 2=6/4/4 3=1/2/3");
    check(entries, {.learn = MergeLearn::None}, "1=11 2=6 3=1");
    check({in(0, 1, 5, 7, 8)}, {.learn = MergeLearn::None}, "1=5");
    check({in(0, 1, 5, 7, 8)}, {}, "1=5/7/8");
    check({in(0, 1, 1, 60000, 60000), in(1, 1, 1, 60000, 60000)}, {.learn = MergeLearn::Sum},
          "1=2/60000/60000");
}

} // namespace
} // namespace polyglot::book

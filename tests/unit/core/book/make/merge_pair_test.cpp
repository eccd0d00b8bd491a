#include "core/book/entry_table.hpp"
#include "core/book/make/merge_pair.hpp"

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include <doctest/doctest.h>

namespace polyglot::book {
namespace {

// What is written of the two stretches; checks how much of each is used.
std::vector<RawEntry> merge(const std::vector<RawEntry>& first, const std::vector<RawEntry>& second,
                            std::size_t from_first, std::size_t from_second) {
    std::string a;
    std::string b;
    append_entries(a, first);
    append_entries(b, second);
    std::vector<std::byte> output(a.size() + b.size());
    const PairMerge merged =
        merge_single_entries(std::as_bytes(std::span(a)), std::as_bytes(std::span(b)), output);
    CHECK(merged.from_first == from_first);
    CHECK(merged.from_second == from_second);
    std::vector<RawEntry> entries;
    for (std::size_t n = 0; n < merged.written; ++n)
        entries.push_back(
            decode_entry(std::span(output).subspan(n * entry_size).first<entry_size>()));
    return entries;
}

using Entries = std::vector<RawEntry>;
constexpr RawEntry last{end_marker_key - 1, 1, 1, 0, 0}; // is never taken

TEST_CASE("single entries of two books") {
    CHECK(merge({{1, 7, 5, 1, 2}, {4, 7, 1}, last},
                {{2, 8, 6, 3, 4}, {4, 7, 9, 5, 5}, {5, 7, 1}, last}, 2,
                2) == Entries{{1, 7, 5, 1, 2}, {2, 8, 6, 3, 4}, {4, 7, 10}});
    CHECK(merge({{4, 7, 1, 2, 1}, last}, {{4, 7, 65534, 9, 9}, last}, 1, 1) ==
          Entries{{4, 7, 65535, 2, 1}});
    CHECK(merge({}, {{1, 7, 5}, last}, 0, 0).empty());
    CHECK(merge({last}, {{1, 7, 5}, last}, 0, 0).empty());
}

TEST_CASE("what two books do not have in single entries is left to others") {
    const RawEntry before{1, 7, 5};
    const auto stops = [&](Entries first, Entries second) {
        first.insert(first.begin(), before);
        first.push_back(last);
        second.push_back(last);
        CHECK(merge(first, second, 1, 0) == Entries{before});
        second.insert(second.begin(), before);
        first.erase(first.begin());
        CHECK(merge(first, second, 0, 1) == Entries{before});
    };
    stops({{4, 7, 1}}, {{4, 8, 1}});            // different moves
    stops({{4, 7, 1}}, {{4, 7, 65535}});        // a sum that does not fit
    stops({{4, 7, 65535}}, {{4, 8, 65535}});    // and whose carry would make the moves equal
    stops({{4, 7, 2}, {4, 8, 1}}, {{5, 7, 1}}); // several moves
    stops({{5, 7, 1}}, {{4, 7, 2}, {4, 8, 1}});
    stops({{4, 7, 1}, {3, 7, 1}}, {{5, 7, 1}}); // disorder
    stops({{5, 7, 1}}, {{4, 7, 1}, {3, 7, 1}});
    CHECK(merge({{0, 7, 5}, last}, {{1, 7, 5}, last}, 0, 0).empty()); // header text
    constexpr RawEntry marker{end_marker_key, 0, 0, 0, 0};
    CHECK(merge({{1, 7, 5}, marker, marker}, {marker, marker}, 1, 0) == Entries{{1, 7, 5}});
}

} // namespace
} // namespace polyglot::book

// What the tests of openings-book share: books of lines.
#pragma once
#include "tests/unit/tools/books/book_tools_support.hpp"

#include <algorithm>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace polyglot::openings_book_test {

using namespace polyglot::tools;

struct WeightedLine {
    std::string_view moves; // in coordinates
    std::uint16_t weight = 1;
};

// Every move of the lines; the weight is added to each move of its line.
inline std::vector<book::RawEntry> entries_of(const std::vector<WeightedLine>& lines) {
    std::map<std::pair<std::uint64_t, std::uint16_t>, book::RawEntry> entries;
    for (const WeightedLine& line : lines) {
        chess::Position position = chess::Position::start();
        std::istringstream words{std::string(line.moves)};
        for (std::string word; words >> word;) {
            const auto raw = test::raw_move(word);
            auto& entry = entries
                              .try_emplace({position.key(), raw},
                                           book::RawEntry{position.key(), raw, 0, 0, 0})
                              .first->second;
            entry.weight = static_cast<std::uint16_t>(entry.weight + line.weight);
            position.make(*chess::parse_uci_move(position, word));
        }
    }
    std::vector<book::RawEntry> sorted;
    for (const auto& [key, entry] : entries)
        sorted.push_back(entry);
    return sorted;
}

// Nine positions at ply 3, one of them reached in two ways (d4 d5 c4, c4 d5 d4); d4 d5 c4 has most
// of the weight.
inline std::vector<WeightedLine> sample_lines() {
    return {{"e2e4 e7e5 g1f3", 20}, {"e2e4 e7e5 f1c4", 5}, {"e2e4 e7e5 b1c3", 1},
            {"e2e4 c7c5 g1f3", 30}, {"e2e4 c7c5 b1c3", 4}, {"e2e4 e7e6 d2d4", 9},
            {"d2d4 d7d5 c2c4", 80}, {"c2c4 d7d5 d2d4", 3}, {"d2d4 g8f6 c2c4", 25},
            {"d2d4 d7d5 g1f3", 1},  {"g2g3 d7d5", 7}};
}

inline std::size_t count_lines(const std::string& text) {
    return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
}

} // namespace polyglot::openings_book_test

// Small books of the formats that are not PolyGlot's, for the tests of the book tools.
#pragma once
#include "core/book/sftt/sftt.hpp"
#include "core/book/yacb/yacb.hpp"
#include "core/chess/stockfish_key.hpp"
#include "tests/unit/core/book/arena/abk_samples.hpp"
#include "tests/unit/core/book/book_bytes.hpp"

#include <algorithm>
#include <string_view>
#include <vector>

namespace polyglot::tools {

// The key of YACB and SFTT for the position after these moves from the start.
inline std::uint64_t stockfish_key_behind(const std::vector<std::string_view>& moves) {
    return chess::stockfish_key(test::after(moves));
}

inline book::YacbEntry yacb_entry(const std::vector<std::string_view>& path, std::string_view best,
                                  int value = 30) {
    book::YacbEntry entry;
    entry.key = stockfish_key_behind(path);
    entry.best_move = best.empty() ? std::uint16_t{0} : test::raw_move(best);
    entry.evaluation = {
        .value = value, .source = book::Evaluation::Source::Engine, .elo = 120, .depth = {}};
    return entry;
}

inline test::Bytes yacb_bytes(std::vector<book::YacbEntry> entries) {
    std::sort(entries.begin(), entries.end(),
              [](const auto& a, const auto& b) { return a.key < b.key; });
    test::Bytes bytes = test::to_bytes(book::encode_yacb_header());
    for (const book::YacbEntry& entry : entries) {
        std::array<std::byte, book::yacb_entry_size> raw{};
        book::encode_yacb_entry(entry, raw);
        bytes.insert(bytes.end(), raw.begin(), raw.end());
    }
    return bytes;
}

// 1. e4 e5 2. Nf3: +0.30, +0.20, +0.25.
inline test::Bytes yacb_sample() {
    return yacb_bytes({yacb_entry({}, "e2e4"), yacb_entry({"e2e4"}, "e7e5", 20),
                       yacb_entry({"e2e4", "e7e5"}, "g1f3", 25)});
}

inline book::SfttEntry sftt_entry(const std::vector<std::string_view>& path, std::string_view best,
                                  int depth = 20) {
    constexpr std::uint8_t exact = 3;
    return {stockfish_key_behind(path),
            static_cast<std::uint8_t>(depth + 7),
            exact,
            best.empty() ? std::uint16_t{0} : test::raw_move(best),
            62,
            43};
}

inline test::Bytes sftt_bytes(const std::vector<book::SfttEntry>& entries,
                              const book::SfttHeader& header = {}) {
    test::Bytes bytes = test::to_bytes(book::encode_sftt_header(header));
    for (const book::SfttEntry& entry : entries) {
        std::array<std::byte, book::sftt_entry_size> raw{};
        book::encode_sftt_entry(entry, raw);
        bytes.insert(bytes.end(), raw.begin(), raw.end());
    }
    return bytes;
}

inline test::Bytes sftt_sample() {
    return sftt_bytes({sftt_entry({}, "e2e4"), sftt_entry({"e2e4"}, "e7e5")});
}

// 1. e4 e5, and 1. d4 of priority 0.
inline book::AbkTree abk_sample() {
    auto tree = test::abk_tree(
        {test::abk_move("e2e4", 901, 902), test::abk_move("e7e5"), test::abk_move("d2d4")});
    tree.records[0].games = 10;
    tree.records[0].white_wins = 5;
    tree.records[0].white_losses = 1;
    tree.records[2].priority = 0;
    tree.header.importance_of_games = 3;
    return tree;
}

} // namespace polyglot::tools

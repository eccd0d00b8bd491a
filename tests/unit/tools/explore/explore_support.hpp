// What the tests of the explorer share: small books, and questions about them.
#pragma once
#include "core/book/stockfish_move.hpp"
#include "core/book/yacb/yacb.hpp"
#include "core/chess/uci_move.hpp"
#include "tests/unit/tools/books/book_tools_support.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <boost/json.hpp>

namespace polyglot::tools {

struct Played {
    std::string_view before, move;
    std::uint16_t weight = 1;
    std::uint16_t learn_count = 0, learn_sum = 0;
};

inline std::string write_book(const BookFolder& folder, std::string_view name,
                              const std::vector<Played>& moves) {
    std::vector<book::RawEntry> entries;
    for (const Played& one : moves)
        entries.push_back({after(one.before).key(), test::raw_move(one.move), one.weight,
                           one.learn_count, one.learn_sum});
    std::stable_sort(entries.begin(), entries.end(),
                     [](const auto& a, const auto& b) { return a.key < b.key; });
    return folder.write(name, entries);
}

// The best move of a position and its value for White.
struct Valued {
    std::string_view before, move;
    int value = 0;
};

inline std::string yacb_bytes(const std::vector<Valued>& positions) {
    std::string bytes = book::encode_yacb_header();
    const auto empty =
        book::YacbBook::open(std::make_shared<book::SpanReader>(std::as_bytes(std::span(bytes))));
    std::vector<book::YacbEntry> entries;
    for (const Valued& one : positions) {
        const chess::Position position = after(one.before);
        book::YacbEntry& entry = entries.emplace_back();
        entry.key = empty->key_of(position);
        entry.evaluation = {
            .value = one.value, .source = book::Evaluation::Source::Engine, .elo = 120};
        entry.best_move =
            book::encode_stockfish_move(*chess::parse_uci_move(position, one.move), position);
    }
    std::sort(entries.begin(), entries.end(),
              [](const auto& a, const auto& b) { return a.key < b.key; });
    for (const book::YacbEntry& entry : entries) {
        std::array<std::byte, book::yacb_entry_size> raw{};
        book::encode_yacb_entry(entry, raw);
        bytes.append(reinterpret_cast<const char*>(raw.data()), raw.size());
    }
    return bytes;
}

inline boost::json::array line(std::initializer_list<const char*> moves) {
    boost::json::array array;
    for (const char* move : moves)
        array.push_back(boost::json::string(move));
    return array;
}

// 1. e4 c5 2. Nf3, or 1. d4.
inline const std::vector<Played> sample{
    {"", "e2e4", 3, 4, 5}, {"", "d2d4", 1}, {"e2e4", "c7c5", 1}, {"e2e4 c7c5", "g1f3", 1}};

} // namespace polyglot::tools

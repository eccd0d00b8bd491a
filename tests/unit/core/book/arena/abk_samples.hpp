// Arena books made by hand, record for record.
#pragma once
#include "core/book/arena/abk.hpp"
#include "core/chess/uci_move.hpp"
#include "core/random.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

namespace polyglot::test {

constexpr std::size_t abk_begin = 25200; // of the records, in bytes
constexpr std::size_t abk_record = 28;

inline std::uint8_t abk_square(std::string_view text) {
    return static_cast<std::uint8_t>((text[0] - 'a') + 8 * (text[1] - '1'));
}

// A record of priority 5; 900 is the number of the first one.
inline book::AbkRecord abk_move(std::string_view move,
                                std::uint32_t next_move = book::AbkRecord::none,
                                std::uint32_t next_sibling = book::AbkRecord::none) {
    book::AbkRecord record;
    record.from = abk_square(move.substr(0, 2));
    record.to = abk_square(move.substr(2, 2));
    record.priority = 5;
    record.games = 1;
    record.next_move = next_move;
    record.next_sibling = next_sibling;
    return record;
}

// A header that is consistent with the records.
inline book::AbkTree abk_tree(std::vector<book::AbkRecord> records) {
    book::AbkTree tree;
    tree.header.moves = static_cast<std::uint32_t>(records.size());
    tree.records = std::move(records);
    return tree;
}

// One line from the start position, each move the only reply to the one before.
inline book::AbkTree abk_line(const std::vector<std::string_view>& moves) {
    std::vector<book::AbkRecord> records;
    for (std::size_t i = 0; i < moves.size(); ++i)
        records.push_back(abk_move(moves[i], i + 1 < moves.size()
                                                 ? static_cast<std::uint32_t>(901 + i)
                                                 : book::AbkRecord::none));
    return abk_tree(std::move(records));
}

inline book::AbkBook open_abk(std::string_view bytes) {
    auto book = book::AbkBook::open(book::SpanReader(std::as_bytes(std::span(bytes))));
    REQUIRE_MESSAGE(book.has_value(), book.error().message);
    return *std::move(book);
}
inline book::AbkBook open_abk(const book::AbkTree& tree) {
    return open_abk(book::encode_abk(tree));
}

inline chess::Position after(const std::vector<std::string_view>& moves) {
    chess::Position position = chess::Position::start();
    for (const std::string_view text : moves) {
        const auto move = chess::parse_uci_move(position, text);
        REQUIRE_MESSAGE(move.has_value(), text);
        position.make(*move);
    }
    return position;
}

// "e2e4 d2d4 ": what the book has for the position, in its order.
inline std::string moves_in(const book::Book& book, const chess::Position& position) {
    std::string text;
    for (const book::Entry& entry : book.find(position))
        text += chess::format_uci_move(entry.move) + ' ';
    return text;
}

inline std::string warnings_of(const book::Book& book) {
    std::string text;
    for (const std::string& warning : book.warnings())
        text += warning + '\n';
    return text;
}

// What a tree says of each move of each position, worked out by going through it as one would by
// hand.
using AbkSums = std::map<std::pair<std::uint64_t, std::string>,
                         std::pair<int, book::GameCounts>>; // priority, counts

inline void add_sums(const book::AbkTree& tree, std::uint32_t number, chess::Position position,
                     AbkSums& sums, std::map<std::uint64_t, chess::Position>& positions) {
    for (; number != book::AbkRecord::none;) {
        const book::AbkRecord& record = tree.records.at(number - 900);
        number = record.next_sibling;
        if (record.ply == 1) continue;
        std::string text = chess::format_square(static_cast<chess::Square>(record.from)) +
                           chess::format_square(static_cast<chess::Square>(record.to));
        if (record.promotion != 0)
            text += std::string(" rnbq")[static_cast<std::size_t>(std::abs(record.promotion))];
        const auto move = chess::parse_uci_move(position, text);
        REQUIRE_MESSAGE(move.has_value(), text);
        positions.emplace(position.key(), position);
        const auto key = std::pair(position.key(), chess::format_uci_move(*move));
        const auto [it, added] = sums.try_emplace(
            key, record.priority,
            book::GameCounts{record.games, record.white_wins, record.white_losses});
        if (!added) {
            auto& [priority, counts] = it->second;
            priority = std::min<int>(priority, record.priority) == 0
                           ? 0
                           : std::max<int>(priority, record.priority);
            counts.games += record.games;
            counts.white_wins += record.white_wins;
            counts.white_losses += record.white_losses;
        }
        chess::Position next = position;
        next.make(*move);
        add_sums(tree, record.next_move, next, sums, positions);
    }
}

// The book says of each of these positions what the sums say, and of no other.
inline void check_sums(const book::AbkBook& book, const AbkSums& sums,
                       const std::map<std::uint64_t, chess::Position>& positions) {
    CHECK(book.count_positions() == positions.size());
    CHECK(book.count_moves() == sums.size());
    AbkSums found;
    for (const auto& [key, position] : positions)
        for (const book::Entry& entry : book.find(position))
            found[{key, chess::format_uci_move(entry.move)}] = {
                entry.priority.value_or(-1), entry.games.value_or(book::GameCounts{})};
    CHECK((found == sums));
}

} // namespace polyglot::test

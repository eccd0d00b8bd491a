// intersect-book and subtract-book, against sets in memory.
#include "core/book/polyglot/book.hpp"
#include "core/random.hpp"
#include "tests/unit/tools/books/book_tools_support.hpp"

#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace polyglot::tools {
namespace {

using book::RawEntry;
using chess::Position;

using Moves = std::map<std::pair<std::uint64_t, std::uint16_t>, RawEntry>; // by key and move

// Positions of random games, which two books of the same first seed share in part, and keys that no
// game reaches.
Moves random_moves(std::uint64_t seed, std::uint64_t own_seed) {
    Random games(seed);
    Random own(own_seed);
    Moves moves;
    for (int game = 0; game < 12; ++game) {
        Position position = Position::start();
        for (int ply = 0; ply < 8; ++ply) {
            const auto legal = position.legal_moves();
            if (legal.empty()) break;
            const chess::Move move = legal[games.below(legal.size())];
            const auto number = [&own] { return static_cast<std::uint16_t>(own.below(1000)); };
            const RawEntry entry{position.key(), book::encode_move(move), number(), number(),
                                 number()};
            if (ply < 4 || own.below(2) == 0)
                moves.emplace(std::pair(entry.key, entry.move), entry);
            position.make(move);
        }
        const RawEntry lonely{games.next() | 1U, book::encode_move(position.legal_moves()[0]), 5, 0,
                              0};
        if (own.below(2) == 0) moves.emplace(std::pair(lonely.key, lonely.move), lonely);
    }
    return moves;
}

std::vector<RawEntry> entries_of(const Moves& moves) {
    std::vector<RawEntry> entries;
    for (const auto& [key, entry] : moves)
        entries.push_back(entry);
    return entries;
}

TEST_CASE("intersect-book and subtract-book keep what sets in memory keep") {
    const BookFolder folder;
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        CAPTURE(seed);
        const Moves a = random_moves(seed, 2 * seed);
        const Moves b = random_moves(seed, 2 * seed + 1);
        const std::string first = folder.write("a.bin", entries_of(a));
        const std::string second = folder.write("b.bin", entries_of(b));
        const auto knows = [&b](std::uint64_t key) {
            return std::any_of(b.begin(), b.end(),
                               [key](const auto& item) { return item.first.first == key; });
        };
        Moves common;
        Moves rest;
        Moves unknown;
        Moves sums;
        for (const auto& [key, entry] : a) {
            (b.contains(key) ? common : rest).emplace(key, entry);
            if (!knows(key.first)) unknown.emplace(key, entry);
            if (!b.contains(key)) continue;
            RawEntry sum = entry;
            sum.weight = static_cast<std::uint16_t>(sum.weight + b.at(key).weight);
            sums.emplace(key, sum);
        }
        const auto check = [&](const auto& command, const std::vector<std::string>& more,
                               const Moves& expected) {
            std::vector<std::string> words{first, second, "-out", folder / "c.bin"};
            words.insert(words.end(), more.begin(), more.end());
            const Ran ran = run(command, words);
            REQUIRE_MESSAGE(ran.status == 0, ran.err);
            const std::string bytes = folder.read("c.bin");
            std::vector<RawEntry> found;
            for (std::size_t at = 0; at < bytes.size(); at += book::entry_size)
                found.push_back(book::decode_entry(std::as_bytes(std::span(bytes))
                                                       .subspan(at)
                                                       .template first<book::entry_size>()));
            CHECK(
                std::is_sorted(found.begin(), found.end(),
                               [](const RawEntry& x, const RawEntry& y) { return x.key < y.key; }));
            Moves as_set;
            for (const RawEntry& entry : found)
                as_set.emplace(std::pair(entry.key, entry.move), entry);
            CHECK(as_set == expected);
        };
        check(run_intersect_book, {}, common);
        check(run_intersect_book, {"-weight", "sum"}, sums);
        check(run_subtract_book, {}, rest);
        if (!unknown.empty()) check(run_subtract_book, {"-by", "position"}, unknown);
    }
}

TEST_CASE("set operations: other formats, both spellings of castling, header; an empty result is "
          "not written") {
    const BookFolder folder;
    const Position castles = after("e2e4 e7e5 g1f3 g8f6 f1e2 f8e7");
    std::vector<RawEntry> line;
    Position position = Position::start();
    for (const std::string move : {"e2e4", "e7e5", "g1f3", "g8f6", "f1e2", "f8e7"}) {
        const chess::Move played = chess::parse_uci_move(position, move).value();
        line.push_back({position.key(), book::encode_move(played), 9, 1, 2});
        position.make(played);
    }
    const auto write = [&](const std::string& name, std::uint16_t castling) {
        std::vector<RawEntry> entries = line;
        entries.push_back({castles.key(), castling, 70, 3, 4});
        std::sort(entries.begin(), entries.end(),
                  [](const RawEntry& x, const RawEntry& y) { return x.key < y.key; });
        return folder.write(name, entries);
    };
    const std::string polyglots = write("a.bin", 4U << 6U | 7U);
    const std::string uci = write("b.bin", 4U << 6U | 6U);
    REQUIRE(run(run_intersect_book, {uci, polyglots, "-out", folder / "c.bin"}).status == 0);
    CHECK(folder.read("c.bin") == folder.read("b.bin")); // as the first spells it

    REQUIRE(run(run_convert_book, {"-from", polyglots, "-to", folder / "a.abk"}).status == 0);
    REQUIRE(run(run_intersect_book, {uci, folder / "a.abk", "-out", folder / "d.bin"}).status == 0);
    CHECK(folder.read("d.bin") == folder.read("b.bin"));

    const Ran empty = run(run_subtract_book, {uci, polyglots, "-out", folder / "d.bin"});
    CHECK(empty.status == 1);
    CHECK(empty.err.find("no entry is left") != std::string::npos);
    CHECK(folder.read("d.bin") == folder.read("b.bin"));
    CHECK(run(run_subtract_book, {uci, polyglots, "-out", uci}).status == 1);
    CHECK(run(run_subtract_book, {uci, "-out", folder / "e.bin"}).status == 2);
    CHECK(run(run_subtract_book, {uci, polyglots, "-weight", "sum", "-out", folder / "e.bin"})
              .status == 2);
}

} // namespace
} // namespace polyglot::tools

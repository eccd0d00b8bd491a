// What the tests of learn fields share.
#pragma once
#include "storage/stores/learn_store.hpp"
#include "tests/support/harness/test_folder.hpp"
#include "tests/unit/core/book/book_bytes.hpp"

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace polyglot::learn_fields_test {

namespace fs = std::filesystem;
using book::RawEntry;
using test::Bytes;
using test::raw_move;

// A folder with a book in it.
class Fixture {
  public:
    explicit Fixture(const Bytes& bytes) { write(book, bytes); }

    static void write(const fs::path& path, const Bytes& bytes) {
        std::ofstream out(path, std::ios::binary);
        out.write(reinterpret_cast<const char*>(bytes.data()),
                  static_cast<std::streamsize>(bytes.size()));
        REQUIRE(out.flush().good());
    }
    Bytes bytes() const {
        std::ifstream in(book, std::ios::binary);
        return test::to_bytes(std::string{std::istreambuf_iterator<char>(in), {}});
    }
    RawEntry entry(std::size_t number) const {
        const Bytes all = bytes();
        REQUIRE(all.size() >= 16 * (number + 1));
        return book::decode_entry(std::span(all).subspan(16 * number).first<16>());
    }

    test::Folder folder;
    fs::path directory = folder.path;
    fs::path book = folder / "book.bin";
};

inline std::shared_ptr<book::LearnStore> open(const fs::path& book, bool force = false) {
    auto store = io::open_learn_fields(book, force);
    REQUIRE_MESSAGE(store.has_value(), store.error().message);
    return *std::move(store);
}

// A game with the moves of one colour in a line from the position.
inline book::LearntGame game(std::string_view line, int half_points,
                             chess::Color ours = chess::Color::White,
                             chess::Position position = chess::Position::start()) {
    book::LearntGame learnt{.moves = {}, .half_points = half_points, .engine = {}, .opponent = {}};
    while (!line.empty()) {
        const std::string_view word = line.substr(0, line.find(' '));
        line.remove_prefix(std::min(line.size(), word.size() + 1));
        const auto move = chess::parse_uci_move(position, word);
        REQUIRE_MESSAGE(move.has_value(), word);
        if (position.side_to_move() == ours) learnt.moves.push_back({position, *move});
        position.make(*move);
    }
    return learnt;
}

inline std::uint64_t key_after(std::string_view line) {
    chess::Position position = chess::Position::start();
    for (std::size_t i = 0; i < line.size(); i += 5)
        position.make(*chess::parse_uci_move(position, line.substr(i, 4)));
    return position.key();
}

// A book: a header, moves of five positions in the order of their keys, an end marker, and bytes
// that are not an entry.
struct Sample {
    Bytes head = test::header_bytes("@PG@\n1.0\n1\nnormal\nA book.");
    std::vector<RawEntry> entries;
    Bytes tail;

    Sample() {
        const auto add = [this](std::string_view line, std::string_view move,
                                std::uint16_t weight) {
            entries.push_back({key_after(line), raw_move(move), weight, 0, 0});
        };
        add("", "e2e4", 500);
        add("", "d2d4", 300);
        add("e2e4 e7e5", "g1f3", 100);
        add("e2e4 e7e5 g1f3 b8c6", "f1b5", 60);
        add("e2e4 e7e5 g1f3 b8c6", "f1c4", 40);
        add("e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6", "e1h1", 10);
        add("e2e4", "e7e5", 9);
        std::stable_sort(entries.begin(), entries.end(),
                         [](auto& a, auto& b) { return a.key < b.key; });
        test::append(tail, {book::end_marker_key, 0, 0, 0, 0});
        for (const int byte : {1, 2, 3})
            tail.push_back(static_cast<std::byte>(byte));
    }
    Bytes bytes() const {
        Bytes all = head;
        for (const RawEntry& entry : entries)
            test::append(all, entry);
        all.insert(all.end(), tail.begin(), tail.end());
        return all;
    }
    RawEntry& at(std::string_view line, std::string_view move) {
        const auto it = std::find_if(entries.begin(), entries.end(), [&](const RawEntry& entry) {
            return entry.key == key_after(line) && entry.move == raw_move(move);
        });
        REQUIRE(it != entries.end());
        return *it;
    }
    void learn(std::string_view line, std::string_view move, std::uint16_t count,
               std::uint16_t sum) {
        at(line, move).learn_count = count;
        at(line, move).learn_sum = sum;
    }
};

inline constexpr std::string_view ruy_lopez = "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6 e1g1 f8e7";

inline void check_recorded(book::LearnStore& store, const book::LearntGame& learnt,
                           std::size_t moves) {
    const auto done = store.record(learnt);
    REQUIRE_MESSAGE(done.has_value(), done.error().message);
    CHECK(*done == moves);
}

inline void check_refused(const Result<std::size_t>& done, std::string_view words) {
    REQUIRE_FALSE(done.has_value());
    CHECK_MESSAGE(done.error().message.find(words) != std::string::npos, done.error().message);
}

} // namespace polyglot::learn_fields_test

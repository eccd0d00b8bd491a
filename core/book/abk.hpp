// Arena's .abk format (docs/formats/arena-abk.md): a tree of moves from the start position, played by position.
#pragma once
#include "core/book/book.hpp"
#include "core/book/byte_reader.hpp"
#include "core/result.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace polyglot::book {

struct AbkHeader {
    std::string comment, author; // bytes as they stand, at most 120 and 80
    std::uint32_t depth = 0;     // of the book, plies
    std::uint32_t moves = 0;     // records, as the header says
    std::uint32_t min_games = 0, min_wins = 0;
    std::uint32_t min_white_per_cent = 0, min_black_per_cent = 0;
    std::uint32_t importance_of_priority = 0, importance_of_games = 0, importance_of_score = 0; // 0..15
    std::uint32_t max_ply = 9999; // "use book to half move"
    friend bool operator==(const AbkHeader&, const AbkHeader&) = default;
};

// 28 bytes of the file.
struct AbkRecord {
    std::uint8_t from = 0, to = 0; // a1 0, h1 7, h8 63
    std::int8_t promotion = 0;     // absolute value: 1 rook, 2 knight, 3 bishop, 4 queen
    std::uint8_t priority = 0;     // 0: never played
    std::uint32_t games = 0;
    std::uint32_t white_wins = 0, white_losses = 0;
    std::uint32_t ply = 0;
    std::uint32_t next_move = 0xffffffff, next_sibling = 0xffffffff; // record numbers, the first being 900; or none
    friend bool operator==(const AbkRecord&, const AbkRecord&) = default;
};

// The tree in memory, to be written.
struct AbkTree {
    AbkHeader header;
    std::vector<AbkRecord> records; // in the order of the file
};
std::string encode_abk(const AbkTree& tree);

class AbkBook final : public Book {
  public:
    // The first bytes of a file: "\x03ABK", "\x03AB2" … and the fixed numbers behind.
    static bool is_abk(std::span<const std::byte> head);
    // Reads the whole file and follows its tree once; keeps some 40 bytes for each move. Damage is cut out and told
    // in oddities(); an error only when it is no such file at all.
    static Result<AbkBook> open(const ByteReader& bytes);

    std::vector<Entry> find(const chess::Position& position) const override;
    Format format() const override { return Format::Arena; }
    std::uint64_t count_positions() const override;
    Facts facts() const override;
    std::vector<std::string> oddities() const override { return oddities_; }

    const AbkHeader& header() const { return header_; }

  private:
    AbkBook() = default;

    AbkHeader header_;
    std::vector<std::string> oddities_;
    // private parts are the implementer's
};

// A tree of what a book knows from the start position on: each position's continuations stand once, where the walk
// (core/book/walk.hpp) comes to it first; Arena and AbkBook find them by position elsewhere. A move that the book does
// not have but that leads to a position it knows becomes a record of priority 0.
struct AbkBuilt {
    AbkTree tree;
    std::uint64_t positions = 0; // of the book, reached
    std::uint64_t illegal = 0;   // entries left out: no legal move
    std::uint64_t bridges = 0;   // records of priority 0 for moves that the book does not have
};
AbkBuilt build_abk(const Book& book, AbkHeader header);

} // namespace polyglot::book

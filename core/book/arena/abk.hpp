// Arena's .abk format (docs/formats/arena-abk.md): a tree of moves from the start position, which
// is answered from by position, not by line. Test: abk_test.cpp.
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

// Sizes of these texts in the header, in bytes.
constexpr std::size_t abk_comment_size = 120, abk_author_size = 80;
// Greatest number of games: Arena reads the field as signed.
constexpr std::uint32_t max_abk_number = 0x7fffffff;
constexpr std::uint32_t max_abk_importance = 15, max_abk_per_cent = 100;
// The greatest priority that Arena's menu offers, and the priority of a new move.
constexpr std::uint8_t max_arena_priority = 9, usual_abk_priority = 5;

struct AbkHeader {
    std::string comment, author; // bytes of the file, unchanged
    std::uint32_t depth = 0;     // of the book, plies
    std::uint32_t moves = 0;     // records, as the header says
    std::uint32_t min_games = 0, min_wins = 0;
    std::uint32_t min_white_per_cent = 0, min_black_per_cent = 0;
    // Each states how much it counts in the choice of a move, 0 to 15.
    std::uint32_t importance_of_priority = 0, importance_of_games = 0, importance_of_score = 0;
    std::uint32_t max_ply = 9999; // "use book to half move"
    friend bool operator==(const AbkHeader&, const AbkHeader&) = default;
};

// One record of the file.
struct AbkRecord {
    static constexpr std::uint32_t first = 900;       // the number of the file's first record
    static constexpr std::uint32_t none = 0xffffffff; // instead of a record's number or place
    static constexpr std::size_t size = 28;           // bytes
    // These convert between the index `place` into AbkTree::records, the offset of the record in
    // the file and the pointer to it. A pointer may lead to a place beyond the records. `none`
    // stands for no pointer and for no place.
    static constexpr std::uint64_t byte_of(std::size_t place) {
        return std::uint64_t{size} * (first + place);
    }
    static constexpr std::uint32_t pointer_to(std::size_t place) {
        return place == none ? none : static_cast<std::uint32_t>(first + place);
    }
    static constexpr std::uint32_t place_of(std::uint32_t pointer) {
        return pointer == none ? none : pointer - first;
    }

    std::uint8_t from = 0, to = 0; // a1 0, h1 7, h8 63
    std::int8_t promotion = 0;     // absolute value: 1 rook, 2 knight, 3 bishop, 4 queen
    std::uint8_t priority = 0;     // 0: never played
    std::uint32_t games = 0;
    std::uint32_t white_wins = 0, white_losses = 0;
    // Named so by the format, but 0 at any depth in real files, and 1 where a move was deleted.
    std::uint32_t ply = 0;
    std::uint32_t next_move = none, next_sibling = none; // record numbers, or none

    GameCounts counts() const { return {games, white_wins, white_losses}; }
    friend bool operator==(const AbkRecord&, const AbkRecord&) = default;
};

// A whole file in memory.
struct AbkTree {
    AbkHeader header;
    std::vector<AbkRecord> records; // in the order of the file
    friend bool operator==(const AbkTree&, const AbkTree&) = default;
};
// Encodes the file. Texts are cut to the size of their fields; the tree is not checked.
std::string encode_abk(const AbkTree& tree);
void append_abk_record(std::string& bytes, const AbkRecord& record);
// Offset of the depth in the header; the number of moves follows it. Both have four bytes,
// little-endian.
constexpr std::size_t abk_depth_byte = 214;
// Decodes the records of the file, whether or not they are consistent. Faults in the header's texts
// and in the file's length become sentences in `warnings`. Fails if the file is not an Arena book
// or is larger than max_abk_size.
Result<AbkTree> decode_abk(const ByteReader& bytes, std::vector<std::string>& warnings);
// Size in bytes; Arena itself is a 32-bit program.
constexpr std::uint64_t max_abk_size = std::uint64_t{2} << 30U;

// One move of one position, in the index of a book.
struct AbkMove {
    std::uint64_t key = 0; // PolyGlot's, of the position
    GameCounts counts;     // of all records of the move
    chess::Move move;
    std::uint8_t priority = 0;
};

extern const FormatInfo arena_format;

class AbkBook final : public Book {
  public:
    // Recognises the first bytes of a file: "\x03ABK", "\x03AB2" … and the fixed numbers that
    // follow.
    static bool is_abk(std::span<const std::byte> head);
    // Reads the whole file and walks its tree once; keeps 24 bytes per move. Damage is cut out and
    // reported by warnings(). Fails only if the file is not an Arena book at all.
    static Result<AbkBook> open(const ByteReader& bytes);

    // Returns all moves in the order of the records. The weight is 0 if the limits of the book or a
    // priority of 0 forbid the move; otherwise it is the move's share in 1/2^20, at least 1.
    // docs/formats/arena-abk.md has the formula, which was fitted to Arena's choices.
    std::vector<Entry> find(const chess::Position& position) const override;
    const FormatInfo& format() const override;
    // Refuses what a .bin book refuses, castling with an inner rook (Chess960), because positions
    // are found by PolyGlot's key.
    std::string_view refuses(const chess::Position& position) const override;
    bool knows(const chess::Position& position) const override {
        return !moves_of(position).empty();
    }
    bool gives_moves() const override;
    std::uint64_t count_positions() const override { return positions_; }
    Facts facts() const override;
    std::vector<std::string> warnings() const override { return warnings_; }
    HeaderTexts header_texts() const override { return {header_.comment, header_.author, {}}; }
    std::string why_no_weight(const chess::Position& position, const Entry& entry) const override;
    const AbkHeader* arena_header() const override { return &header_; }

    const AbkHeader& header() const { return header_; }
    // Counts each move of a position once.
    std::uint64_t count_moves() const { return index_.size(); }

  private:
    AbkBook() = default;
    std::span<const AbkMove> moves_of(const chess::Position& position) const;

    AbkHeader header_;
    std::vector<std::string> warnings_;
    // Sorted by key; the moves of a position are in the order of their first records.
    std::vector<AbkMove> index_;
    std::uint64_t records_ = 0;
    std::uint64_t positions_ = 0;
};

// A tree of a book's content from the start position. The continuations of each position are
// written once, after the line by which the walk (core/book/walk/walk.hpp) first reaches it; Arena
// and AbkBook find them by position on other lines. A move that the book lacks but that leads to a
// position of the book becomes a record of priority 0.
struct AbkBuilt {
    AbkTree tree;
    std::uint64_t positions = 0; // positions of the book that have a move
    std::uint64_t illegal = 0;   // entries left out because the move is not legal
    std::uint64_t bridges = 0;   // records of priority 0 for moves that the book does not have
};
// Builds the tree. The header's depth and number of moves are computed here.
AbkBuilt build_abk(const Book& book, AbkHeader header);
// Returns the header of an Arena book unchanged. For any other book, returns a header without
// limits, under which the share of a move is that of its games; without games, that of its weight.
AbkHeader abk_header_for(const Book& book);

} // namespace polyglot::book

// SFTT (docs/formats/sftt.md): Stockfish's transposition table kept in a file. It is not a book,
// but a book can be made from it. Test: sftt_test.cpp.
#pragma once
#include "core/book/book.hpp"
#include "core/book/byte_reader.hpp"
#include "core/book/stockfish_move.hpp"
#include "core/result.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace polyglot::book {

struct SfttHeader {
    std::string root_fen; // of the last analysed position; empty if unknown
    std::uint64_t nodes = 0;
    std::uint8_t root_depth = 0;
    std::uint8_t min_entry_depth = 0; // plies
    friend bool operator==(const SfttHeader&, const SfttHeader&) = default;
};
struct SfttEntry {
    std::uint64_t key = 0;
    std::uint8_t depth8 = 0; // plies + 7, as Stockfish 14 keeps it
    std::uint8_t generation_and_bound = 0;
    std::uint16_t move = 0; // Stockfish's 16 bits; 0: none
    std::int16_t value = 0; // for the side to move, Stockfish's units
    std::int16_t eval = 0;
    friend bool operator==(const SfttEntry&, const SfttEntry&) = default;
    int depth() const { return depth8 - 7; }
    bool has_value() const; // searched, with a bound and a valid value
    bool has_eval() const;
};
constexpr int sftt_no_value = 32'002;
constexpr std::size_t sftt_header_size = 128, sftt_entry_size = 16; // bytes
// Encodes the header. A FEN longer than 91 bytes loses fields at its end; with clocks up to 9999 no
// FEN is so long.
std::string encode_sftt_header(const SfttHeader& header);
SfttEntry decode_sftt_entry(std::span<const std::byte, sftt_entry_size> bytes);
void encode_sftt_entry(const SfttEntry& entry, std::span<std::byte, sftt_entry_size> bytes);

extern const FormatInfo sftt_format;

class SfttTable final : public Book {
  public:
    static bool is_sftt(std::span<const std::byte> head); // of any version; 128 bytes are enough
    // Reads the whole file and keeps the deepest entry of each key in memory, sorted by key, 16
    // bytes each.
    static Result<SfttTable> open(const ByteReader& bytes);

    // Returns one entry if the position is in the table. Its weight is 1 if the table has a move
    // and 0 if not. A move that is not legal here shows that the data are of another position, so
    // the entry then has neither move nor value. The evaluation is for White.
    std::vector<Entry> find(const chess::Position& position) const override;
    const FormatInfo& format() const override;
    bool knows(const chess::Position& position) const override {
        return entry(position) != nullptr;
    }
    std::uint64_t count_positions() const override { return entries_.size(); }
    Facts facts() const override;
    std::vector<std::string> warnings() const override { return warnings_; }
    Result<std::vector<chess::Position>> roots() const override; // from the header
    // Returns the key without the half-move clock.
    std::uint64_t key_of(const chess::Position& position) const override;
    std::vector<std::uint16_t> stockfish_moves(const chess::Position& position) const override;
    std::shared_ptr<const Book> read_by(const Reading& reading) const override;

    const SfttHeader& header() const { return header_; }
    std::span<const SfttEntry> entries() const { return entries_; } // sorted by key
    // Returns the entry under the key that Stockfish 15.1 uses at this half-move clock, else the
    // entry under the key without the clock; null if the table has neither.
    const SfttEntry* entry(const chess::Position& position) const;
    // Returns the value for White, in centipawns or as the distance to mate in plies. For an entry
    // without a value, returns the static evaluation, or 0 if that is absent as well.
    static Evaluation evaluation_of(const SfttEntry& entry, chess::Color side_to_move);

  private:
    SfttTable() = default;
    const SfttEntry* find_key(std::uint64_t key) const;
    void keep_deepest();

    SfttHeader header_;
    std::vector<SfttEntry> entries_;
    std::vector<std::string> warnings_;
};

} // namespace polyglot::book

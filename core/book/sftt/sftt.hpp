// SFTT, Stockfish's transposition table kept in a file (docs/formats/sftt.md): no book, but one can
// be made of it.
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
    std::string root_fen; // of the last analysed position; empty: not kept
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
    bool has_value() const; // searched, with a bound and a value that means something
    bool has_eval() const;
};
constexpr int sftt_no_value = 32'002;
constexpr std::size_t sftt_header_size = 128, sftt_entry_size = 16; // bytes
// A FEN longer than 91 bytes, which no clocks up to 9999 make, loses fields at its end.
std::string encode_sftt_header(const SfttHeader& header);
SfttEntry decode_sftt_entry(std::span<const std::byte, sftt_entry_size> bytes);
void encode_sftt_entry(const SfttEntry& entry, std::span<std::byte, sftt_entry_size> bytes);

extern const FormatInfo sftt_format;

class SfttTable final : public Book {
  public:
    static bool is_sftt(std::span<const std::byte> head); // 128 bytes are enough; of any version
    // Reads the whole file; keeps the entries in memory, sorted by key (16 bytes each), the deepest
    // of each key.
    static Result<SfttTable> open(const ByteReader& bytes);

    // One entry for a known position. Its weight is 1 if the table names a move and 0 if not; a
    // move that is not legal here is another position's, and so is the value then: the entry has
    // neither. The evaluation is turned to White.
    std::vector<Entry> find(const chess::Position& position) const override;
    const FormatInfo& format() const override;
    bool knows(const chess::Position& position) const override {
        return entry(position) != nullptr;
    }
    std::uint64_t count_positions() const override { return entries_.size(); }
    Facts facts() const override;
    std::vector<std::string> warnings() const override { return warnings_; }
    Result<std::vector<chess::Position>> roots() const override; // the header's
    // Without the half-move clock
    std::uint64_t key_of(const chess::Position& position) const override;
    std::vector<std::uint16_t> stockfish_moves(const chess::Position& position) const override;
    std::shared_ptr<const Book> read_by(const Reading& reading) const override;

    const SfttHeader& header() const { return header_; }
    std::span<const SfttEntry> entries() const { return entries_; } // sorted by key
    // By the key that Stockfish 15.1 uses at this half-move clock, or else by the one without it.
    // Null: none.
    const SfttEntry* entry(const chess::Position& position) const;
    // For White, in centipawns or as the distance to mate in plies. Of an entry without a value it
    // is the static evaluation, or 0.
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

// YACB, "Yet Another Chess Book" (docs/formats/yacb.md): one value and one best move for each position, by Stockfish's
// key or by PolyGlot's with the file's own numbers.
#pragma once
#include "core/book/book.hpp"
#include "core/book/byte_reader.hpp"
#include "core/result.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace polyglot::book {

// Stockfish's 16 bits of a move: the legal one in this position, or null (it may be a collision). Never null for a
// legal one the other way round. Shared by YACB and SFTT.
chess::Move decode_stockfish_move(std::uint16_t raw, const chess::Position& position);
std::uint16_t encode_stockfish_move(chess::Move move, const chess::Position& position);

struct YacbEntry {
    std::uint64_t key = 0;
    Evaluation evaluation;
    std::uint16_t best_move = 0; // Stockfish's 16 bits; 0: none
    friend bool operator==(const YacbEntry&, const YacbEntry&) = default;
};
constexpr std::size_t yacb_entry_size = 16; // bytes
// Nothing for reserved values.
std::optional<YacbEntry> decode_yacb_entry(std::span<const std::byte, yacb_entry_size> bytes);
void encode_yacb_entry(const YacbEntry& entry, std::span<std::byte, yacb_entry_size> bytes);
// What stands before the entries of a book with Stockfish's keys: 32 bytes.
std::string encode_yacb_header();

class YacbBook final : public Book {
  public:
    static bool is_yacb(std::span<const std::byte> head); // 32 bytes are enough
    // Reads the header and a bounded number of pages; find() takes a few reads in a file of any size.
    static Result<YacbBook> open(std::shared_ptr<const ByteReader> bytes);

    // The best move with weight 1, if it is legal.
    std::vector<Entry> find(const chess::Position& position) const override;
    Format format() const override { return Format::Yacb; }
    bool knows(const chess::Position& position) const override { return evaluation(position).has_value(); }
    std::uint64_t count_positions() const override;
    Facts facts() const override;
    std::vector<std::string> oddities() const override { return oddities_; }

    std::optional<YacbEntry> evaluation(const chess::Position& position) const;
    std::uint64_t size() const { return size_; } // entries
    std::optional<YacbEntry> operator[](std::uint64_t number) const;
    // By which this book knows the position.
    std::uint64_t key_of(const chess::Position& position) const;

  private:
    explicit YacbBook(std::shared_ptr<const ByteReader> bytes) : bytes_(std::move(bytes)) {}

    std::shared_ptr<const ByteReader> bytes_;
    std::uint64_t size_ = 0;
    std::unique_ptr<std::array<std::uint64_t, 781>> keys_; // of the file; null: Stockfish's
    std::vector<std::string> oddities_;
};

} // namespace polyglot::book

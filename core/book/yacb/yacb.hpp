// YACB, "Yet Another Chess Book" (docs/formats/yacb.md): one value and one best move for each
// position, by Stockfish's key or by PolyGlot's with the file's own numbers.
#pragma once
#include "core/book/book.hpp"
#include "core/book/byte_reader.hpp"
#include "core/book/entry_table.hpp"
#include "core/book/stockfish_move.hpp"
#include "core/result.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace polyglot::book {

struct YacbEntry {
    std::uint64_t key = 0;
    Evaluation evaluation;
    std::uint16_t best_move = 0; // Stockfish's 16 bits; 0: none
    friend bool operator==(const YacbEntry&, const YacbEntry&) = default;
};
constexpr std::size_t yacb_entry_size = 16; // bytes
// Nothing for reserved values.
std::optional<YacbEntry> decode_yacb_entry(std::span<const std::byte, yacb_entry_size> bytes);
// A value beyond what its type can hold becomes the nearest one that it can. The depth is not
// written.
void encode_yacb_entry(const YacbEntry& entry, std::span<std::byte, yacb_entry_size> bytes);

// The numbers of a file's own keys, in the order of PolyGlot's.
using YacbNumbers = std::array<std::uint64_t, 781>;
// What stands before the entries of a book with Stockfish's keys: 32 bytes.
std::string encode_yacb_header();
// The same of one with keys of these numbers: 6280 bytes.
std::string encode_yacb_header(const YacbNumbers& numbers);

extern const FormatInfo yacb_format;

class YacbBook final : public Book {
  public:
    static bool is_yacb(std::span<const std::byte> head); // 32 bytes are enough; of any version
    // Reads the header and a bounded number of pages; find() takes a few reads in a file of any
    // size.
    static Result<YacbBook> open(std::shared_ptr<const ByteReader> bytes);

    // One entry for a known position. Its weight is 1 if the book names a move and 0 if not; a move
    // that is not legal here is another position's, and so is the value then: the entry has
    // neither.
    std::vector<Entry> find(const chess::Position& position) const override;
    // With PolyGlot's keys, what a .bin book refuses: castling with an inner rook (Chess960).
    std::string_view refuses(const chess::Position& position) const override;
    const FormatInfo& format() const override;
    bool knows(const chess::Position& position) const override {
        return evaluation(position).has_value();
    }
    bool gives_moves() const override { return size() > 0; }
    std::uint64_t count_positions() const override { return size(); }
    Facts facts() const override;
    std::vector<std::string> warnings() const override { return warnings_; }
    std::uint64_t key_of(const chess::Position& position) const override;
    std::shared_ptr<const KeyFilter> make_key_filter() const override;
    std::vector<std::uint16_t> stockfish_moves(const chess::Position& position) const override;
    const YacbBook* yacb() const override { return this; }

    // What the book has for the position's key, whether or not its move is legal.
    std::optional<YacbEntry> evaluation(const chess::Position& position) const;
    std::uint64_t size() const { return table_.size(); } // entries
    // Returns nullopt for reserved values, and if the file can no longer be read. Does a separate
    // read.
    std::optional<YacbEntry> operator[](std::uint64_t number) const;
    // All entries but those with reserved values, in file order. False ends it. Returns false only
    // if the file cannot be read to its end.
    using EntryVisitor = std::function<bool(std::uint64_t number, const YacbEntry& entry)>;
    bool for_each(const EntryVisitor& visit) const;
    // What a file with these keys begins with.
    std::string header() const {
        return numbers_ ? encode_yacb_header(*numbers_) : encode_yacb_header();
    }

  private:
    explicit YacbBook(EntryTable table) : table_(std::move(table)) {}
    void inspect();

    EntryTable table_;
    std::shared_ptr<const YacbNumbers> numbers_; // of the file; null: Stockfish's keys
    std::vector<std::string> warnings_;
};

} // namespace polyglot::book

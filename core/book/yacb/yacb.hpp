// YACB, "Yet Another Chess Book" (docs/formats/yacb.md): one value and one best move for each
// position. Its keys are Stockfish's, or PolyGlot's with the file's own random numbers. Test:
// yacb_test.cpp.
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
// Returns nullopt for reserved values.
std::optional<YacbEntry> decode_yacb_entry(std::span<const std::byte, yacb_entry_size> bytes);
// Encodes an entry. A value outside the range of its type becomes the nearest one in it. The depth
// is not written.
void encode_yacb_entry(const YacbEntry& entry, std::span<std::byte, yacb_entry_size> bytes);

// A file's own keys are made of these random numbers, which are in the order of PolyGlot's.
using YacbNumbers = std::array<std::uint64_t, 781>;
// Returns the 32 bytes before the entries of a book with Stockfish's keys.
std::string encode_yacb_header();
// Returns the 6280 bytes before the entries of a book whose keys are made of these numbers.
std::string encode_yacb_header(const YacbNumbers& numbers);

extern const FormatInfo yacb_format;

class YacbBook final : public Book {
  public:
    static bool is_yacb(std::span<const std::byte> head); // of any version; 32 bytes are enough
    // Reads the header and a bounded number of pages. find() takes a few reads in a file of any
    // size.
    static Result<YacbBook> open(std::shared_ptr<const ByteReader> bytes);

    // Returns one entry if the position is in the book. Its weight is 1 if the book has a move and
    // 0 if not. A move that is not legal here shows that the data are of another position, so the
    // entry then has neither move nor value.
    std::vector<Entry> find(const chess::Position& position) const override;
    // With PolyGlot's keys, refuses what a .bin book refuses: castling with an inner rook
    // (Chess960).
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

    // Returns what the book has under the position's key, whether or not its move is legal.
    std::optional<YacbEntry> evaluation(const chess::Position& position) const;
    std::uint64_t size() const { return table_.size(); } // entries
    // Reads the entry with this number. Returns nullopt for reserved values, and if the file can no
    // longer be read.
    std::optional<YacbEntry> operator[](std::uint64_t number) const;
    // Visits all entries but those with reserved values, in file order. The visitor ends the pass
    // by returning false. for_each() returns false only if the file cannot be read to its end.
    using EntryVisitor = std::function<bool(std::uint64_t number, const YacbEntry& entry)>;
    bool for_each(const EntryVisitor& visit) const;
    // Returns the header of a file with the same keys.
    std::string header() const {
        return numbers_ ? encode_yacb_header(*numbers_) : encode_yacb_header();
    }

  private:
    explicit YacbBook(EntryTable table) : table_(std::move(table)) {}
    void inspect();

    EntryTable table_;
    std::shared_ptr<const YacbNumbers> numbers_; // of the file's keys; null: Stockfish's keys
    std::vector<std::string> warnings_;
};

} // namespace polyglot::book

// The PolyGlot .bin format (docs/formats/polyglot-bin.md) read from a file by positions, or from
// memory.
#pragma once
#include "core/book/book.hpp"
#include "core/book/byte_reader.hpp"
#include "core/book/entry_table.hpp"
#include "core/book/polyglot/key_order.hpp"
#include "core/result.hpp"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace polyglot::book {

// The legal move encoded by a book's 16 bits in this position, castling in each spelling; null if
// there is none.
chess::Move decode_move(std::uint16_t raw, const chess::Position& position);
// Castling as the king taking its rook, the spelling of PolyGlot's own books. The null move is 0.
constexpr std::uint16_t encode_move(chess::Move move) { // inline: for every move of every game
    const auto promotion =
        move.promotion() == chess::PieceType::None ? 0U : static_cast<unsigned>(move.promotion());
    return static_cast<std::uint16_t>(move.to() | static_cast<unsigned>(move.from()) << 6U |
                                      promotion << 12U);
}

// The contents of the key-0 entries at the start of a book.
struct Header {
    std::string version;               // "1.0"
    std::vector<std::string> variants; // "normal", …
    std::string comment;               // free text of any number of lines, unchanged
};
// Returns nullopt if the text is not a whole @PG@ header.
std::optional<Header> parse_header(std::string_view text);
// The text as parse_header() reads it; variants and version must be free of line feeds.
std::string format_header(const Header& header);
// The same as the first entries of a book's file: eight bytes of it after each key 0.
std::string encode_header(const Header& header);

class PolyglotBook final : public Book {
  public:
    // Up to full_check_limit bytes the order of all keys is checked; of larger files some forty
    // pages are read, whatever the size. If these are not sorted all are read, and an index is made
    // in memory, except above most_unsorted_bytes: that is an error. The error names the format
    // that the bytes look like.
    static Result<PolyglotBook>
    open(std::shared_ptr<const ByteReader> bytes,
         std::uint64_t most_unsorted_bytes = std::numeric_limits<std::uint64_t>::max());
    // The same over memory that outlives the book.
    static Result<PolyglotBook> open(std::span<const std::byte> bytes);
    static constexpr std::uint64_t full_check_limit = 16U << 20U;

    // Two or three reads of 2 KiB as a rule in a file of any size, see KeyOrder::find(). May be
    // called by several threads. Key 0 (the header) and end markers are never found; a file cut
    // short since it was opened is out of book.
    std::vector<Entry> find(const chess::Position& position) const override;
    // True for a position in which a rook other than the outermost one may castle: its key belongs
    // to another position.
    std::string_view refuses(const chess::Position& position) const override;
    // The same without decoding the moves, for tools.
    std::vector<RawEntry> find_raw(std::uint64_t key) const;
    // The same with their places in the file; nullopt if it can no longer be read.
    std::optional<std::vector<NumberedEntry>> find_numbered(std::uint64_t key) const;

    // Quicker answers of a sorted book in memory; before it is shared with other threads.
    void make_directory() { order_.make_directory(table_); }

    const EntryTable& entries() const { return table_; }
    const std::optional<Header>& header() const { return header_; }
    // False when keys were seen out of order: find() then works through an index of sorted runs or
    // of every entry.
    bool sorted() const { return order_.sorted(); }
    bool gives_moves() const override; // reads at most full_check_limit bytes
    std::uint64_t count_positions() const override;
    // Warnings about the file, each a sentence without final full stop.
    std::vector<std::string> warnings() const override { return warnings_; }
    std::shared_ptr<const KeyFilter> make_key_filter() const override;
    HeaderTexts header_texts() const override;
    bool is_whole() const override;
    const PolyglotBook* polyglot() const override { return this; }

  private:
    explicit PolyglotBook(std::shared_ptr<const ByteReader> bytes) : table_(std::move(bytes)) {}
    std::optional<Error> inspect(std::uint64_t most_unsorted_bytes);
    void trim_zero_tail();
    void read_header();

    EntryTable table_;
    std::optional<Header> header_;
    std::vector<std::string> warnings_;
    KeyOrder order_;
};

} // namespace polyglot::book

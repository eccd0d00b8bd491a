// The PolyGlot .bin format (docs/formats/polyglot-bin.md), read from a file on demand or from
// memory. Test: book_test.cpp.
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

// Returns the legal move that a book's 16 bits encode in this position, with castling in either
// spelling; null if there is none.
chess::Move decode_move(std::uint16_t raw, const chess::Position& position);
// Encodes castling as the king capturing its rook, as PolyGlot's own books do. The null move is 0.
// The function is inline because it is called for every move of every game.
constexpr std::uint16_t encode_move(chess::Move move) {
    const auto promotion =
        move.promotion() == chess::PieceType::None ? 0U : static_cast<unsigned>(move.promotion());
    return static_cast<std::uint16_t>(move.to() | static_cast<unsigned>(move.from()) << 6U |
                                      promotion << 12U);
}

// The entries with key 0 at the start of a book contain these texts.
struct Header {
    std::string version;               // "1.0"
    std::vector<std::string> variants; // "normal", …
    std::string comment;               // free text of any number of lines, unchanged
};
// Returns nullopt if the text is not a complete @PG@ header.
std::optional<Header> parse_header(std::string_view text);
// Returns the text as parse_header() reads it. Variants and version must not contain line feeds.
std::string format_header(const Header& header);
// Returns the header as the first entries of a book's file: after each key 0, eight bytes of text.
std::string encode_header(const Header& header);

class PolyglotBook final : public Book {
  public:
    // Opens a book. Up to full_check_limit bytes, the order of all keys is checked; of a larger
    // file about forty pages are read, whatever its size. If these are not sorted, all keys are
    // read and an index is made in memory; above most_unsorted_bytes this is an error instead. The
    // error states the format that the bytes look like.
    static Result<PolyglotBook>
    open(std::shared_ptr<const ByteReader> bytes,
         std::uint64_t most_unsorted_bytes = std::numeric_limits<std::uint64_t>::max());
    // Opens a book in memory that outlives it.
    static Result<PolyglotBook> open(std::span<const std::byte> bytes);
    static constexpr std::uint64_t full_check_limit = 16U << 20U;

    // Usually takes two or three reads of 2 KiB in a file of any size, see KeyOrder::find(). Any
    // number of threads may call it. Key 0 (the header) and end markers are never found. If the
    // file was cut short since it was opened, nothing is found.
    std::vector<Entry> find(const chess::Position& position) const override;
    // Refuses a position in which a rook other than the outermost one may castle: its key belongs
    // to another position.
    std::string_view refuses(const chess::Position& position) const override;
    // Returns the entries without decoding their moves, for tools.
    std::vector<RawEntry> find_raw(std::uint64_t key) const;
    // Returns the same with their places in the file; nullopt if the file can no longer be read.
    std::optional<std::vector<NumberedEntry>> find_numbered(std::uint64_t key) const;

    // Speeds up find() for a sorted book in memory. Must be called before other threads use the
    // book.
    void make_directory() { order_.make_directory(table_); }

    const EntryTable& entries() const { return table_; }
    const std::optional<Header>& header() const { return header_; }
    // False if keys were seen out of order. find() then uses an index, of sorted runs or of every
    // entry.
    bool sorted() const { return order_.sorted(); }
    // Reads at most full_check_limit bytes.
    bool gives_moves() const override;
    std::uint64_t count_positions() const override;
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

// Reads a book in a table (CSV, JSON) or in PGN with weights, as convert-book writes it or as users
// write it by hand. See docs/convert-book.md. Test: table_test.cpp.
#pragma once
#include "core/book/arena/abk.hpp"
#include "core/book/book.hpp"
#include "core/book/entry_table.hpp"
#include "core/book/sniff/sniff.hpp"
#include "core/book/yacb/yacb.hpp"
#include "core/chess/position.hpp"
#include "core/result.hpp"

#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace polyglot::tools {

using book::detect_text_format;
using book::TextFormat;

class TableBook final : public book::Book {
  public:
    struct Row {
        // The move is null if the position is known without a move or the move is illegal.
        book::Entry entry;
        std::optional<std::uint16_t> raw{}; // PolyGlot's 16 bits if they differ from encode_move()
        bool best = false;                  // YACB, SFTT: the book's own move
    };
    struct Place {
        chess::Position position;
        std::size_t ply = 0; // of the line that led here
        std::vector<Row> rows;
        std::vector<book::Entry> entries() const;
    };

    // The whole book is kept in memory. The error names the line or the element.
    static Result<std::shared_ptr<const TableBook>> read(std::istream& in, const std::string& name,
                                                         TextFormat format);

    std::vector<book::Entry> find(const chess::Position& position) const override;
    const book::FormatInfo& format() const override { return book::info_of(format_); }
    std::uint64_t count_positions() const override { return places_.size(); }
    // Names the moves that a position has twice, and a last line that may have been cut.
    std::vector<std::string> warnings() const override { return warnings_; }
    book::HeaderTexts header_texts() const override;
    // If the table has plies, returns the start position and the other positions of ply 0.
    Result<std::vector<chess::Position>> roots() const override;
    // Returns null if the table does not contain an Arena header.
    const book::AbkHeader* arena_header() const override { return arena_ ? &*arena_ : nullptr; }

    const std::vector<Place>& places() const { return places_; } // in the order of the text
    // Returns the entries of positions that are known only by their key, in the order of the text,
    // including a .bin's header.
    const std::vector<book::RawEntry>& loose_entries() const { return loose_entries_; }
    const std::vector<book::YacbEntry>& loose_values() const { return loose_values_; }
    // Returns whether at least one position names its best move. If so, a position that names none
    // has none; otherwise the table contains no information about best moves.
    bool names_best() const { return names_best_; }
    // Returns the format of the book that was written as this table.
    const std::string& origin() const { return origin_; }

  private:
    friend class TableReader;
    friend class LinesReader;
    Place& place(const chess::Position& position, std::size_t ply);

    std::vector<Place> places_;
    std::unordered_map<std::uint64_t, std::size_t> by_key_;
    std::vector<book::RawEntry> loose_entries_;
    std::vector<book::YacbEntry> loose_values_;
    TextFormat format_ = TextFormat::Csv;
    bool names_best_ = false, has_plies_ = false;
    // Whether the text names games of this kind: in a fact, in a game's tag or by the position
    // where a game begins. If both are false, the text contains no indication.
    bool chess_ = false, chess960_ = false;
    std::optional<book::AbkHeader> arena_;
    std::string origin_, comment_, author_;
    std::vector<std::string> warnings_;
};

// The `key` of the row that contains the text of a .bin's header (header_text.hpp).
constexpr std::string_view header_row = "header";

// Lists the numbers of an Arena header with their names in tables.
struct ArenaNumber {
    std::string_view name;
    std::uint32_t book::AbkHeader::*number;
};
std::span<const ArenaNumber> arena_numbers();

// The first reads CSV and JSON, the second PGN.
Result<void> read_table_book(std::istream& in, const std::string& name, TableBook& book);
Result<void> read_lines_book(std::istream& in, const std::string& name, TableBook& book);

} // namespace polyglot::tools

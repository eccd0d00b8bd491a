// A book as people have it in a table (CSV, JSON) or in PGN with weights, as convert-book writes
// them or by hand. docs/convert-book.md.
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
        // Its move is null: known without a move, or an illegal one
        book::Entry entry;
        std::optional<std::uint16_t> raw{}; // PolyGlot's 16 bits, where they are not encode_move()
        bool best = false;                  // YACB, SFTT: the book's own move
    };
    struct Place {
        chess::Position position;
        std::size_t ply = 0; // of the line that led here
        std::vector<Row> rows;
        std::vector<book::Entry> entries() const;
    };

    // The error names the line or the element. All of it is kept in memory.
    static Result<std::shared_ptr<const TableBook>> read(std::istream& in, const std::string& name,
                                                         TextFormat format);

    std::vector<book::Entry> find(const chess::Position& position) const override;
    const book::FormatInfo& format() const override { return book::info_of(format_); }
    std::uint64_t count_positions() const override { return places_.size(); }
    // Moves that a position has twice
    std::vector<std::string> warnings() const override { return repeated_; }
    book::HeaderTexts header_texts() const override;
    // With plies: the start position, and the others of ply 0.
    Result<std::vector<chess::Position>> roots() const override;
    // If it is noted
    const book::AbkHeader* arena_header() const override { return arena_ ? &*arena_ : nullptr; }

    const std::vector<Place>& places() const { return places_; } // in the order of the text
    // Entries of positions that are known by their key alone, in the order of the text.
    const std::vector<book::RawEntry>& loose_entries() const {
        return loose_entries_;
    } // a .bin's header among them
    const std::vector<book::YacbEntry>& loose_values() const { return loose_values_; }
    // Of some position: the others have no best move
    bool names_best() const { return names_best_; }
    // The format of the book that was written as this table
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
    // Games of it are among those that the text names as such: a fact, a game's tag or where it
    // begins. Both false: the text says nothing.
    bool chess_ = false, chess960_ = false;
    std::optional<book::AbkHeader> arena_;
    std::string origin_, comment_, author_;
    std::vector<std::string> repeated_; // as warnings
};

// The `key` of the row that has the text of a .bin's header (header_text.hpp).
constexpr std::string_view header_row = "header";

// The numbers of an Arena header by the names that tables have for them.
struct ArenaNumber {
    std::string_view name;
    std::uint32_t book::AbkHeader::*number;
};
std::span<const ArenaNumber> arena_numbers();

// CSV and JSON; PGN.
Result<void> read_table_book(std::istream& in, const std::string& name, TableBook& book);
Result<void> read_lines_book(std::istream& in, const std::string& name, TableBook& book);

} // namespace polyglot::tools

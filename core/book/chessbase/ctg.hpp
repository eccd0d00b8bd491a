// ChessBase books (docs/formats/ctg.md), which are read only. They hold positions with the moves
// that their author has coloured and marked, and with the counts of the games of each position.
// Test: ctg_test.cpp.
#pragma once
#include "core/book/book.hpp"
#include "core/book/byte_reader.hpp"
#include "core/book/chessbase/page.hpp"
#include "core/book/chessbase/signature.hpp"
#include "core/book/chessbase/store.hpp"
#include "core/result.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace polyglot::book {

// Returns the half-points of the side that made the move, at least 1. An unfinished game counts as
// one half-point.
std::uint32_t ctg_weight(const CtgStatistics& after);

struct CtgMove {
    std::uint8_t code = 0;
    // NAG: 1 !, 2 ?, 3 !!, 4 ??, 5 !?, 6 ?!; others are shown as numbers.
    std::uint8_t mark = 0;
    chess::Move move{};         // null: refused
    std::string_view refused{}; // why there is no move
    // Statistics of the position after the move; nullopt if the book does not have that position.
    std::optional<CtgStatistics> after{};
    // Reason why the move has no weight: "red", "marked ??", "not green" …; empty if it has one.
    std::string_view forbidden{};
};
// Returns "!", "?!", "only move", "$32"; an empty text for 0.
std::string describe_ctg_mark(std::uint8_t mark);

struct CtgPosition {
    CtgStatistics statistics;
    std::vector<CtgMove> moves{}; // in the order of the file
};

extern const FormatInfo chessbase_format;
// Largest book that is opened for play without a fitting .cto.
constexpr std::uint64_t most_scanned_ctg_bytes = 256U << 20U;

class CtgBook final : public Book {
  public:
    // Recognises a book by its first 4 bytes.
    static bool is_ctg(std::span<const std::byte> head) { return CtgStore::is_ctg(head); }
    // Opens a book. `table` is the file X.cto beside X.ctg, or null. CtgStore::open() has the
    // details.
    static Result<CtgBook> open(std::shared_ptr<const ByteReader> bytes, const ByteReader* table,
                                std::uint64_t most_scanned = CtgStore::any_size);
    CtgBook with_moves(CtgMoves moves) const;

    // Returns an entry for each move in the file; its move is null if the code is refused.
    // Entry::games counts the games of the position after the move.
    std::vector<Entry> find(const chess::Position& position) const override;
    std::string_view refuses(const chess::Position& position) const override;
    const FormatInfo& format() const override;
    bool knows(const chess::Position& position) const override {
        return find_statistics(position).has_value();
    }
    bool gives_moves() const override { return store_.pages() > 0; }
    bool names_all_moves() const override { return true; }
    std::uint64_t identity_of(const chess::Position& position) const override;
    // Counts the position of either side to move as one. Reads all pages.
    std::uint64_t count_positions() const override;
    Facts facts() const override; // reads all pages
    std::vector<std::string> warnings() const override { return store_.warnings(); }
    // Takes about 15 µs for each position.
    std::shared_ptr<const KeyFilter> make_key_filter() const override;
    std::shared_ptr<const Book> read_by(const Reading& reading) const override;
    const CtgBook* chessbase() const override { return this; }

    // Returns everything that the file has for a position. Reads at most two pages for the position
    // and two for each of its moves.
    std::optional<CtgPosition> look_up(const chess::Position& position) const;
    // Reads one page; a second one only if an en-passant capture is forbidden by a pin alone.
    std::optional<CtgStatistics> find_statistics(const chess::Position& position) const;
    const CtgStore& store() const { return store_; }

  private:
    explicit CtgBook(CtgStore store) : store_(std::move(store)) {}
    std::optional<CtgStatistics> probe(const chess::Position& position,
                                       std::vector<std::byte>* moves) const;
    std::string_view why_forbidden(const CtgMove& move) const;

    CtgStore store_;
    CtgMoves moves_ = CtgMoves::Green;
};

} // namespace polyglot::book

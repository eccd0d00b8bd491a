// Reads the statistics of make-book (docs/formats/pgstats.md) as a book with every played move.
#pragma once
#include "core/book/book.hpp"
#include "core/book/byte_reader.hpp"
#include "core/book/make/move_stats.hpp"
#include "core/book/make/stats_codec.hpp"
#include "core/book/make/stats_search.hpp"
#include "core/result.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace polyglot::tools {

class StatsBook final : public book::Book {
  public:
    // Reads the whole file and keeps 24 bytes for each move. The error says what is damaged, and
    // where.
    static Result<StatsBook> load(std::shared_ptr<const book::ByteReader> bytes);
    // Keeps nothing in memory: each lookup reads a block. Positions are not counted.
    static Result<StatsBook> search(std::shared_ptr<const book::ByteReader> bytes);

    // A move's weight is the number of half-points scored with it, as in make-book. Entries come by
    // descending weight, then by ascending move. Ratings and years are not included.
    std::vector<book::Entry> find(const chess::Position& position) const override;
    std::string_view refuses(const chess::Position& position) const override;
    const book::FormatInfo& format() const override { return book::statistics_format; }
    std::uint64_t count_positions() const override { return positions_; }
    Facts facts() const override;
    book::HeaderTexts header_texts() const override;

  private:
    struct Move {
        std::uint64_t key = 0;
        std::uint32_t wins = 0, draws = 0, losses = 0; // of the mover
        std::uint16_t move = 0;
        chess::Color mover = chess::Color::White;
    };
    static Move compact(const book::MoveStats& stats);
    std::span<const Move> loaded(std::uint64_t key) const;

    std::optional<book::StatsSearch> search_; // set by search(), null after load()
    std::vector<Move> moves_;                 // by key, then move
    std::uint64_t positions_ = 0;
    book::StatsInfo info_;
};

} // namespace polyglot::tools

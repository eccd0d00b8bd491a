// Statistics of make-book (docs/formats/pgstats.md) as a book: every move that was played.
#pragma once
#include "core/book/book.hpp"
#include "core/book/byte_reader.hpp"
#include "core/book/make/move_stats.hpp"
#include "core/book/make/stats_codec.hpp"
#include "core/result.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace polyglot::tools {

bool is_stats(std::span<const std::byte> head); // 8 bytes are enough

class StatsBook final : public book::Book {
  public:
    // Reads it all and keeps 24 bytes for each move. The error says what is damaged, and where.
    static Result<StatsBook> open(std::shared_ptr<const book::ByteReader> bytes);

    // A move weighs the half-points scored with it, as in make-book; by falling weight, then rising move. Ratings and
    // years are not included.
    std::vector<book::Entry> find(const chess::Position& position) const override;
    std::uint64_t count_positions() const override { return positions_; }
    Facts facts() const override;

  private:
    struct Move {
        std::uint64_t key = 0;
        std::uint32_t wins = 0, draws = 0, losses = 0; // of the mover
        std::uint16_t move = 0;
        chess::Color mover = chess::Color::White;
    };
    static Move compact(const book::MoveStats& stats);

    std::vector<Move> moves_; // by key, then move
    std::uint64_t positions_ = 0;
    book::StatsInfo info_;
};

} // namespace polyglot::tools

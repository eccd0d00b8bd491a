// Experience files (docs/formats/experience.md): the moves that engines have learnt by searching,
// several for a position, each with depth and score. Test: experience_test.cpp.
#pragma once
#include "core/book/book.hpp"
#include "core/book/byte_reader.hpp"
#include "core/book/experience/record.hpp"
#include "core/chess/stockfish_key.hpp"
#include "core/result.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace polyglot::book {

extern const FormatInfo experience_format;

class ExperienceBook final : public Book {
  public:
    static constexpr double usual_temperature = 20; // centipawns

    // Reads the whole file and keeps one record of 16 bytes for each move of a position, sorted by
    // key. The scheme of the keys is the one by which the start position is found with a legal
    // move; if no scheme finds it, the one that finds most positions within 1, 2 or 3 plies of it.
    static Result<ExperienceBook> open(const ByteReader& bytes);

    // Returns the best move first, then the others by falling weight: round(1000 · exp(-d /
    // temperature) · depth / greatest depth), at least 1, where d is the distance of the score from
    // the best move's in centipawns (0 if it is higher). Each entry's evaluation is that of its
    // move, for White. Moves that are not legal are left out.
    std::vector<Entry> find(const chess::Position& position) const override;
    const FormatInfo& format() const override;
    bool knows(const chess::Position& position) const override {
        return !find_records(position).empty();
    }
    bool gives_moves() const override { return !records_->empty(); }
    std::uint64_t count_positions() const override { return positions_; }
    Facts facts() const override;
    std::vector<std::string> warnings() const override { return warnings_; }
    // Returns the key without the half-move clock.
    std::uint64_t key_of(const chess::Position& position) const override;
    std::vector<std::uint16_t> stockfish_moves(const chess::Position& position) const override;
    std::shared_ptr<const Book> read_by(const Reading& reading) const override;

    // Returns the same book with the scheme of keys that finds most of these positions; unchanged
    // if no scheme finds more than the others.
    ExperienceBook decided_by(std::span<const chess::Position> positions) const;
    ExperienceBook with_temperature(double temperature) const;
    ExperienceBook of_depth(int plies) const; // without records of less depth
    ExperienceLayout layout() const { return layout_; }
    // Nullopt: each scheme is tried.
    std::optional<chess::StockfishKeys> keys() const { return keys_; }
    std::uint64_t count_records() const { return read_; }          // in the file
    std::uint64_t count_moves() const { return records_->size(); } // after merging

    // A record after merging those of the same move.
    struct Compact {
        std::uint64_t key = 0;
        std::int16_t score = 0;
        std::uint16_t move = 0;
        std::uint16_t count = 1;
        std::uint8_t depth = 0;
        friend bool operator==(const Compact&, const Compact&) = default;
    };
    std::span<const Compact> records() const { return *records_; } // sorted by key, then move
    // Returns the records of the position: those under the key with the half-move clock if there
    // are any, else those under the key without it.
    std::span<const Compact> find_records(const chess::Position& position) const;

  private:
    ExperienceBook() = default;
    Result<void> read(const ByteReader& bytes);
    void merge(std::vector<Compact>& records);
    void take(std::vector<Compact> records); // these are merged already
    void warn_of(std::uint64_t unsearched, std::uint64_t senseless, std::uint64_t rest);
    std::span<const Compact> of_key(std::uint64_t key) const;
    std::span<const Compact> find_by(const chess::Position& position,
                                     chess::StockfishKeys keys) const;
    bool is_better(const Compact& a, const Compact& b) const;

    ExperienceLayout layout_ = ExperienceLayout::BrainLearn;
    std::optional<chess::StockfishKeys> keys_;
    std::shared_ptr<const std::vector<Compact>> records_;
    std::uint64_t read_ = 0, positions_ = 0, repeated_ = 0;
    double temperature_ = usual_temperature;
    std::vector<std::string> warnings_;
};

} // namespace polyglot::book

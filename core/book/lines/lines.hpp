// Opening lines as text (docs/formats/lines.md), the book sources of the chess computer CT800. Read
// only. Test: lines_test.cpp.
#pragma once
#include "core/book/book.hpp"
#include "core/book/byte_reader.hpp"
#include "core/result.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace polyglot::book {

extern const FormatInfo lines_format;

class LinesBook final : public Book {
  public:
    // Returns true if the first line with moves has at least two and nothing else, and no line has
    // the result of a game. is_whole: head is the whole text, and does not end within a move.
    static bool is_lines(std::string_view head, bool is_whole);
    // Reads the whole file. Text that is not a move ends its line, with a warning.
    static Result<LinesBook> open(const ByteReader& bytes);

    // Returns moves whose weight is the number of lines that play the move here. Lines that mark
    // the move as not to be played do not count.
    std::vector<Entry> find(const chess::Position& position) const override;
    const FormatInfo& format() const override;
    bool gives_moves() const override { return gives_moves_; }
    std::uint64_t count_positions() const override { return positions_.size(); }
    Facts facts() const override { return {{"Lines", std::to_string(lines_)}}; }
    std::vector<std::string> warnings() const override; // the first ten, and how many more

    std::uint64_t count_moves() const { return moves_; } // counts each move of a position once

  private:
    void add_line(std::string_view line, std::uint64_t number);
    void add(const chess::Position& position, chess::Move move, bool is_played);

    std::unordered_map<std::uint64_t, std::vector<Entry>> positions_; // by key
    std::uint64_t lines_ = 0, moves_ = 0;
    bool gives_moves_ = false; // some move is not marked
    std::vector<std::string> warnings_;
    std::uint64_t further_ = 0; // warnings that were not kept
};

} // namespace polyglot::book

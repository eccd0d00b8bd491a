// Represents a start position for matches with its properties.
#pragma once
#include "core/book/book.hpp"
#include "tools/openings_book/draw.hpp"
#include "tools/openings_book/names.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace polyglot::tools {

struct Range {
    double low = 0, high = 0;
    bool contains(double value) const { return low <= value && value <= high; }
};

// Holds the results of games through a position.
struct GameResults {
    std::uint64_t games = 0;
    std::uint64_t half_points = 0; // White's
    // Returns White's score in per cent.
    double score() const {
        return games > 0 ? 50.0 * static_cast<double>(half_points) / static_cast<double>(games) : 0;
    }
};

struct EngineValue {
    std::optional<int> cp{}; // from White's point of view; nullopt if there is none or it is a mate
    int depth = 0;
    std::string note{}; // the reason if there is no value
};

struct Start : DrawnPosition {
    std::optional<OpeningName> name;
    GameResults results;
    EngineValue value;
};

// Returns the book's results of the position or of the move that led to it, whichever has more
// games: the counts of Arena books and of statistics, or the results in PolyGlot's learn fields.
GameResults results_of(const book::Book& book, const DrawnPosition& drawn);
// Some Arena books count games without results, which reads as if all were drawn. Returns the
// number of games at the roots if it is at least a hundred and none is decided, otherwise 0.
std::uint64_t games_without_results(const book::Book& book, std::span<const chess::Position> roots);

struct StartFormatting {
    std::string event; // PGN: the source of the positions
    // True if all positions are for a match of Chess960, whether or not they need its rules.
    bool chess960 = false;
};

// Writes a game with a line's moves and without a result.
class StartPgn {
  public:
    // Begins with the tags of the standard. number counts from 1.
    StartPgn(std::string_view event, std::size_t number);
    void add_tag(std::string_view name, std::string_view value);
    void add_move(chess::Color side, int number, const std::string& san); // after the tags
    std::string finish();

  private:
    void add_word(const std::string& word);
    std::string text_, moves_;
    std::size_t column_ = 0;
};

// Writes Chess960 (castling rights by rook files, the tag Variant) only if that is requested or the
// line begins as a game of Chess960, because match runners for ordinary chess drop rights in that
// notation and play without castling. Returns one line: four fields, hmvc and fmvn, then eco and c0
// with the opening's name, ce (the value for the side to move) and acd (its depth), each if it is
// known.
std::string format_start_epd(const Start& start, const StartFormatting& formatting);
// Returns a game with the line's moves and without a result; number counts from 1.
std::string format_start_pgn(const Start& start, const StartFormatting& formatting,
                             std::size_t number);

} // namespace polyglot::tools

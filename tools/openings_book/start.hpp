// A start position for matches, and what is known of it.
#pragma once
#include "core/book/book.hpp"
#include "tools/openings_book/draw.hpp"
#include "tools/openings_book/names.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>

namespace polyglot::tools {

struct Range {
    double low = 0, high = 0;
    bool contains(double value) const { return low <= value && value <= high; }
};

// Games through a position.
struct GameResults {
    std::uint64_t games = 0;
    std::uint64_t half_points = 0; // of White
    // White's, in per cent.
    double score() const {
        return games > 0 ? 50.0 * static_cast<double>(half_points) / static_cast<double>(games) : 0;
    }
};

struct EngineValue {
    std::optional<int> cp; // for White; nullopt if the engine gave none, or sees a mate
    int depth = 0;
    std::string note; // without a value: why
};

struct Start : DrawnPosition {
    std::optional<OpeningName> name;
    GameResults results;
    EngineValue value;
};

// The results that a book has of the position or of the move that led to it, whichever are more
// games: the counts of Arena books and of statistics, or what was learnt in PolyGlot's learn
// fields.
GameResults results_of(const book::Book& book, const DrawnPosition& drawn);
// Some Arena books count games and no results, which reads as all drawn. The games at the roots if
// there are at least a hundred of them and none is decided, else 0.
std::uint64_t games_without_results(const book::Book& book, std::span<const chess::Position> roots);

struct StartFormatting {
    std::string event; // of PGN: what the positions are from
    // All of them are for a match of Chess960, whether or not they need its rules
    bool chess960 = false;
};

// As Chess960 (castling rights by rook files, the tag Variant) only if that is asked for, or the
// line begins as a game of Chess960: match runners that play ordinary chess drop rights that are
// spelt so, and play without castling. One line: four fields, hmvc and fmvn, then eco and c0 with
// the opening's name, ce (the value for the side to move) and acd (its depth), each if known.
std::string format_start_epd(const Start& start, const StartFormatting& formatting);
// A game with the line's moves and without a result; number: from 1.
std::string format_start_pgn(const Start& start, const StartFormatting& formatting,
                             std::size_t number);

} // namespace polyglot::tools

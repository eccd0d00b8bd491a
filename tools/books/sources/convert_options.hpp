// What a book is read for, and what it becomes: for convert-book, and for commands that read any
// book or write one.
#pragma once
#include "core/book/chessbase/ctg.hpp"
#include "core/chess/position.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace polyglot::tools {

enum class BookTarget : std::uint8_t {
    PolyGlot,
    Arena,
    Yacb,
    Experience,
    BrainLearn,
    Csv,
    Json,
    Pgn
};
constexpr bool is_text(BookTarget target) {
    return target >= BookTarget::Csv;
}
constexpr bool is_experience(BookTarget target) {
    return target == BookTarget::Experience || target == BookTarget::BrainLearn;
}
constexpr bool is_table(BookTarget target) {
    return target == BookTarget::Csv || target == BookTarget::Json;
}
// By the words of -format, which are also extensions: polyglot or bin, arena or abk, yacb,
// experience or exp, brainlearn, csv, json, pgn; in any case.
std::optional<BookTarget> parse_book_target(std::string_view word);
std::string book_target_words(); // "polyglot, abk … or pgn"
bool can_write(const book::FormatInfo& format);

struct ConvertOptions {
    std::string from, to; // to: "-" is standard output, of text
    BookTarget target = BookTarget::PolyGlot;
    // Empty: where the source says, else the start position
    std::vector<chess::Position> roots;
    // Files: what the source knows of their positions is reached, too
    std::vector<std::string> positions;
    std::optional<int> min_depth;            // of an SFTT table's entries, plies
    std::optional<double> temperature;       // of weights from values, centipawns
    std::optional<book::CtgMoves> ctg_moves; // of a ChessBase book; green ones if it is not given
    std::optional<std::string> comment, author;
    // False: a few positions will be asked for, and no filter of all its keys is made
    bool for_walking = true;
};

} // namespace polyglot::tools

// Defines the options of reading a book and of writing it in another format, for convert-book and
// for other commands that read any book or write one.
#pragma once
#include "core/book/chessbase/ctg.hpp"
#include "core/chess/position.hpp"
#include "core/chess/variants/variant.hpp"

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
// Parses the words of -format, which are also file extensions, in any case: polyglot or bin, arena
// or abk, yacb, experience or exp, brainlearn, csv, json, pgn.
std::optional<BookTarget> parse_book_target(std::string_view word);
std::string book_target_words(); // "polyglot, abk … or pgn"
bool can_write(const book::FormatInfo& format);

struct ConvertOptions {
    std::string from, to; // "-" as `to` is standard output, for text formats
    BookTarget target = BookTarget::PolyGlot;
    // If it is empty, the source determines the roots, or else the root is the start position.
    std::vector<chess::Position> roots;
    // Files with positions. Those that the source contains count as reachable, too.
    std::vector<std::string> positions;
    std::optional<int> min_depth;            // of an SFTT table's entries, plies
    std::optional<double> temperature;       // of weights from values, centipawns
    std::optional<book::CtgMoves> ctg_moves; // of a ChessBase book; default: green moves
    std::optional<std::string> comment, author;
    const chess::Variant* variant = nullptr; // -variant; null if the book decides
    // False if only a few positions will be looked up; then no filter of all keys is built.
    bool for_walking = true;
};

} // namespace polyglot::tools

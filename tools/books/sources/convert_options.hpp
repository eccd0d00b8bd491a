// Defines the options of reading a book and of writing it in another format, for convert-book and
// for other commands that read any book or write one.
#pragma once
#include "core/book/chessbase/ctg.hpp"
#include "core/book/format.hpp"
#include "core/chess/position.hpp"
#include "core/chess/variants/variant.hpp"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace polyglot::tools {

class BookWriter;
struct ConvertOptions;
struct ConvertSource;

// A format that can be written: a row of the table in writers/targets.cpp, which stands beside its
// writer. Rows are equal if their words are.
struct BookTarget {
    std::string_view word, other_word; // of -format; the second may be empty
    const book::FormatInfo* format = nullptr;
    std::unique_ptr<BookWriter> (*make_writer)(
        const ConvertOptions& options, const ConvertSource& source,
        std::function<void(std::string_view)> write) = nullptr;
    bool is_text = false;
    bool is_table = false; // a text that keeps all that a book has

    bool operator==(const BookTarget& other) const { return word == other.word; }
    bool has_values_of_moves() const { return format->values == book::BookValues::Moves; }
};
extern const BookTarget polyglot_target, arena_target, yacb_target, csv_target, json_target,
    pgn_target, experience_target, brainlearn_target;

// Parses the words of -format, which are also file extensions, in any case: polyglot or bin, arena
// or abk, yacb, experience or exp, brainlearn, csv, json, pgn.
std::optional<BookTarget> parse_book_target(std::string_view word);
std::string book_target_words(); // "polyglot, abk … or pgn"
bool can_write(const book::FormatInfo& format);

struct ConvertOptions {
    std::string from, to; // "-" as `to` is standard output, for text formats
    BookTarget target = polyglot_target;
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

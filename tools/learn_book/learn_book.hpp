// Declares the actions of learn-book and their common functions.
#pragma once
#include "core/book/learning.hpp"
#include "core/book/polyglot/book.hpp"
#include "core/book/variants/book.hpp"
#include "core/chess/position.hpp"
#include "core/result.hpp"
#include "tools/learn_book/options.hpp"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <iosfwd>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace polyglot::tools {

struct LearnStreams {
    std::istream& in;
    std::ostream& out;
    std::ostream& err;
};

// Each action returns a sentence for the user about what was done; the error says what went wrong.
// Files are written completely or not at all, and so are changes of a store.
Result<std::string> show_results(const LearnBookOptions& options, LearnStreams streams);
Result<std::string> merge_stores(const LearnBookOptions& options);
Result<std::string> export_table(const LearnBookOptions& options, LearnStreams streams);
Result<std::string> export_learn_fields(const LearnBookOptions& options);
Result<std::string> import_table(const LearnBookOptions& options, LearnStreams streams);
Result<std::string> import_learn_fields(const LearnBookOptions& options);
Result<std::string> reset_learn_fields(const LearnBookOptions& options);
Result<std::string> convert_learn_fields(const LearnBookOptions& options);
// Reports games that could not be used on err.
Result<std::string> replay_games(const LearnBookOptions& options, LearnStreams streams);

// Called before any of these actions: writes games that could not be written when they ended to the
// store or book, if it exists. Reports on err what was done and what still waits. The error is that
// of a server that cannot be reached: the action would wait for it again, in vain.
Result<void> take_in_waiting(const LearnBookOptions& options, std::ostream& err);

// Returns the error of -export without results; an empty table or copy must not replace another
// file.
Error no_results(const io::LearnDb& db, const LearnBookOptions& options);
// Explains why -engine and -opponent select nothing: "no results of 'Fritz'; there are results of:
// …". Returns an empty text if they are not given or the store is empty.
Result<std::string> explain_filter(const io::LearnDb& db, const io::LearnFilter& filter);
// Returns the name of -reset's backup: BESIDE.before-reset-N and the extension, with the first free
// N.
std::filesystem::path backup_name(const std::filesystem::path& beside, const char* extension);
// Returns an error if the file cannot be opened or is a directory; "-" is accepted. A file that is
// not regular (a pipe) is not opened, because that would consume its first bytes or be its writer's
// last reader.
Result<void> check_input(const std::filesystem::path& file);
// Adds all rows in one transaction. They come from memory and never directly from a file or a pipe,
// because adapters cannot write before the transaction ends and must not wait for our input.
Result<void> add_rows(io::LearnDb& db, const std::vector<io::LearnRow>& rows);

// Counts the results. Rows of one result on different days must be adjacent.
std::size_t count_results(std::span<const io::LearnRow> rows);

// A book whose whole table has been read to find out what its learn fields mean.
struct LearnFieldsBook {
    book::PolyglotBook book;
    book::LearnEvidence evidence;
    // True if the book writes castling as e1g1 and never as e1h1; results are counted for e1h1.
    bool castles_by_king_steps = false;

    // Returns the 16 bits of this entry's move in the form of book::encode_move().
    std::uint16_t move_of(const book::RawEntry& entry) const;
};
Result<LearnFieldsBook> open_learn_fields_book(const std::filesystem::path& file);

// Returns the games and half-points in the learn fields of this entry, or {0, 0} if the fields mean
// something else.
std::pair<std::uint32_t, std::uint32_t> results_of(const book::RawEntry& entry,
                                                   book::LearnDialect dialect);

// Holds the results of one move over all players.
struct MoveResults {
    std::uint64_t key = 0;
    std::uint16_t move = 0;
    std::uint64_t games = 0;
    std::uint64_t half_points = 0;
    std::int32_t first_day = 0;
    std::int32_t last_day = 0;
};
// Returns the results sorted by key and move.
Result<std::vector<MoveResults>> sum_results(const io::LearnDb& db, const io::LearnFilter& filter);

struct LearntPosition {
    std::string fen;
    std::function<std::string(std::uint16_t raw)> name; // SAN, or the squares of an illegal move
    std::string line;                                   // "1. e4 e5 2. Nf3", or empty
    std::size_t plies = 0;                              // of the line
};
LearntPosition learnt_at(const chess::Position& position, std::string line, std::size_t plies);
// Finds those positions of the results that are reached from the start position by the moves with
// results, by the book's moves (if there is a book), and by any move into another of the positions.
// Their lines are the shortest ones. At most some hundred thousand positions are examined.
std::unordered_map<std::uint64_t, LearntPosition>
find_positions(const std::vector<io::LearnRow>& rows, const book::Book* book);
// Does the same by the rules of a variant, for results with keys of this kind. A key may stand for
// several positions; a move has the name that it has in one of them.
std::unordered_map<std::uint64_t, LearntPosition>
find_variant_positions(const std::vector<io::LearnRow>& rows, const book::NamedVariant& of,
                       const book::VariantBook* book);
// Parses -fen, by the rules of the variant. Returns the position with its key.
Result<std::pair<std::uint64_t, LearntPosition>> learnt_at_fen(const std::string& fen);
Result<std::pair<std::uint64_t, LearntPosition>> learnt_at_fen(const std::string& fen,
                                                               const book::NamedVariant& of);

// Finds the variant of a book, which must be that of -variant if it names one; nullopt is chess.
// The error names the file.
Result<std::optional<book::VariantBook>> variant_of_book(const book::Book& book,
                                                         const std::filesystem::path& file,
                                                         const LearnBookOptions& options);
// Returns the filter of the options for this variant; "" is chess.
io::LearnFilter filter_for(const LearnBookOptions& options, std::string_view variant);
// Returns the same for all variants if -variant is not given.
io::LearnFilter filter_for_all(const LearnBookOptions& options);

// Holds the input of -show: one row for each move, engine and opponent, sorted by key and move.
struct LearntRows {
    std::vector<io::LearnRow> all;
    // The games among them that are known to begin with the move, by day.
    std::vector<io::LearnRow> begins;
    // The games of which it is unknown whether they begin with the move.
    std::vector<io::LearnRow> undated;
};

// Formats the beginning of -show: each engine with its opponents, games, score, moves and days.
// Games are counted by the moves with which they begin. For undated rows these are unknown; the
// count is then the greatest number of games that a game's positions with White to move and with
// Black to move can account for, which is exact if games begin in the book. The rows may be of
// positions in `found` and of others.
std::string format_learn_summary(const std::string& name, const LearntRows& rows,
                                 const std::unordered_map<std::uint64_t, LearntPosition>& found);

} // namespace polyglot::tools

// The actions of learn-book, and what they share.
#pragma once
#include "core/book/learning.hpp"
#include "core/book/polyglot/book.hpp"
#include "core/chess/position.hpp"
#include "core/result.hpp"
#include "tools/learn_book/options.hpp"

#include <cstddef>
#include <cstdint>
#include <filesystem>
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

// Each gives the sentence for the user about what was done, or what went wrong. Files are written
// whole or not at all, and so is what goes to a store.
Result<std::string> show_results(const LearnBookOptions& options, LearnStreams streams);
Result<std::string> merge_stores(const LearnBookOptions& options);
Result<std::string> export_table(const LearnBookOptions& options, LearnStreams streams);
Result<std::string> export_learn_fields(const LearnBookOptions& options);
Result<std::string> import_table(const LearnBookOptions& options, LearnStreams streams);
Result<std::string> import_learn_fields(const LearnBookOptions& options);
Result<std::string> reset_learn_fields(const LearnBookOptions& options);
Result<std::string> convert_learn_fields(const LearnBookOptions& options);
// Games that could not be used are reported on err.
Result<std::string> replay_games(const LearnBookOptions& options, LearnStreams streams);

// Before any of these: games that could not be written when they ended are written to the store or
// book, if it is there. What was done, and what still waits, is reported on err.
void take_in_waiting(const LearnBookOptions& options, std::ostream& err);

// Of -export: a table or a copy without results does not take the place of another.
Error no_results(const io::LearnDb& db, const LearnBookOptions& options);
// What to say where -engine and -opponent select nothing: "no results of 'Fritz'; there are results
// of: …". Empty if they are not given, or the store is empty.
Result<std::string> explain_filter(const io::LearnDb& db, const io::LearnFilter& filter);
// What -reset keeps: BESIDE.before-reset-N and the extension, with the first N that is free.
std::filesystem::path backup_name(const std::filesystem::path& beside, const char* extension);
// An error unless the file can be opened and is not a directory. "-" can. A file that is not
// regular (a pipe) is not opened, because that would take its first bytes or its writer's last
// reader.
Result<void> check_input(const std::filesystem::path& file);
// Every row in one transaction. Rows come from memory, never straight from a file or a pipe:
// adapters cannot write before the transaction ends, and must not wait for our input.
Result<void> add_rows(io::LearnDb& db, const std::vector<io::LearnRow>& rows);

// Of rows in which those of the days of one result follow each other.
std::size_t count_results(std::span<const io::LearnRow> rows);

// A book, its whole table read for evidence of what its learn fields mean.
struct LearnFieldsBook {
    book::PolyglotBook book;
    book::LearnEvidence evidence;
    // Castling is e1g1 and never e1h1 in some books; we count it as e1h1.
    bool castles_by_king_steps = false;

    // The 16 bits of this entry's move as book::encode_move() gives them.
    std::uint16_t move_of(const book::RawEntry& entry) const;
};
Result<LearnFieldsBook> open_learn_fields_book(const std::filesystem::path& file);

// Games and half-points that the learn fields of this entry stand for; {0, 0} where they mean
// something else.
std::pair<std::uint32_t, std::uint32_t> results_of(const book::RawEntry& entry,
                                                   book::LearnDialect dialect);

// The results of one move, of all players.
struct MoveResults {
    std::uint64_t key = 0;
    std::uint16_t move = 0;
    std::uint64_t games = 0;
    std::uint64_t half_points = 0;
    std::int32_t first_day = 0;
    std::int32_t last_day = 0;
};
// Sorted by key and move.
Result<std::vector<MoveResults>> sum_results(const io::LearnDb& db, const io::LearnFilter& filter);

struct LearntPosition {
    chess::Position position;
    std::string line;      // "1. e4 e5 2. Nf3", empty for the start position
    std::size_t plies = 0; // of the line
};
// The positions of the results that come up from the start position when their moves are played,
// the book's (if there is one), and any move into another of them. Shortest lines; looks at some
// hundred thousand positions at most.
std::unordered_map<std::uint64_t, LearntPosition>
find_positions(const std::vector<io::LearnRow>& rows, const book::Book* book);

// What -show reads: one row for each move, engine and opponent, sorted by key and move.
struct LearntRows {
    std::vector<io::LearnRow> all;
    // Of these the games that are known to begin with the move, by day
    std::vector<io::LearnRow> begins;
    // And those of which it is not known whether they begin with it
    std::vector<io::LearnRow> undated;
};

// The beginning of -show: each engine with its opponents, games, score, moves and days. Games are
// counted by the moves with which they begin. Of undated rows this is not known: there it is the
// most games that a game's positions with White to move and with Black to move can account for,
// which is exact where games begin in the book. The rows are those of `found` and others.
std::string format_learn_summary(const std::string& name, const LearntRows& rows,
                                 const std::unordered_map<std::uint64_t, LearntPosition>& found);

} // namespace polyglot::tools

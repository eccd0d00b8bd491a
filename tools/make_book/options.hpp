// The command line of make-book (docs/make-book.md).
#pragma once
#include "core/book/make/book_rules.hpp"
#include "core/pgn/filter.hpp"
#include "tools/common/commands.hpp"
#include "tools/common/progress.hpp"

#include <chrono>
#include <cstddef>
#include <filesystem>
#include <iosfwd>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace polyglot::tools {

// Which games count, and which of their moves.
struct GameRules {
    std::size_t min_ply = 0, max_ply = 1024; // of a game: the plies [min_ply, max_ply)
    std::vector<pgn::Filter> filters;        // all must hold
    bool unique = false;
    bool unknown_is_draw = false; // else games with result * are left out
    bool variations = false;      // moves in parentheses count too, half as much as the game's own
    // Moves marked as mistakes do not, nor those that follow from them
    bool skip_marks = false;
    // -compat: ignores FENs, counts repeated moves again, results only by tag
    bool as_polyglot = false;
};

struct MakeBookOptions {
    std::vector<std::string> games; // files, folders, "-"
    std::vector<std::filesystem::path> from_stats;
    std::optional<std::filesystem::path> book, stats; // at least one of them
    GameRules game_rules;
    book::BookRules book_rules;
    bool reference_year_given = false;
    bool strict = false, compat = false, header = true;
    // Write what there is even if a file cannot be read to its end
    bool partial = false;
    // Write the starter book to `book`, and nothing else
    bool starter = false;
    std::size_t memory = std::size_t{1} << 30U; // bytes
    unsigned threads = 1;
    std::filesystem::path tmp;                           // empty: the folder of the output
    std::optional<std::chrono::milliseconds> checkpoint; // interval; nullopt: none
    bool resume = false;
    ProgressStyle progress = ProgressStyle::None;
    std::string json; // file, "-": standard output; empty: none
    // The options that decide the sums; stored in checkpoints and .pgstats files.
    std::string sums_description;
};

// Returns the exit status if the command is already over: help was shown, or wrong use was
// reported.
std::variant<MakeBookOptions, int> read_make_book_options(Arguments args, std::ostream& out,
                                                          std::ostream& err);

} // namespace polyglot::tools

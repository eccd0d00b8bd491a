// Reads the command line of make-book (docs/make-book.md). Test: options_test.cpp.
#pragma once
#include "core/book/make/book_rules.hpp"
#include "core/chess/variants/key.hpp"
#include "core/pgn/filter.hpp"
#include "tools/common/commands.hpp"
#include "tools/common/progress.hpp"
#include "tools/make_book/game_judge.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <iosfwd>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace polyglot::tools {

// Holds the rules that select games and their moves.
struct GameRules {
    std::size_t min_ply = 0, max_ply = 1024; // the plies [min_ply, max_ply) of a game count
    std::vector<pgn::Filter> filters;        // all must match
    bool unique = false;
    bool unknown_is_draw = false; // otherwise games with result * are left out
    bool variations = false;      // moves in parentheses count half as much as the game's own
    // If it is true, moves marked as mistakes do not count, nor those that follow from them.
    bool skip_marks = false;
    bool skip_doubtful = false; // with skip_marks: doubtful moves, too
    JudgeRules judge;
    // Applies the rules of -compat: ignores FENs, counts repeated moves again, and uses only the
    // result tag.
    bool as_polyglot = false;
    // Only games of this variant count; null is chess.
    const chess::Variant* variant = nullptr;
    chess::VariantKeys keys = chess::VariantKeys::Plain; // of the variant's positions
};

struct MakeBookOptions {
    std::vector<std::string> games; // files, folders, "-"
    std::vector<std::filesystem::path> from_stats;
    std::optional<std::filesystem::path> book, stats; // at least one of them
    // The number of games that the statistics keep for each move; nullopt: as those of from_stats.
    std::optional<std::uint32_t> kept_games;
    GameRules game_rules;
    book::BookRules book_rules;
    bool reference_year_given = false;
    bool variant_given = false, keys_given = false; // otherwise statistics may decide
    bool strict = false, compat = false, header = true;
    // Writes the available result even if a file cannot be read to its end.
    bool partial = false;
    // Writes a book, statistics or both for each variant of the games and of from_stats; the names
    // derive from `book` and `stats`.
    bool by_variant = false;
    // Only writes the starter book to `book`.
    bool starter = false;
    std::size_t memory = std::size_t{1} << 30U; // bytes
    unsigned threads = 1;
    std::filesystem::path tmp;                           // empty: the folder of the output
    std::optional<std::chrono::milliseconds> checkpoint; // interval; nullopt: no checkpoints
    bool resume = false;
    ProgressStyle progress = ProgressStyle::None;
    std::string json; // a file, or "-" for standard output; empty: no JSON
    // Lists the options that determine the sums; it is stored in checkpoints and .pgstats files.
    std::string sums_description;
};

// Returns the exit status if the command is already over: help was shown, or wrong use was
// reported.
std::variant<MakeBookOptions, int> read_make_book_options(Arguments args, std::ostream& out,
                                                          std::ostream& err);

} // namespace polyglot::tools

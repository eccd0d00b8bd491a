// Reads the command line of learn-book.
#pragma once
#include "core/chess/variants/variant.hpp"
#include "storage/stores/learn_db.hpp"
#include "tools/common/commands.hpp"

#include <cstdint>
#include <filesystem>
#include <iosfwd>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace polyglot::tools {

enum class LearnAction : std::uint8_t {
    Show,
    Merge,
    Export,
    Import,
    Reset,
    Replay,
    Convert,
    Create
};
// Sorts by the position's line; by points above one half, in descending or ascending order; or by
// games.
enum class LearnSort : std::uint8_t { Line, Gain, Loss, Games };

struct LearnBookOptions {
    LearnAction action = LearnAction::Show;
    std::filesystem::path store; // either this or bin
    std::filesystem::path bin;   // a book, for its learn fields
    // The inputs of -merge, -import and -replay; "-" is standard input.
    std::vector<std::filesystem::path> from;
    std::filesystem::path to;   // the output of -export and -convert; "-" is standard output
    std::filesystem::path book; // the source of moves for -show, -export and -replay
    // -engine and -opponent; for -import of a book, the owners of the results.
    io::LearnFilter filter;
    std::optional<std::string> player; // -replay: the player whose moves count
    // The options from here on belong to -show.
    std::optional<std::string> fen; // only this position
    LearnSort sort = LearnSort::Line;
    std::optional<std::uint64_t> top;     // the maximum number of lines
    std::uint64_t min_games = 1;          // of a move
    std::optional<std::uint64_t> max_ply; // of the position: 0 is the start position
    bool csv = false;
    std::filesystem::path values; // a store of searches; empty: no values are shown
    // Of the results, and of a book; null: what the book names.
    const chess::Variant* variant = nullptr;
    bool names_variant = false; // -variant is given, perhaps for chess
};

// Returns the options, or the exit status if the command is already over (after help or a reported
// error).
std::variant<LearnBookOptions, int> read_learn_book_options(Arguments args, std::ostream& out,
                                                            std::ostream& err);

// Judges by the name: everything but a table of comma-separated values is a book.
bool is_book_name(const std::filesystem::path& file);

} // namespace polyglot::tools

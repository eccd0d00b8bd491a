// The command line of learn-book.
#pragma once
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

enum class LearnAction : std::uint8_t { Show, Merge, Export, Import, Reset, Replay, Convert };
// By the position's line; by points above one half, the most or the fewest first; or by games.
enum class LearnSort : std::uint8_t { Line, Gain, Loss, Games };

struct LearnBookOptions {
    LearnAction action = LearnAction::Show;
    std::filesystem::path store; // one of these two
    std::filesystem::path bin;   // a book, for its learn fields
    // Of -merge, -import and -replay; "-" is standard input
    std::vector<std::filesystem::path> from;
    std::filesystem::path to;   // of -export and -convert; "-" is standard output
    std::filesystem::path book; // whose moves -show, -export and -replay look for
    // -engine and -opponent; for -import of a book: whose results they are
    io::LearnFilter filter;
    std::optional<std::string> player; // -replay: whose moves
    // -show:
    std::optional<std::string> fen; // this position alone
    LearnSort sort = LearnSort::Line;
    std::optional<std::uint64_t> top;     // so many lines
    std::uint64_t min_games = 1;          // of a move
    std::optional<std::uint64_t> max_ply; // of the position: 0 is the start position
    bool csv = false;
};

// Or the exit status, if the command is already over (help; wrong use, which has been reported).
std::variant<LearnBookOptions, int> read_learn_book_options(Arguments args, std::ostream& out,
                                                            std::ostream& err);

// By its name: not a table of comma-separated values.
bool is_book_name(const std::filesystem::path& file);

} // namespace polyglot::tools

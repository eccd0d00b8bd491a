// The command line of openings-book.
#pragma once
#include "tools/common/commands.hpp"
#include "tools/engines/runner.hpp"
#include "tools/openings_book/draw.hpp"
#include "tools/openings_book/names.hpp"
#include "tools/openings_book/start.hpp"

#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace polyglot::tools {

enum class StartFormat : std::uint8_t { Epd, Pgn };

struct EngineJudge {
    EpdEngines engines;
    SearchLimits limits; // fixed ones
    Range window;        // centipawns, for White
};

struct StartOptions {
    std::string book;
    std::string check; // a list to prove; then nothing is drawn
    std::string out = "-";
    StartFormat format = StartFormat::Epd;
    std::size_t count = 100;
    std::optional<std::size_t> given_ply;
    std::uint64_t seed = 1;
    DrawKind draw = DrawKind::Share;
    std::vector<chess::Position> roots; // empty: where the book says
    bool chess960 = false;              // the list is for a match of Chess960
    std::optional<Range> balance;       // White's score in games, per cent
    std::uint64_t min_games = 0;
    NameFilter names;
    std::optional<EngineJudge> judge;

    std::size_t ply() const { return given_ply.value_or(8); }
};

// "LOW..HIGH"; also "N" for -N..N if that is allowed.
std::optional<Range> parse_range(std::string_view text, bool one_number);

// Or the exit status when the command is over already.
std::variant<StartOptions, int> read_start_options(Arguments args, std::istream& in,
                                                   std::ostream& out, std::ostream& err);

} // namespace polyglot::tools

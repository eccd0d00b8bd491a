// Reads the command line of openings-book.
#pragma once
#include "core/chess/variants/position.hpp"
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
    SearchLimits limits; // fixed limits
    Range window;        // in centipawns, from White's point of view
};

struct StartOptions {
    std::string book;
    std::string check; // a list to check; nothing is drawn then
    std::string out = "-";
    StartFormat format = StartFormat::Epd;
    std::size_t count = 100;
    std::optional<std::size_t> given_ply;
    std::uint64_t seed = 1;
    DrawKind draw = DrawKind::Share;
    std::vector<chess::Position> roots; // if empty, the book determines them
    // If not null, the book is of this variant, with its own roots.
    const chess::Variant* variant = nullptr;
    std::vector<chess::VariantPosition> variant_roots;
    bool chess960 = false;        // the list is for a match of Chess960
    std::optional<Range> balance; // White's score in games, in per cent
    std::uint64_t min_games = 0;
    NameFilter names;
    std::optional<EngineJudge> judge;

    std::size_t ply() const { return given_ply.value_or(8); }
};

// Parses "LOW..HIGH", and "N" as -N..N if one_number permits it.
std::optional<Range> parse_range(std::string_view text, bool one_number);

// Returns the options, or the exit status if the command is already over.
std::variant<StartOptions, int> read_start_options(Arguments args, std::istream& in,
                                                   std::ostream& out, std::ostream& err);

} // namespace polyglot::tools

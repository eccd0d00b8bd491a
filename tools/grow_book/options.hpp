// The options of `polyglot grow-book`. docs/grow-book.md.
#pragma once
#include "core/chess/position.hpp"
#include "tools/common/commands.hpp"
#include "tools/engines/runner.hpp"
#include "tools/grow_book/export.hpp"

#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace polyglot::tools {

// An engine with what belongs to it. Several may have the same command line.
struct GrowEngine {
    std::string command; // as the user wrote it
    EpdEngines engines;  // its settings, and how many of it
    SearchLimits limits; // of a position
};

struct GrowOptions {
    std::string store;
    std::vector<std::string> merges;                       // other stores
    std::vector<std::string> seeds;                        // books and games
    std::size_t game_plies = 40;                           // of each game
    std::vector<chess::Position> roots;                    // besides those of the store
    std::vector<std::pair<std::string, BookTarget>> books; // to be written
    std::string learn;                                     // a store of results; empty: none
    book::GrowRules rules;
    double temperature = 20;
    std::vector<GrowEngine> engines;  // none: nothing is searched
    std::optional<milliseconds> time; // in all
    std::optional<std::uint64_t> positions;
    milliseconds retry_time{3'600'000}; // an engine that has gone is tried again for this long

    GrownRules grown() const { return {rules.side, rules.width_cp, temperature}; }
};

// Or the exit status when the command is over already.
std::variant<GrowOptions, int> read_grow_options(Arguments args, std::istream& in,
                                                 std::ostream& out, std::ostream& err);

} // namespace polyglot::tools

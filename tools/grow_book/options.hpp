// The options of `polyglot grow-book`. docs/grow-book.md.
#pragma once
#include "core/chess/position.hpp"
#include "tools/common/commands.hpp"
#include "tools/epd_test/runner.hpp"
#include "tools/grow_book/export.hpp"

#include <cstdint>
#include <iosfwd>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace polyglot::tools {

struct GrowOptions {
    std::string store;
    std::vector<std::string> merges;                       // other stores
    std::vector<std::string> seeds;                        // books
    std::vector<chess::Position> roots;                    // besides those of the store
    std::vector<std::pair<std::string, BookTarget>> books; // to be written
    std::string learn;                                     // a store of results; empty: none
    book::GrowRules rules;
    double temperature = 20;
    std::optional<EpdEngines> engines; // nullopt: nothing is searched
    SearchLimits limits;               // of a position
    std::optional<milliseconds> time;  // in all
    std::optional<std::uint64_t> positions;

    GrownRules grown() const { return {rules.side, rules.width_cp, temperature}; }
};

// Or the exit status when the command is over already.
std::variant<GrowOptions, int> read_grow_options(Arguments args, std::istream& in, std::ostream& out,
                                                 std::ostream& err);

} // namespace polyglot::tools

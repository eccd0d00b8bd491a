// Reads the options of `polyglot grow-book`. See docs/grow-book.md.
#pragma once
#include "tools/common/commands.hpp"
#include "tools/growing/export.hpp"
#include "tools/growing/grow_position.hpp"
#include "tools/growing/run_options.hpp"
#include "tools/growing/store_variant.hpp"

#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace polyglot::tools {

struct GrowOptions {
    std::string store;
    std::vector<std::string> merges;                       // other stores
    std::vector<std::string> seeds;                        // books and games
    std::size_t game_plies = 40;                           // used of each game
    VariantChoice rules_of;                                // chess or a variant
    std::vector<GrowPosition> roots;                       // in addition to those of the store
    std::vector<std::pair<std::string, BookTarget>> books; // the outputs
    std::string learn; // a store of results; empty if there is none
    book::GrowRules rules;
    double temperature = 20;
    SearchRunOptions run;

    GrownRules grown() const { return {rules.side, rules.width_cp, temperature}; }
};

// Returns the options, or the exit status if the command is already over.
std::variant<GrowOptions, int> read_grow_options(Arguments args, std::istream& in,
                                                 std::ostream& out, std::ostream& err);

} // namespace polyglot::tools

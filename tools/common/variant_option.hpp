// The option -variant of commands: by which rules.
#pragma once
#include "core/chess/variants/variant.hpp"
#include "tools/common/option_table.hpp"

namespace polyglot::tools {

// The field stays null for chess and Chess960.
OptionTable::Option& add_variant_option(OptionTable& option, const chess::Variant*& variant,
                                        const char* help);
constexpr const char* variant_option_help =
    "the rules: chess (default), antichess, giveaway, suicide, losers, atomic, crazyhouse, horde, "
    "kingofthehill, "
    "racingkings or 3check";
constexpr const char* book_variant_help =
    "the variant of a .bin book that does not name it: antichess, giveaway, suicide, losers, "
    "atomic, crazyhouse, "
    "horde, kingofthehill, racingkings or 3check";

} // namespace polyglot::tools

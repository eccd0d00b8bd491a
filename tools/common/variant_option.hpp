// Defines the option -variant of commands, which names the rules.
#pragma once
#include "core/chess/variants/variant.hpp"
#include "tools/common/option_table.hpp"

#include <string>

namespace polyglot::tools {

// Adds the option; the field stays null for chess and Chess960. The help is followed by the names
// of the variants.
OptionTable::Option& add_variant_option(OptionTable& option, const chess::Variant*& variant,
                                        const std::string& help);
constexpr const char* variant_option_help = "the rules: chess (default), ";
constexpr const char* book_variant_help = "the variant of a .bin book that does not name it: ";

} // namespace polyglot::tools

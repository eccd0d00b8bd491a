// Recognises the names that protocols and files use for the variants with known rules, in any case.
// Test: variant_name_test.cpp.
#pragma once
#include <string_view>

namespace polyglot::chess {

bool is_normal_variant(std::string_view name); // "normal" (xboard), "chess" (UCI), "standard"
// True for "fischerandom" (xboard), "chess960", "UCI_Chess960".
bool is_chess960_variant(std::string_view name);

} // namespace polyglot::chess

// The names that protocols and files have for the variants whose rules we know. Case does not
// matter.
#pragma once
#include <string_view>

namespace polyglot::chess {

bool is_normal_variant(std::string_view name); // "normal" (xboard), "chess" (UCI), "standard"
// "fischerandom" (xboard), "chess960", "UCI_Chess960"
bool is_chess960_variant(std::string_view name);

} // namespace polyglot::chess

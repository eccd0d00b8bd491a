// The variants of chess that are chess: from the array, from any position, Chess960.
#pragma once
#include <string_view>

namespace polyglot::pgn {

// By the value of the tag Variant, as GUIs, servers and match runners spell it: case, blanks and signs do not matter.
// Without such a tag ("") too.
bool is_chess(std::string_view variant);

} // namespace polyglot::pgn

// The variants of chess that are chess: from the array, from any position, Chess960.
#pragma once
#include <cstdint>
#include <optional>
#include <string_view>

namespace polyglot::pgn {

enum class Variant : std::uint8_t { Chess, Chess960 };

// By the value of the tag Variant, as GUIs, servers and match runners spell it: case, blanks and
// signs do not matter. Without such a tag ("") it is chess. Nothing for a variant with other rules,
// or an unknown one.
std::optional<Variant> parse_variant(std::string_view tag);

} // namespace polyglot::pgn

// The variants that count as chess: from the standard start position, from any position, Chess960.
#pragma once
#include <cstdint>
#include <optional>
#include <string_view>

namespace polyglot::pgn {

enum class Variant : std::uint8_t { Chess, Chess960 };

// Reads the value of the tag Variant as GUIs, servers and match runners spell it: case, blanks and
// punctuation are ignored. An absent tag ("") is chess. Nullopt for a variant with other rules, and
// for an unknown one.
std::optional<Variant> parse_variant(std::string_view tag);

} // namespace polyglot::pgn

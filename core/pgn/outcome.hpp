// How a game ended.
#pragma once
#include <cstdint>

namespace polyglot::pgn {

enum class Outcome : std::uint8_t { Unknown, WhiteWins, Draw, BlackWins };

} // namespace polyglot::pgn

// How a game ended.
#pragma once
#include <cstdint>
#include <string_view>

namespace polyglot::pgn {

enum class Outcome : std::uint8_t { Unknown, WhiteWins, Draw, BlackWins };

// 1-0, 0-1, 1/2-1/2 and 1/2, as the Result tag and the termination marker have them.
constexpr Outcome parse_outcome(std::string_view text) {
    if (text == "1-0") return Outcome::WhiteWins;
    if (text == "0-1") return Outcome::BlackWins;
    if (text == "1/2-1/2" || text == "1/2") return Outcome::Draw;
    return Outcome::Unknown;
}

} // namespace polyglot::pgn

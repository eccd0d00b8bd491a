// Reads the result of a game.
#pragma once
#include <cstdint>
#include <string_view>

namespace polyglot::pgn {

enum class Outcome : std::uint8_t { Unknown, WhiteWins, Draw, BlackWins };

// Reads 1-0, 0-1, 1/2-1/2 and 1/2, as in the Result tag and the termination marker. A colon,
// 0.5-0.5, and in UTF-8 an en dash and halves of one character are accepted as well. Unknown for
// any other text.
constexpr Outcome parse_outcome(std::string_view text) {
    if (text == "1-0" || text == "1\u20130") return Outcome::WhiteWins;
    if (text == "0-1" || text == "0\u20131") return Outcome::BlackWins;
    if (text == "1/2-1/2" || text == "1/2" || text == "1/2\u20131/2") return Outcome::Draw;
    if (text == "\u00bd-\u00bd" || text == "\u00bd\u2013\u00bd") return Outcome::Draw;
    if (text == "1:0") return Outcome::WhiteWins;
    if (text == "0:1") return Outcome::BlackWins;
    if (text == "0.5-0.5" || text == "0.5:0.5" || text == "1/2:1/2" || text == "\u00bd:\u00bd")
        return Outcome::Draw;
    return Outcome::Unknown;
}

} // namespace polyglot::pgn

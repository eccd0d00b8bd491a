// Two games of 80 plies with nothing in common but the start position.
#pragma once
#include <array>
#include <cstddef>
#include <string>
#include <string_view>

namespace polyglot::bench {

inline constexpr std::size_t game_plies = 80;
inline constexpr std::array<std::string_view, 2> games = {
    // clang-format off
    "e2e4 e7e5 b1c3 b8c6 g1f3 g8f6 d2d4 f8b4 f3e5 f6e4 d1f3 b4c3 b2c3 e4f6 f1d3 d8e7 e1g1 e8g8 c1f4 c6d8 "
    "f4g5 d7d6 f3g3 h7h6 g5h4 f8e8 e5c4 f6e4 h4e7 e4g3 f1e1 d6d5 c4e3 e8e7 h2g3 c8d7 e3d5 e7e6 d5c7 e6e1 "
    "a1e1 a8c8 c7d5 g8f8 e1b1 b7b6 c3c4 g7g6 d5e3 d8c6 c2c3 d7e6 g1f1 h6h5 f1e1 f8g7 b1b3 c6a5 b3a3 a5c4 "
    "d3c4 e6c4 a3a7 b6b5 a7a5 c4e6 e1d2 e6d7 d4d5 g7f6 d2d3 f6e5 f2f4 e5d6 a2a4 b5a4 c3c4 d6c7 c4c5 c8b8",
    "d2d4 d7d5 c2c4 d5c4 g1f3 a7a6 e2e3 e7e6 f1c4 c7c5 e1g1 g8f6 d4c5 f8c5 a2a3 e8g8 b2b4 d8d1 f1d1 c5e7 "
    "c1b2 c8d7 d1c1 b8c6 b1d2 f8c8 c4f1 f6d5 d2c4 b7b5 f3e5 d7e8 e5c6 e8c6 c4a5 c6d7 b2d4 f7f5 f1e2 c8c1 "
    "a1c1 g8f7 f2f4 a8c8 c1c8 d7c8 e2f3 e7d6 g1f2 d6c7 a5c6 g7g6 c6e5 c7e5 f4e5 g6g5 h2h3 c8b7 g2g3 f7e8 "
    "e3e4 d5c7 f3h5 e8d7 d4e3 f5f4 g3f4 g5f4 e3f4 b7e4 h3h4 c7d5 f2g3 e4g6 h5f3 d7e7 h4h5 g6c2 f4d2 e7f7"
    // clang-format on
};

// `position startpos moves …` with the first plies of a game, and its line end. All moves have four
// letters: there is no promotion.
inline std::string position_line(std::string_view game, std::size_t plies) {
    return "position startpos moves " + std::string(game.substr(0, plies * 5 - 1)) + "\n";
}

} // namespace polyglot::bench

// Games from PGN text (Portable Game Notation, 1994), one after the other, of whatever size and however dirty. A broken
// game gives its legal beginning, and reading goes on with the next one.
#pragma once
#include "core/chess/game.hpp"

#include <cstdint>
#include <istream>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace polyglot::pgn {

enum class Outcome : std::uint8_t { Unknown, WhiteWins, Draw, BlackWins };

struct GameText {
    std::vector<std::pair<std::string, std::string>> tags; // in order, as written
    chess::Game game;                                      // start position by the FEN tag, and the main line's moves
    Outcome outcome = Outcome::Unknown;                    // the termination marker's, else the Result tag's
    std::uint64_t line = 0;                                // of the file, from 1: where the game begins
    std::string problem; // why the main line ends early, or why there is none; empty when all is well
    std::uint64_t problem_line = 0;
    std::string_view tag(std::string_view name) const; // empty when there is none
};

class Reader {
  public:
    // The stream must outlive the reader. Bytes of any kind; BOM, CRLF and CR, `%` lines, `;` and `{}` comments, NAGs
    // and variations are passed over.
    explicit Reader(std::istream& in) : in_(in) {}
    // The next game, or nothing at the end of the text.
    std::optional<GameText> next();

  private:
    std::istream& in_;
};

} // namespace polyglot::pgn

// Games from PGN text (Portable Game Notation, 1994) as values, one after the other, of whatever
// size and however dirty. A broken game gives its legal beginning, and reading goes on with the
// next one. For millions of them: scanner.hpp.
#pragma once
#include "core/chess/game.hpp"
#include "core/pgn/chunks.hpp"
#include "core/pgn/scanner.hpp"

#include <cstddef>
#include <cstdint>
#include <istream>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace polyglot::pgn {

constexpr std::size_t max_tag_value = 4096; // bytes; the rest is left out

struct GameText {
    std::vector<std::pair<std::string, std::string>> tags; // in order, as written
    // Start position by the FEN tag, and the main line's moves
    chess::Game game;
    Outcome outcome = Outcome::Unknown;
    std::uint64_t line = 0; // of the stream, from 1: where the game begins
    // Why the main line ends early, or why there is none; empty if it is complete
    std::string problem;
    std::uint64_t problem_line = 0;
    // The first tag of this name, in any case; empty if there is none.
    std::string_view tag(std::string_view name) const;
};

class Reader {
  public:
    // The stream must outlive the reader. A read error counts as the end; in.bad() distinguishes
    // it. chunk: bytes that are read at once; Chunks says what else memory depends on.
    explicit Reader(std::istream& in, std::size_t chunk = std::size_t{1} << 16U)
        : chunks_(in, chunk) {}
    // The next game, or nothing at the end of the text.
    std::optional<GameText> next();
    const PieceLetters& letters() const { return chunks_.letters(); }

  private:
    Chunks chunks_;
    Chunk chunk_;
    std::vector<GameText> games_; // of the chunk
    std::size_t given_ = 0;       // of these
    std::uint64_t lines_before_ = 0;
};

} // namespace polyglot::pgn

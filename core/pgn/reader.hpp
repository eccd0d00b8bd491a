// Reads games from PGN text (Portable Game Notation, 1994), one after the other, whatever their
// size and their faults. A broken game yields its legal beginning, and reading continues with the
// next game. scanner.hpp serves readers of millions of games. Test: reader_test.cpp.
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

constexpr std::size_t max_tag_value = 4096; // bytes; the rest of a longer value is dropped

struct GameText {
    std::vector<std::pair<std::string, std::string>> tags; // in order, as written
    // The game has the start position of the FEN tag and the moves of the main line.
    chess::Game game;
    Outcome outcome = Outcome::Unknown;
    std::uint64_t line = 0; // line of the stream, from 1, at which the game begins
    // Reason why the main line ends early or is absent; empty if it is complete.
    std::string problem;
    std::uint64_t problem_line = 0;
    // Returns the value of the first tag with this name, in any case; empty if there is none.
    std::string_view tag(std::string_view name) const;
};

class Reader {
  public:
    // The stream must outlive the reader. A read error counts as the end; in.bad() distinguishes
    // the two. chunk: bytes that are read at once; Chunks states what else determines the memory
    // used.
    explicit Reader(std::istream& in, std::size_t chunk = std::size_t{1} << 16U)
        : chunks_(in, chunk) {}
    // Returns the next game; nullopt at the end of the text.
    std::optional<GameText> next();
    const PieceLetters& letters() const { return chunks_.letters(); }

  private:
    Chunks chunks_;
    Chunk chunk_;
    std::vector<GameText> games_; // games of the chunk
    std::size_t given_ = 0;       // number of these that next() has returned
    std::uint64_t lines_before_ = 0;
};

} // namespace polyglot::pgn

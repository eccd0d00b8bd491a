// Games from PGN text (Portable Game Notation, 1994), one after the other, of whatever size and however dirty. A broken
// game gives its legal beginning, and reading goes on with the next one.
#pragma once
#include "core/chess/game.hpp"
#include "core/pgn/outcome.hpp"
#include "core/pgn/tokenizer.hpp"

#include <cstddef>
#include <cstdint>
#include <istream>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace polyglot::pgn {

// What a game keeps, so that memory has a bound whatever the text: tags behind the first 256 and bytes of a value
// behind the first 4096 are left out; the main line ends, with a problem, after 65536 plies (the rules allow under
// 18,000).
constexpr std::size_t max_tags = 256;
constexpr std::size_t max_tag_value = 4096;
constexpr std::size_t max_plies = 65536;

struct GameText {
    std::vector<std::pair<std::string, std::string>> tags; // in order, as written
    chess::Game game;                                      // start position by the FEN tag, and the main line's moves
    // The termination marker's, else, when that is missing or only *, the Result tag's. A marker in a variation does
    // not count.
    Outcome outcome = Outcome::Unknown;
    std::uint64_t line = 0; // of the file, from 1: where the game begins
    std::string problem;    // why the main line ends early, or why there is none; empty when all is well
    std::uint64_t problem_line = 0;
    // The first of this name, in whatever case; empty when there is none.
    std::string_view tag(std::string_view name) const;
};

// Moves are read as chess::parse_san() reads them, and in coordinates (e2e4) where that says nothing. A null move ends
// the main line, for the moves behind it are not of the game.
//
// A game begins at its first tag, or without tags at a word that is a legal first move; text between games is nothing.
// It ends at its termination marker; at a tag behind its moves; or, when there are no moves, at a header that starts
// over: the name Event once more, or behind an empty line any name once more.
//
// The tag Variant, when it is there, must name chess, from the array or any position, or Chess960; the moves of other
// games are not read.
class Reader {
  public:
    // The stream must outlive the reader. Bytes of any kind; see Tokenizer for what is passed over,
    // and for max_piece.
    explicit Reader(std::istream& in, std::size_t max_piece = Tokenizer::default_piece) : tokens_(in, max_piece) {}
    // The next game, or nothing at the end of the text.
    std::optional<GameText> next();

  private:
    Tokenizer tokens_;
    std::optional<Token> held_; // the tag that has ended a game, and begins the next
};

} // namespace polyglot::pgn

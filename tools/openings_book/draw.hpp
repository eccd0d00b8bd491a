// Draws positions of a book at a given ply, each once. Test: draw_test.cpp.
#pragma once
#include "core/book/book.hpp"
#include "core/chess/game.hpp"
#include "core/chess/position.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace polyglot::tools {

template <class Position, class Move>
struct Drawn {
    Position root;
    std::vector<Move> line; // from the root
    Position position;
};
using DrawnPosition = Drawn<chess::Position, chess::Move>;

// Returns how the game on this line has ended by the rules of match runners: mate, stalemate,
// insufficient material, threefold repetition, fifty moves. The result is None if it continues.
chess::GameEnd end_on_line(const chess::Position& root, std::span<const chess::Move> line);

template <class Position, class Move>
class DrawOf {
  public:
    virtual ~DrawOf() = default;
    // Returns the next position, or nullopt if there is none or keep_on has returned false. All
    // positions have different keys.
    virtual std::optional<Drawn<Position, Move>> next() = 0;
};
using StartDraw = DrawOf<chess::Position, chess::Move>;

enum class DrawKind : std::uint8_t {
    // Plays games from a random root, choosing each move by its weight, so that frequent positions
    // come earlier.
    Share,
    // Draws each position at this ply with the same probability, whatever leads to it, after
    // finding them all.
    Uniform,
};

struct DrawOptions {
    DrawKind kind = DrawKind::Share;
    std::size_t ply = 0; // from the root
    std::uint64_t seed = 0;
    std::function<bool()> keep_on; // called for each game or position
};

// Moves of weight 0 are not played. Positions where the game is over or drawn (end_on_line()) are
// left out. A draw with the same book, roots and options is the same on every system. The book must
// outlive the result. Share takes about 200 bytes for each visited position, Uniform about 400 for
// each position of the largest ply.
std::unique_ptr<StartDraw> make_draw(const book::Book& book, std::span<const chess::Position> roots,
                                     const DrawOptions& options);

} // namespace polyglot::tools

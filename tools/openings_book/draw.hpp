// Positions of a book at a ply, drawn one after the other, each once.
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

struct DrawnPosition {
    chess::Position root;
    std::vector<chess::Move> line; // from the root
    chess::Position position;
};

// How a game that begins so has ended on this line, by the rules of match runners: mate, stalemate,
// too little material, the third repetition, fifty moves. None if it goes on.
chess::GameEnd end_on_line(const chess::Position& root, std::span<const chess::Move> line);

class StartDraw {
  public:
    virtual ~StartDraw() = default;
    // Nullopt: there is no further one, or keep_on has returned false. No two have the same key.
    virtual std::optional<DrawnPosition> next() = 0;
};

enum class DrawKind : std::uint8_t {
    // Games from a root chosen at random, each move by its weight: what is played more often comes
    // sooner
    Share,
    // Every position at this ply with the same probability, whatever leads to it; finds them all
    // first
    Uniform,
};

struct DrawOptions {
    DrawKind kind = DrawKind::Share;
    std::size_t ply = 0; // from the root
    std::uint64_t seed = 0;
    std::function<bool()> keep_on; // asked for each game or position
};

// Moves of weight 0 are not played. Positions where the game is over or drawn (end_on_line()) are
// left out. A draw of the same book, roots and options is the same on every system. The book must
// outlive it. Memory: of Share some 200 bytes for each position passed, of Uniform some 400 for
// each position of the widest ply.
std::unique_ptr<StartDraw> make_draw(const book::Book& book, std::span<const chess::Position> roots,
                                     const DrawOptions& options);

} // namespace polyglot::tools

// Follows the `position` lines of a UCI GUI. Test: game_tracker_test.cpp.
#pragma once
#include "core/chess/game.hpp"

#include <string>
#include <string_view>

namespace polyglot::session {

// GUIs send the whole game with every move. Only the part that was added since the last line is
// parsed, and only when the position is needed, so that a game out of book costs no more than a
// copy of its text.
class GameTracker {
  public:
    // What follows "position": `startpos | fen F [moves M…]`.
    void set_position(std::string_view arguments);

    // Returns the game of the last line; null if the line has an invalid FEN or an illegal move.
    // The position is then unknown, so that no book may answer; problem() has the reason.
    const chess::Game* game();
    const std::string& problem() const { return problem_; }

  private:
    bool continues(std::string_view arguments) const;
    void read(std::string_view text);

    std::string sent_ = "startpos"; // the last position line
    std::size_t read_ = 0;          // bytes of sent_ that are in game_
    bool begun_ = false;            // the start position is in game_
    bool in_moves_ = false;         // the word "moves" was among these bytes
    std::string problem_;
    chess::Game game_;
};

} // namespace polyglot::session

// Follows the `position` lines of a UCI GUI.
#pragma once
#include "core/chess/game.hpp"

#include <string>
#include <string_view>

namespace polyglot::session {

// GUIs send the whole game with every move. Only what was added since the last line is read, and only when somebody
// asks for the position: a game out of book costs a copy of the text, however long it is.
class GameTracker {
  public:
    // What follows "position": `startpos | fen F [moves M…]`.
    void set_position(std::string_view arguments);

    // The game as told, or nothing when the line holds an error: a FEN that is none, or an illegal move. Then nobody
    // here knows the position and no book may answer for it; problem() says what is wrong.
    const chess::Game* game();
    const std::string& problem() const { return problem_; }

  private:
    bool continues(std::string_view arguments) const;
    void read(std::string_view text);

    std::string told_ = "startpos"; // the last position line
    std::size_t read_ = 0;          // so many of its bytes are in game_
    bool begun_ = false;            // game_ has its start position
    bool in_moves_ = false;         // the word "moves" was among them
    std::string problem_;
    chess::Game game_;
};

} // namespace polyglot::session

// Follows the `position` lines of a UCI GUI. Test: game_tracker_test.cpp.
#pragma once
#include "adapter/session/books/book_game.hpp"
#include "core/chess/game.hpp"
#include "core/chess/variants/game.hpp"

#include <optional>
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

    // Selects the rules by which lines are read; null for chess.
    void set_variant(const chess::Variant* variant);

    // Returns the game of the last line; nullopt or null if the line has an invalid FEN or an
    // illegal move. The position is then unknown, so that no book may answer; problem() has the
    // reason.
    std::optional<BookGame> any_game();
    const chess::Game* game(); // null also in a variant
    const std::string& problem() const { return problem_; }
    const std::string& sent() const { return sent_; } // the last set_position()

  private:
    bool continues(std::string_view arguments) const;
    void restart();
    void read(std::string_view text);
    bool begin(std::string_view& rest);
    bool push(std::string_view word);
    std::string format_fen() const;

    std::string sent_ = "startpos"; // the last position line
    std::size_t read_ = 0;          // bytes of sent_ that are in game_
    bool begun_ = false;            // the start position is in game_
    bool in_moves_ = false;         // the word "moves" was among these bytes
    std::string problem_;
    chess::Game game_;
    const chess::Variant* variant_ = nullptr;
    std::optional<chess::VariantGame> variant_game_; // by the rules of variant_
};

} // namespace polyglot::session

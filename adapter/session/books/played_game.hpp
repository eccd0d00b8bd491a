// A copy of a game of chess or of a variant.
#pragma once
#include "adapter/session/books/book_game.hpp"
#include "core/chess/game.hpp"
#include "core/chess/variants/game.hpp"

#include <utility>
#include <variant>

namespace polyglot::session {

class PlayedGame {
  public:
    // Not explicit, as in BookGame.
    PlayedGame(chess::Game game) : game_(std::move(game)) {}        // NOLINT(google-explicit*)
    PlayedGame(chess::VariantGame game) : game_(std::move(game)) {} // NOLINT(google-explicit*)
    PlayedGame(const BookGame& game) : PlayedGame(copy_of(game)) {} // NOLINT(google-explicit*)

    // Valid until the game changes.
    BookGame view() const {
        return std::visit([](const auto& game) { return BookGame(game); }, game_);
    }
    void push(chess::Move move); // as in BookGame; it must be legal

  private:
    static PlayedGame copy_of(const BookGame& game) {
        if (game.chess() != nullptr) return *game.chess();
        return *game.variant_game();
    }

    std::variant<chess::Game, chess::VariantGame> game_;
};

// The number of plies that two games have in common: 0 if they are of different variants.
std::size_t common_plies(const BookGame& a, const BookGame& b);
// Returns true for the first position of a game, also of one of Chess960, in which neither side
// has moved.
bool begins_at_first_position(const BookGame& game);

} // namespace polyglot::session

// The moves of a game under xboard, in a variant with known or unknown rules. Test:
// game_record_test.cpp.
#pragma once
#include "adapter/protocol/uci/position.hpp"
#include "adapter/session/books/book_game.hpp"
#include "adapter/session/xboard_gui/clock.hpp"
#include "core/chess/game.hpp"
#include "core/chess/uci_move.hpp"
#include "core/result.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace polyglot::session {

class GameRecord {
  public:
    // Begins a new game from the start position of the variant, which is null for chess. If the
    // rules are unknown, every move text passes unchanged.
    void start(bool rules_known, const chess::Variant* variant = nullptr);
    // Begins a game from this FEN. With known rules the position must be legal, and the FEN is
    // formatted for the engine, with Shredder-FEN's castling rights for KingTakesRook. With unknown
    // rules only the side to move is read, and the text passes unchanged.
    Result<void> set_fen(std::string_view fen, bool rules_known, chess::CastlingStyle style);

    // The game of chess; null in a variant.
    const chess::Game* game() const { return game_ ? &*game_ : nullptr; }
    // The game; nullopt if the rules are unknown.
    std::optional<BookGame> any_game() const;
    chess::Color side_to_move() const;
    std::size_t length() const { return moves_.size(); } // plies

    // text is the move for a UCI engine; with known rules it is that of `move`. Clock::MoveCount
    // explains in_force.
    // In a variant the move is the one that stands in (BookGame).
    void push(chess::Move move, chess::CastlingStyle style, bool in_force);
    void push_text(std::string_view text, bool in_force);
    bool pop(); // returns false if there is no move to take back

    // Returns the game for the engine, with one more move at its end if extra is not empty.
    protocol::UciPosition position(std::string_view extra = {}) const;
    Clock::MoveCount moves_of(chess::Color color) const;

  private:
    struct Ply {
        std::string text;
        bool in_force;
    };

    std::string start_ = "startpos"; // or a FEN
    chess::Color first_ = chess::Color::White;
    // At most one of these is known.
    std::optional<chess::Game> game_{chess::Game()};
    std::optional<chess::VariantGame> variant_game_;
    const chess::Variant* variant_ = nullptr; // null for chess and for unknown rules
    std::vector<Ply> moves_;
};

} // namespace polyglot::session

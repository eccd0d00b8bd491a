// Plays the engine's and the book's moves: on our board, for the GUI, and to the end of the game.
#pragma once
#include "adapter/protocol/uci/uci.hpp"
#include "adapter/session/shared/context.hpp"
#include "adapter/session/xboard_gui/game.hpp"
#include "adapter/session/xboard_gui/thinking_feed.hpp"

#include <optional>
#include <string_view>

namespace polyglot::session {

// The rules:
// 1. A move is played only if it is legal; an illegal one loses the game. In a variant whose rules we don't know it
//    passes as it is.
// 2. The last thinking line and what KibitzMove adds go out before the move, a result by rule or `resign` after it.
class MovePlayer {
  public:
    MovePlayer(SessionContext& context, XboardGame& game, ThinkingFeed& thinking)
        : context_(context), game_(game), thinking_(thinking) {}

    void play_engine_move(std::string_view bestmove); // what follows "bestmove"
    // A legal move; reply: what may follow it, may be empty.
    void play(chess::Move move, std::string_view reply);
    // A move as the engine writes it, with PromoteWorkAround.
    std::optional<chess::Move> read(const chess::Position& position, std::string_view text) const;

  private:
    void play_text(const protocol::BestMove& best);
    void lose_by_illegal_move(std::string_view text);

    SessionContext& context_;
    XboardGame& game_;
    ThinkingFeed& thinking_;
};

} // namespace polyglot::session

// The game that the GUI side wants on the engine's board: its last `position` line and its variant.
// Test: wanted_game_test.cpp.
//
// 1. A game can be cut. The engine then gets the current position without the moves that led to it,
//    because after these moves it claims a draw, and would claim it again after each further move.
// 2. The GUI side does not know of the cut. As long as its position lines continue the cut game,
//    line() has only the moves after the cut.
#pragma once
#include "adapter/protocol/xboard/engine.hpp"
#include "adapter/session/xboard_engine/game_line.hpp"
#include "core/chess/position.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace polyglot::session {

class WantedGame {
  public:
    void on_position(GameLine game) { line_ = after_cut(std::move(game)); }
    void on_new_game() { cut_.reset(); }
    void set_variant(std::string_view uci_variant) { uci_variant_ = uci_variant; } // UCI_Variant
    void set_chess960(bool is_chess960) { is_chess960_ = is_chess960; }            // UCI_Chess960

    const GameLine& line() const { return line_; }
    // "normal", "fischerandom", or a name that the engine has announced; nullopt if the engine does
    // not play it.
    std::optional<std::string> variant(const protocol::XboardFeatures& features) const;
    // "chess", or a value of UCI_Variant.
    std::string_view variant_name() const {
        return is_chess960_           ? "chess960"
               : uci_variant_.empty() ? "chess"
                                      : std::string_view(uci_variant_);
    }

    // Drops the moves from this one on, because they are illegal.
    void drop_moves_from(std::size_t index) { line_.moves.resize(index); }
    // present is the position after line(). Returns false if the engine already has this position
    // without moves.
    bool cut_at(const chess::Position& present);

  private:
    struct Cut {
        GameLine game;   // as sent by the GUI side
        std::string fen; // the position after the game
    };
    GameLine after_cut(GameLine line) const;

    GameLine line_;
    std::optional<Cut> cut_;
    std::string uci_variant_;
    bool is_chess960_ = false;
};

} // namespace polyglot::session

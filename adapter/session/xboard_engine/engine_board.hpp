// A copy of the engine's board, updated with each line to and from the engine. It decides nothing
// and sends nothing.
//
// 1. While is_known(), the engine's board has the game start() with moves(). Otherwise it should
//    have it, and must be set up before any search.
// 2. game() is the same game with the rules of chess, variant_game() with those of a variant that
//    core/chess knows. At most one of them has a value. A start or a move that our rules do not
//    have ends variant_game(), because engines differ in the rules of variants; its moves are texts
//    then, as in a variant with unknown rules.
// 3. A game that is over() stays over until the next `new`, because not every engine continues such
//    a game.
#pragma once
#include "adapter/session/xboard_engine/game_line.hpp"
#include "core/chess/game.hpp"
#include "core/chess/uci_move.hpp"
#include "core/chess/variants/game.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace polyglot::session {

class EngineBoard {
  public:
    // What the engine does unless it is sent a command.
    enum class Mode : std::uint8_t { Force, Playing, Analysing };

    // Another process runs. Only the variant is kept, because pending requests belong to it.
    void forget();
    void on_new(std::string variant);
    void place(std::string start); // by setboard or edit; "startpos" or a FEN
    void push(const std::string& uci_move);
    void pop(); // undo
    void set_unknown() { is_known_ = false; }
    void set_mode(Mode mode) { mode_ = mode; }
    void set_playing(chess::Color side) {
        mode_ = Mode::Playing;
        plays_ = side;
    }
    // The engine has claimed a result, or was sent one.
    void end_game() {
        if (end_ == End::None) end_ = End::Over;
    }
    // The claim was about the position that is to be searched now.
    void claim_end() { end_ = End::Claimed; }
    void drop_claim() {
        if (end_ == End::Claimed) end_ = End::Over;
    }

    bool is_known() const { return is_known_; }
    const std::string& start() const { return start_; }
    const std::vector<std::string>& moves() const { return moves_; }
    const std::optional<chess::Game>& game() const { return game_; }
    const std::optional<chess::VariantGame>& variant_game() const { return variant_game_; }
    const std::string& variant() const { return variant_; } // as CECP names it
    Mode mode() const { return mode_; }
    chess::Color plays() const { return plays_; } // in Mode::Playing the engine moves for this side
    bool is_over() const { return end_ != End::None; }
    bool is_end_claimed() const { return end_ == End::Claimed; }
    bool has_ended_by_rule() const { return game_ && game_->end() != chess::GameEnd::None; }

    bool knows_rules() const { return variant_ == "normal" || variant_ == "fischerandom"; }
    chess::CastlingStyle castling() const;
    chess::Color side_to_move() const;
    bool awaits_opponent() const {
        return is_known_ && mode_ == Mode::Playing && side_to_move() == ~plays_;
    }
    // Returns true if the engine has all moves of the line but the last, and will answer the last
    // move without `go`.
    bool awaits_last_move_of(const GameLine& line, std::string_view variant) const;
    // Returns the FEN of a variant's start position if chess begins with another one.
    std::optional<std::string> start_unlike_chess() const;
    // Returns the position to which the line leads, as far as its moves are legal; nullopt if the
    // rules are not known.
    std::optional<chess::Position> play_out(const GameLine& line) const;
    // The same for variants. Nullopt also if a move is illegal by our rules.
    std::optional<chess::VariantPosition> play_out_variant(const GameLine& line) const;
    // Returns the move in the engine's spelling; nullopt if it is illegal in chess.
    std::optional<std::string> spell(const std::string& uci_move, bool in_san) const;

  private:
    enum class End : std::uint8_t { None, Over, Claimed };

    std::string variant_ = "normal";
    bool is_known_ = false;
    std::string start_;
    std::vector<std::string> moves_;
    std::optional<chess::Game> game_;
    std::optional<chess::VariantGame> variant_game_;
    Mode mode_ = Mode::Force;
    chess::Color plays_ = chess::Color::Black;
    End end_ = End::None;
};

} // namespace polyglot::session

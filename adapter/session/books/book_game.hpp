// The game that a book is asked about, of chess or of a variant. The choice of book moves is the
// same for both, so that moves of a variant are given as moves of chess that stand in for them.
// Test: book_game_test.cpp.
#pragma once
#include "core/chess/game.hpp"
#include "core/chess/uci_move.hpp"
#include "core/chess/variants/game.hpp"
#include "core/chess/variants/stand_in.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace polyglot::session {

using chess::stand_in_for;
using chess::variant_move_of;

// Refers to the game, which must outlive it.
class BookGame {
  public:
    // Not explicit, so that a game is a question.
    BookGame(const chess::Game& game) : chess_(&game) {}               // NOLINT(google-explicit*)
    BookGame(const chess::VariantGame& game) : variant_game_(&game) {} // NOLINT(google-explicit*)

    const chess::Game* chess() const { return chess_; } // null in a variant
    const chess::VariantGame* variant_game() const { return variant_game_; }
    const chess::Variant* variant() const { // null for chess
        return variant_game_ == nullptr ? nullptr : &variant_game_->position().variant();
    }

    chess::Color side_to_move() const;
    int full_move_number() const;
    std::size_t plies() const;
    // These identify the line.
    std::uint64_t start_key() const;
    std::span<const chess::Move> moves() const; // valid as long as this object

    // Null if the text is not a legal move.
    chess::Move parse_uci(std::string_view text) const;
    std::string format_uci(chess::Move move, chess::CastlingStyle style) const;
    std::string format_san(chess::Move move) const;
    std::string format_fen() const;
    bool has_legal_move() const;
    std::vector<chess::Move> legal_moves() const;
    // Returns why the move would let the opponent claim a draw, by repetition or fifty-move rule;
    // empty if it would not.
    std::string_view draws_by(chess::Move move) const;

  private:
    const chess::Game* chess_ = nullptr;
    const chess::VariantGame* variant_game_ = nullptr;
    mutable std::vector<chess::Move> stand_ins_; // for the moves of variant_game_, when needed
};

} // namespace polyglot::session

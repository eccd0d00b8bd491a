// A move as the board represents it. Text forms are in uci_move.hpp and san.hpp.
#pragma once
#include "core/chess/types.hpp"

#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>

namespace polyglot::chess {

// Sixteen bits: from, to, kind, promotion piece. Castling is always stored as the king capturing
// its own rook, in standard chess too (e1h1), because only this form identifies the rook in
// Chess960. A Move is legal only in the position that produced it (legal_moves, parse_san,
// parse_uci_move …).
class Move {
  public:
    enum class Kind : std::uint8_t { Normal, Promotion, EnPassant, Castling };

    constexpr Move() = default; // the null move
    constexpr Move(Square from, Square to, Kind kind = Kind::Normal,
                   PieceType promotion = PieceType::Knight)
        : bits_(static_cast<std::uint16_t>(to | from << 6 |
                                           (static_cast<int>(promotion) - 1) << 12 |
                                           static_cast<int>(kind) << 14)) {}

    constexpr Square from() const { return static_cast<Square>(bits_ >> 6 & 63); }
    constexpr Square to() const { return static_cast<Square>(bits_ & 63); }
    constexpr Kind kind() const { return static_cast<Kind>(bits_ >> 14); }
    // PieceType::None unless this is a promotion.
    constexpr PieceType promotion() const {
        return kind() == Kind::Promotion ? static_cast<PieceType>((bits_ >> 12 & 3) + 1)
                                         : PieceType::None;
    }
    constexpr explicit operator bool() const { return bits_ != 0; }
    friend constexpr bool operator==(Move, Move) = default;

  private:
    std::uint16_t bits_ = 0;
};

// The moves of one position. No position with the material of a game has more than 218 of them (N.
// Petrovic 1964). If one does, its last moves are left out rather than written past the end.
constexpr std::size_t max_legal_moves = 256; // of a position; 218 are known

class MoveList {
  public:
    void push_back(Move m) {
        assert(size_ < moves_.size());
        if (size_ < moves_.size()) moves_[size_++] = m;
    }
    std::size_t size() const { return size_; }
    bool empty() const { return size_ == 0; }
    Move operator[](std::size_t i) const { return moves_[i]; }
    const Move* begin() const { return moves_.data(); }
    const Move* end() const { return moves_.data() + size_; }

  private:
    std::array<Move, max_legal_moves> moves_;
    std::size_t size_ = 0;
};

} // namespace polyglot::chess

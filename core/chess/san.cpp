#include "core/chess/san.hpp"

#include "core/chess/attacks.hpp"

#include <array>

namespace polyglot::chess {
namespace {

constexpr std::string_view piece_letters = "PNBRQK"; // by piece type
// A SAN is at most "Qa1xb2#" or "exd8=Q+", 7 characters long.
class SanText {
  public:
    void add(char c) { text_[size_++] = c; }
    void add(std::string_view s) {
        for (const char c : s)
            add(c);
    }
    void add_file(Square s) { add(static_cast<char>('a' + file_of(s))); }
    void add_rank(Square s) { add(static_cast<char>('1' + rank_of(s))); }
    std::string_view view() const { return {text_.data(), size_}; }

  private:
    std::array<char, 8> text_{};
    std::size_t size_ = 0;
};

// Returns the pieces of this type that attack the square (pins are ignored). Empty for a king: a
// side has only one.
Bitboard pieces_within_reach(const Position& position, PieceType type, Square to) {
    const Bitboard same = position.pieces(position.side_to_move(), type);
    switch (type) {
    case PieceType::Knight: return knight_attacks(to) & same;
    case PieceType::Bishop: return bishop_attacks(to, position.occupied()) & same;
    case PieceType::Rook: return rook_attacks(to, position.occupied()) & same;
    case PieceType::Queen:
        return (bishop_attacks(to, position.occupied()) | rook_attacks(to, position.occupied())) &
               same;
    default: return 0;
    }
}

// Adds the file, the rank or both of the from square: the minimum that distinguishes the move from
// all other legal moves of pieces of this type to the same square.
void add_disambiguation(const Position& position, Move move, PieceType type, SanText& text) {
    const Bitboard others = pieces_within_reach(position, type, move.to()) & ~bit(move.from());
    if (!others) return; // the usual case; otherwise legality decides, which is slower
    bool rival = false;
    bool same_file = false;
    bool same_rank = false;
    for (const Move other : position.legal_moves(others)) {
        if (other.to() != move.to()) continue;
        rival = true;
        same_file |= file_of(other.from()) == file_of(move.from());
        same_rank |= rank_of(other.from()) == rank_of(move.from());
    }
    if (!rival) return;
    if (!same_file || same_rank) text.add_file(move.from());
    if (same_file) text.add_rank(move.from());
}

void add_without_check_mark(const Position& position, Move move, SanText& text) {
    if (move.kind() == Move::Kind::Castling) {
        text.add(move.to() > move.from() ? "O-O" : "O-O-O");
        return;
    }
    const PieceType type = position.piece_at(move.from()).type;
    const bool takes = move.kind() == Move::Kind::EnPassant || position.piece_at(move.to());
    if (type != PieceType::Pawn) {
        text.add(piece_letters[static_cast<std::size_t>(type)]);
        add_disambiguation(position, move, type, text);
    } else if (takes) {
        text.add_file(move.from());
    }
    if (takes) text.add('x');
    text.add_file(move.to());
    text.add_rank(move.to());
    if (move.promotion() != PieceType::None) {
        text.add('=');
        text.add(piece_letters[static_cast<std::size_t>(move.promotion())]);
    }
}

} // namespace

void make_and_append_san(Position& position, Move move, std::string& text) {
    SanText san;
    add_without_check_mark(position, move, san);
    position.make(move);
    if (position.in_check()) san.add(position.legal_move_count() == 0 ? '#' : '+');
    text += san.view();
}

std::string format_san(const Position& position, Move move) {
    Position after = position;
    std::string text;
    make_and_append_san(after, move, text);
    return text;
}

} // namespace polyglot::chess

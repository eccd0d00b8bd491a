#include "core/book/variants/move.hpp"

#include <algorithm>
#include <string_view>

namespace polyglot::book {
namespace {

using chess::PieceType;
using chess::Square;
using chess::VariantKeys;
using chess::VariantMove;
using chess::VariantPosition;
using Kind = VariantMove::Kind;

constexpr unsigned xboard_drop = 9; // in the four highest bits
constexpr std::string_view piece_letters = "PNBRQ";

struct RawMove {
    explicit RawMove(std::uint16_t raw)
        : to(static_cast<Square>(raw & 63U)),
          from(static_cast<Square>(raw >> 6U & 63U)),
          code(raw >> 12U) {}
    Square to, from;
    unsigned code;
};

std::optional<VariantMove> read_drop(const RawMove& raw) {
    std::size_t piece = raw.code;
    if (raw.code == xboard_drop) // letters from A = 1
        piece = piece_letters.find(static_cast<char>('A' + raw.from - 1));
    else if (raw.from != raw.to)
        return std::nullopt;
    if (piece >= piece_letters.size()) return std::nullopt;
    return VariantMove{raw.to, raw.to, Kind::Drop, static_cast<PieceType>(piece)};
}

// The three spellings of decode_move().
bool is_castling(const RawMove& raw, const VariantMove& castling, const VariantPosition& position) {
    if (raw.from != castling.from || (raw.code & 7U) != 0) return false;
    const bool on_own_rook =
        position.board().piece_at(raw.to) == chess::Piece{PieceType::Rook, position.side_to_move()};
    if (on_own_rook) return raw.to == castling.to;
    if (file_of(raw.from) != 4 || rank_of(raw.from) != rank_of(raw.to)) return false;
    const int file = file_of(raw.to);
    return castling.to > castling.from ? file >= 6 : file == 2 || file == 0;
}

bool encodes(const RawMove& raw, const VariantMove& move, const VariantPosition& position) {
    if (move.kind == Kind::Drop) return false;
    if (move.kind == Kind::Castling) return is_castling(raw, move, position);
    const unsigned promotion = move.kind == Kind::Promotion ? static_cast<unsigned>(move.piece) : 0;
    return raw.from == move.from && raw.to == move.to && (raw.code & 7U) == promotion;
}

} // namespace

std::optional<VariantMove> decode_variant_move(std::uint16_t bits, const VariantPosition& position,
                                               const chess::VariantMoves& legal) {
    const RawMove raw(bits);
    const auto drop = position.variant().has_pockets ? read_drop(raw) : std::nullopt;
    const auto found = std::ranges::find_if(legal, [&](const VariantMove& move) {
        return drop ? move == *drop : encodes(raw, move, position);
    });
    return found == legal.end() ? std::nullopt : std::optional(*found);
}

std::optional<std::uint16_t> encode_variant_move(const VariantMove& move, VariantKeys keys) {
    const auto put = [&move](unsigned code, unsigned from) {
        return static_cast<std::uint16_t>(move.to | from << 6U | code << 12U);
    };
    const auto piece = static_cast<unsigned>(move.piece);
    if (move.kind == Kind::Drop && keys == VariantKeys::XBoard)
        return put(xboard_drop, static_cast<unsigned>(piece_letters[piece] - 'A' + 1));
    if (move.kind == Kind::Drop) return put(piece, move.from);
    if (move.kind != Kind::Promotion) return put(0, move.from);
    if (move.piece == PieceType::King && keys == VariantKeys::XBoard) return std::nullopt;
    return put(piece, move.from);
}

} // namespace polyglot::book

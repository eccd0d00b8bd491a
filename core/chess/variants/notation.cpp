#include "core/chess/variants/notation.hpp"

#include "core/chess/san_pattern.hpp"
#include "core/text/text.hpp"

#include <cstdlib>

namespace polyglot::chess {
namespace {

using Kind = VariantMove::Kind;

constexpr std::string_view piece_letters = "PNBRQK"; // by piece type

char letter_of(PieceType type) {
    return piece_letters[index_of(type)];
}
PieceType promotion_of(const VariantMove& move) {
    return move.kind == Kind::Promotion ? move.piece : PieceType::None;
}

std::string format_drop(const VariantMove& move) {
    return letter_of(move.piece) + ('@' + format_square(move.to));
}

// The minimum that distinguishes the move from all other legal moves of pieces of this type to the
// same square.
std::string disambiguation(const VariantPosition& position, const VariantMove& move,
                           PieceType type) {
    const Bitboard same = position.board().pieces(position.side_to_move(), type);
    bool rival = false;
    bool same_file = false;
    bool same_rank = false;
    if ((same & (same - 1)) == 0) return {};
    for (const VariantMove& other : position.legal_moves()) {
        if (other.to != move.to || other.from == move.from || other.kind != move.kind ||
            !(same & bit(other.from)))
            continue;
        rival = true;
        same_file |= file_of(other.from) == file_of(move.from);
        same_rank |= rank_of(other.from) == rank_of(move.from);
    }
    const std::string from = format_square(move.from);
    if (!rival) return {};
    return same_file ? (same_rank ? from : from.substr(1)) : from.substr(0, 1);
}

std::string without_check_mark(const VariantPosition& position, const VariantMove& move) {
    if (move.kind == Kind::Castling) return move.to > move.from ? "O-O" : "O-O-O";
    if (move.kind == Kind::Drop) return format_drop(move);
    const PieceType type = position.board().piece_at(move.from).type;
    const bool takes = position.is_capture(move);
    std::string text;
    if (type != PieceType::Pawn)
        text = letter_of(type) + disambiguation(position, move, type);
    else if (takes)
        text = format_square(move.from).substr(0, 1);
    if (takes) text += 'x';
    text += format_square(move.to);
    if (move.kind == Kind::Promotion) text = text + '=' + letter_of(move.piece);
    return text;
}

// "N@f3", "@e4": what is dropped, and where.
std::optional<VariantMove> read_drop(std::string_view text) {
    const std::size_t at = text.find('@');
    if (at > 1) return std::nullopt;
    const PieceType piece = at == 0 ? PieceType::Pawn : san_piece_named(text.front());
    const std::string_view place = text.substr(at + 1);
    const auto square = read_san_pattern(place);
    const bool is_square = square && square->piece == PieceType::Pawn &&
                           square->from == ~Bitboard{0} && !square->en_passant &&
                           square->promotion == PieceType::None && std::popcount(square->to) == 1 &&
                           !place.starts_with('x');
    if (piece == PieceType::None || !is_square) return std::nullopt;
    const Square to = first_square(square->to);
    return VariantMove{to, to, Kind::Drop, piece};
}

// The moves that the text may mean.
class SanMatcher {
  public:
    SanMatcher(const VariantPosition& position, std::string_view text)
        : position_(position), drop_(read_drop(text)), castling_(read_san_castling(text)) {
        if (!drop_ && !castling_) pattern_ = read_san_pattern(text);
    }
    bool is_readable() const { return drop_ || castling_ || pattern_; }
    bool fits(const VariantMove& move) const {
        if (drop_) return move == *drop_;
        if (castling_)
            return move.kind == Kind::Castling &&
                   (move.to > move.from) == (*castling_ == CastlingSide::King);
        if (move.kind == Kind::Castling || move.kind == Kind::Drop) return false;
        return position_.board().piece_at(move.from).type == pattern_->piece &&
               bit(move.from) & pattern_->from && bit(move.to) & pattern_->to &&
               promotion_of(move) == pattern_->promotion &&
               (!pattern_->en_passant || move.kind == Kind::EnPassant);
    }

  private:
    const VariantPosition& position_;
    std::optional<VariantMove> drop_;
    std::optional<CastlingSide> castling_;
    std::optional<SanPattern> pattern_;
};

VariantMoves fitting_moves(const VariantPosition& position, const SanMatcher& matcher) {
    VariantMoves moves = position.legal_moves();
    std::erase_if(moves, [&matcher](const VariantMove& move) { return !matcher.fits(move); });
    return moves;
}

} // namespace

VariantSanResult resolve_variant_san(const VariantPosition& position, std::string_view text) {
    const SanMatcher matcher(position, text::trim(text));
    if (!matcher.is_readable()) return {};
    const VariantMoves found = fitting_moves(position, matcher);
    if (found.empty()) return {{}, SanStatus::Illegal};
    return {found.front(), found.size() == 1 ? SanStatus::Legal : SanStatus::Ambiguous};
}

Result<VariantMove> parse_variant_san(const VariantPosition& position, std::string_view text) {
    const std::string_view trimmed = text::trim(text);
    const std::string quoted = text::quote(trimmed) + ' ';
    const SanMatcher matcher(position, trimmed);
    if (!matcher.is_readable()) return make_error(quoted + "does not read as a move");
    const VariantMoves found = fitting_moves(position, matcher);
    if (found.empty()) return make_error(quoted + "is not legal here");
    if (found.size() > 1)
        return make_error(quoted + "is ambiguous: " + format_variant_uci(found[0]) + " or " +
                          format_variant_uci(found[1]));
    return found.front();
}

std::string format_variant_san(const VariantPosition& position, const VariantMove& move) {
    std::string text = without_check_mark(position, move);
    VariantPosition after = position;
    after.make(move);
    if (after.is_won())
        text += '#';
    else if (after.in_check())
        text += '+';
    return text;
}

std::string format_variant_uci(const VariantMove& move, CastlingStyle style) {
    if (move.kind == Kind::Drop) return format_drop(move);
    if (move.kind == Kind::Castling)
        return format_uci_move(Move(move.from, move.to, Move::Kind::Castling), style);
    std::string text = format_square(move.from) + format_square(move.to);
    if (move.kind == Kind::Promotion) text += text::to_lower(letter_of(move.piece));
    return text;
}

std::optional<VariantMove> parse_variant_uci(const VariantPosition& position,
                                             std::string_view text) {
    std::string wanted(text);
    if (wanted.size() == 6 && wanted[4] == '=') wanted.erase(4, 1);
    if (wanted.size() == 5) wanted[4] = text::to_lower(wanted[4]);
    if (wanted.size() == 4 && wanted[1] == '@') wanted[0] = text::to_upper(wanted[0]);
    const VariantMoves moves = position.legal_moves();
    for (const VariantMove& move : moves)
        if (wanted == format_variant_uci(move, CastlingStyle::KingTakesRook)) return move;
    for (const VariantMove& move : moves) {
        if (move.kind != Kind::Castling) continue;
        const Square king_to = make_square(move.to > move.from ? 6 : 2, rank_of(move.from));
        // One square is a plain move of the king
        const bool goes_far = std::abs(king_to - move.from) >= 2;
        if (goes_far && wanted == format_square(move.from) + format_square(king_to)) return move;
    }
    return std::nullopt;
}

} // namespace polyglot::chess

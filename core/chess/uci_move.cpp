#include "core/chess/uci_move.hpp"

#include "core/text/text.hpp"

#include <cstdlib>

namespace polyglot::chess {
namespace {

constexpr std::string_view promotion_letters = "pnbrqk"; // by piece type

// The content of the text, before a board is consulted.
struct Coordinates {
    Square from, to;
    PieceType promotion;
};

std::optional<Square> read_square(std::string_view text) {
    if (text[0] < 'a' || text[0] > 'h' || text[1] < '1' || text[1] > '8') return std::nullopt;
    return make_square(text[0] - 'a', text[1] - '1');
}

std::optional<Coordinates> read_coordinates(std::string_view text) {
    if (text.size() < 4 || text.size() > 6) return std::nullopt;
    const std::optional<Square> from = read_square(text);
    const std::optional<Square> to = read_square(text.substr(2));
    if (!from || !to) return std::nullopt;
    text.remove_prefix(4);
    if (text.empty()) return Coordinates{*from, *to, PieceType::None};
    if (text.front() == '=') text.remove_prefix(1);
    if (text.size() != 1) return std::nullopt;
    const std::size_t type = promotion_letters.find(text::to_lower(text.front()));
    if (type < 1 || type > 4) return std::nullopt;
    return Coordinates{*from, *to, static_cast<PieceType>(type)};
}

Square castled_king(Move castling) {
    return make_square(castling.to() > castling.from() ? 6 : 2, rank_of(castling.from()));
}

} // namespace

std::string format_square(Square square) {
    return {static_cast<char>('a' + file_of(square)), static_cast<char>('1' + rank_of(square))};
}

bool reads_as_uci_move(std::string_view text) {
    return text == "0000" || read_coordinates(text).has_value();
}

std::optional<Move> parse_uci_move(const Position& position, std::string_view text) {
    const std::optional<Coordinates> wanted = read_coordinates(text);
    if (!wanted) return std::nullopt;
    const auto [from, to, promotion] = *wanted;
    if (const Move move = position.find_legal_move(from, to, promotion)) return move;

    if (from != position.king(position.side_to_move()) || std::abs(to - from) < 2)
        return std::nullopt;
    for (const CastlingSide side : {CastlingSide::King, CastlingSide::Queen}) {
        const Square rook = position.castling_rook(position.side_to_move(), side);
        if (rook == NoSquare) continue;
        const Move castling = position.find_legal_move(from, rook, promotion);
        if (castling && castled_king(castling) == to) return castling;
    }
    return std::nullopt;
}

std::string format_uci_move(Move move, CastlingStyle style) {
    if (!move) return "0000";
    const bool standard_squares =
        file_of(move.from()) == 4 && (file_of(move.to()) == 0 || file_of(move.to()) == 7);
    const bool two_squares = move.kind() == Move::Kind::Castling &&
                             style == CastlingStyle::KingTwoSquares && standard_squares;
    std::string text =
        format_square(move.from()) + format_square(two_squares ? castled_king(move) : move.to());
    if (move.promotion() != PieceType::None)
        text += promotion_letters[static_cast<std::size_t>(move.promotion())];
    return text;
}

std::string format_xboard_move(Move move, bool chess960) {
    if (chess960 && move.kind() == Move::Kind::Castling)
        return move.to() > move.from() ? "O-O" : "O-O-O";
    return format_uci_move(move);
}

} // namespace polyglot::chess

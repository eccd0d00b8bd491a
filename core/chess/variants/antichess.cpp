// Captures are compulsory, kings are ordinary pieces, and who has no piece or no move left wins. On
// FICS (suicide) the side with fewer pieces wins without a move, and rights to castle stand in FEN
// and key but are not used.
#include "core/chess/variants/position.hpp"
#include "core/chess/variants/variant.hpp"

namespace polyglot::chess {
namespace {

bool is_never_in_check(const VariantBoard&, Color) {
    return false;
}

std::optional<VariantEnd> find_end(const VariantPosition& position) {
    return won_by(!position.board().pieces(Color::White), !position.board().pieces(Color::Black));
}

// Each side has nothing but bishops on one colour of squares, and not the colour of the other's.
bool is_dead(const VariantBoard& board) {
    constexpr Bitboard dark_squares = 0xaa55aa55aa55aa55;
    if (board.occupied() != board.pieces(PieceType::Bishop)) return false;
    const Bitboard white = board.pieces(Color::White);
    const Bitboard black = board.pieces(Color::Black);
    return (!(white & dark_squares) && !(black & ~dark_squares)) ||
           (!(white & ~dark_squares) && !(black & dark_squares));
}

constexpr Variant make(std::string_view uci, std::string_view xboard, std::string_view pgn) {
    return {
        .uci = uci,
        .xboard = xboard,
        .pgn = pgn,
        .kings_are_royal = false,
        .must_capture = true,
        .stalemate = Variant::Stalemate::Win,
        .in_check = is_never_in_check,
        .find_end = find_end,
        .is_dead = is_dead,
    };
}

constexpr Variant make_antichess() {
    Variant variant = make("antichess", "giveaway", "Antichess");
    variant.start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1";
    variant.castling = Variant::Castling::None;
    return variant;
}

constexpr Variant make_suicide() {
    Variant variant = make("suicide", "suicide", "Suicide");
    variant.castling = Variant::Castling::Recorded;
    variant.stalemate = Variant::Stalemate::FewerPiecesWin;
    return variant;
}

} // namespace

constexpr Variant antichess = make_antichess();
constexpr Variant giveaway = make("giveaway", "giveaway", "Giveaway");
constexpr Variant suicide = make_suicide();

} // namespace polyglot::chess

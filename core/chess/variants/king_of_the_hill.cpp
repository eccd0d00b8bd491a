// The side that brings its king to d4, e4, d5 or e5 wins.
#include "core/chess/variants/position.hpp"
#include "core/chess/variants/variant.hpp"

namespace polyglot::chess {
namespace {

std::optional<VariantEnd> find_end(const VariantPosition& position) {
    constexpr Bitboard hill = bit(D4) | bit(E4) | bit(D5) | bit(E5);
    const Bitboard kings = position.board().pieces(PieceType::King) & hill;
    return won_by((kings & position.board().pieces(Color::White)) != 0,
                  (kings & position.board().pieces(Color::Black)) != 0);
}

} // namespace

constexpr Variant king_of_the_hill{
    .uci = "kingofthehill",
    .xboard = "kingofthehill",
    .pgn = "King of the Hill",
    .also = "koth",
    .find_end = find_end,
};

} // namespace polyglot::chess

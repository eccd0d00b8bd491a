// Captures are compulsory among the legal moves. The side that is mated, is stalemated or has only
// its king left wins.
#include "core/chess/variants/position.hpp"
#include "core/chess/variants/variant.hpp"

namespace polyglot::chess {
namespace {

std::optional<VariantEnd> find_end(const VariantPosition& position) {
    const auto is_bare = [&](Color c) {
        return position.board().pieces(c) == position.board().pieces(c, PieceType::King);
    };
    return won_by(is_bare(Color::White), is_bare(Color::Black));
}

} // namespace

constexpr Variant losers{
    .uci = "losers",
    .xboard = "losers",
    .pgn = "Losers",
    .xboard_number = 7,
    .must_capture = true,
    .stalemate = Variant::Stalemate::Win,
    .mate_wins = true,
    .find_end = find_end,
};

} // namespace polyglot::chess

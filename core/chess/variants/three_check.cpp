// The side that gives its third check wins.
#include "core/chess/variants/position.hpp"
#include "core/chess/variants/variant.hpp"

namespace polyglot::chess {
namespace {

std::optional<VariantEnd> find_end(const VariantPosition& position) {
    const auto& left = position.board().checks_left;
    return won_by(left[0] == 0, left[1] == 0);
}

} // namespace

constexpr Variant three_check{
    .uci = "3check",
    .xboard = "3check",
    .pgn = "Three-check",
    .also = "threechecks 3checks",
    .xboard_number = 13,
    .checks_to_win = 3,
    .find_end = find_end,
    .is_dead = has_only_kings,
};

} // namespace polyglot::chess

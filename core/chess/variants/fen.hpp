// FENs of variants: those of chess, with pockets, promoted pieces (~) and checks.
#pragma once
#include "core/chess/fen.hpp"
#include "core/chess/variants/position.hpp"
#include "core/result.hpp"

#include <string>
#include <string_view>

namespace polyglot::chess {

struct VariantFenStyle {
    // RNBQKBNR[Qn] (most programs), RNBQKBNR/Qn (XBoard)
    enum class Pocket : std::uint8_t { Brackets, NinthRank };
    // 3+3 before the clocks, +0+0 at the end
    enum class Checks : std::uint8_t { LeftToGive, Given };
    FenCastling castling = FenCastling::Standard;
    Pocket pocket = Pocket::Brackets;
    Checks checks = Checks::LeftToGive;
};

// Reads both notations of pockets and of checks; without checks, all are still to be given. Strict
// and lenient as parse_fen(), by the variant's own numbers of kings and pawns: what the variant
// cannot have is refused with the reason and the place. A game that has ended by the variant's
// rules is a position, too.
Result<VariantPosition> parse_variant_fen(const Variant& variant, std::string_view fen);

// parse_variant_fen() of the result is the same position again, with two exceptions: clocks above
// 9999 are written as 9999, and a FEN cannot say which of several kings may castle.
std::string format_variant_fen(const VariantPosition& position, const VariantFenStyle& style = {});

// Returns true if a king or rook that may castle does not stand where it does in chess.
bool castles_as_in_chess960(const VariantBoard& board);

} // namespace polyglot::chess

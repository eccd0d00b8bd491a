// Moves of variants as text: those of chess, with drops (N@f3) and promotions to king. Test:
// notation_test.cpp.
#pragma once
#include "core/chess/san.hpp"
#include "core/chess/uci_move.hpp"
#include "core/chess/variants/position.hpp"
#include "core/result.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace polyglot::chess {

// As tolerant as parse_san() of chess. Drops are N@f3, pawns P@e4 or @e4.
Result<VariantMove> parse_variant_san(const VariantPosition& position, std::string_view text);
// The same with the reason of a failure as a status, for readers of many games.
struct VariantSanResult {
    VariantMove move;
    SanStatus status = SanStatus::Unreadable;
    explicit operator bool() const { return status == SanStatus::Legal; }
};
VariantSanResult resolve_variant_san(const VariantPosition& position, std::string_view text);
// Exact: minimal disambiguation, + for a check, # for a move that wins, by mate or by a rule of the
// variant.
std::string format_variant_san(const VariantPosition& position, const VariantMove& move);

// As parse_uci_move() of chess; drops are N@f3.
std::optional<VariantMove> parse_variant_uci(const VariantPosition& position,
                                             std::string_view text);
std::string format_variant_uci(const VariantMove& move,
                               CastlingStyle style = CastlingStyle::KingTwoSquares);

} // namespace polyglot::chess

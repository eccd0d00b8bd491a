#include "adapter/session/books/book_question.hpp"

#include "core/chess/variant_name.hpp"
#include "core/text/text.hpp"

#include <cstdint>
#include <utility>

namespace polyglot::session {

bool is_for(const config::BookSettings& rules, chess::Color color) {
    return !text::equal_ignoring_case(rules.color,
                                      color == chess::Color::White ? "black" : "white");
}

// The depth is the position's move number, as in PolyGlot, which counts from the FEN's number. The
// plies are those of this game.
BookRefusal why_not_asked(const config::BookSettings& rules, const BookQuestion& question,
                          std::string_view opponent) {
    const auto plies = static_cast<std::int64_t>(question.game.plies());
    const auto is_variant = question.castling == chess::CastlingStyle::KingTakesRook
                                ? chess::is_chess960_variant
                                : chess::is_normal_variant;
    const auto refuse = [](std::string text, bool is_known = true) {
        return BookRefusal{std::move(text) + (is_known ? "" : ", and none is known"), !is_known};
    };
    if (question.game.full_move_number() > rules.depth_moves)
        return refuse((rules.name.empty() ? "BookDepth = " : "Depth = ") +
                      std::to_string(rules.depth_moves));
    if (!is_for(rules, question.game.side_to_move())) return refuse("Color = " + rules.color);
    if (question.game.chess() != nullptr && !text::equal_ignoring_case(rules.variant, "any") &&
        !is_variant(rules.variant))
        return refuse("Variant = " + rules.variant);
    if (plies < rules.min_ply) return refuse("MinPly = " + std::to_string(rules.min_ply));
    if (plies > rules.max_ply) return refuse("MaxPly = " + std::to_string(rules.max_ply));
    if (!rules.opponent.empty() &&
        (opponent.empty() || !config::matches_any(rules.opponent, opponent)))
        return refuse("Opponent = " + rules.opponent, !opponent.empty());
    if (!config::matches_time(rules.time_control, question.time))
        return refuse("TimeControl = " + rules.time_control, question.time.has_value());
    return {};
}

} // namespace polyglot::session

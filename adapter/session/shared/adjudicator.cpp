#include "adapter/session/shared/adjudicator.hpp"

#include <bit>

namespace polyglot::session {

using chess::Color;
using chess::PieceType;
using chess::Position;

namespace {

// XBoard's manual (-materialDraws) has KK, KNK, KBK and any bishops on one colour; PolyGlot has one
// bishop each of the latter.
bool is_undisputed_draw(const Position& position) {
    const auto bishops = [&](Color c) {
        return std::popcount(position.pieces(c, PieceType::Bishop));
    };
    return chess::is_insufficient_material(position) && bishops(Color::White) <= 1 &&
           bishops(Color::Black) <= 1;
}

} // namespace

std::optional<EndByRule> end_by_rule(const chess::Game& game) {
    const Position& position = game.position();
    if (position.legal_move_count() == 0) {
        if (!position.in_check()) return EndByRule{"1/2-1/2 {Stalemate}", false};
        const bool black_mates = position.side_to_move() == Color::White;
        return EndByRule{black_mates ? "0-1 {Black mates}" : "1-0 {White mates}", false};
    }
    if (is_undisputed_draw(position))
        return EndByRule{"1/2-1/2 {Draw by insufficient material}", true};
    if (position.half_move_clock() >= 100)
        return EndByRule{"1/2-1/2 {Draw by fifty-move rule}", true};
    if (game.repetitions() >= 2) return EndByRule{"1/2-1/2 {Draw by repetition}", true};
    return std::nullopt;
}

namespace {

// Announces who has won, or the draw, when no move is left.
EndByRule end_of(const chess::VariantEnd& end, Color side_to_move) {
    using Reason = chess::VariantEnd::Reason;
    if (!end.winner)
        return {end.reason == Reason::Stalemate ? "1/2-1/2 {Stalemate}"
                                                : "1/2-1/2 {Draw by the variant's rules}"};
    const bool white = end.winner == Color::White;
    switch (end.reason) {
    case Reason::Checkmate:
        if (end.winner == side_to_move) // in losers
            return {white ? "1-0 {White wins, being mated}" : "0-1 {Black wins, being mated}"};
        return {white ? "1-0 {White mates}" : "0-1 {Black mates}"};
    case Reason::Stalemate:
        return {white ? "1-0 {White wins by stalemate}" : "0-1 {Black wins by stalemate}"};
    default:
        return {white ? "1-0 {White wins by the variant's rules}"
                      : "0-1 {Black wins by the variant's rules}"};
    }
}

} // namespace

std::optional<EndByRule> end_by_rule(const chess::VariantGame& game) {
    const chess::VariantPosition& position = game.position();
    if (position.legal_moves().empty()) {
        const auto end = position.end();
        return end ? std::optional(end_of(*end, position.side_to_move())) : std::nullopt;
    }
    if (position.variant().ends_by_clock && position.board().half_move_clock >= 100)
        return EndByRule{"1/2-1/2 {Draw by fifty-move rule}", true};
    if (game.repetitions() >= 2) return EndByRule{"1/2-1/2 {Draw by repetition}", true};
    return std::nullopt;
}

bool ResignJudge::on_own_search(const config::Settings& settings, const Position& before_move,
                                OwnScore score) {
    // Engines answer at once, without a search that gives a score.
    if (before_move.legal_move_count() == 1) return false;
    return count(settings, before_move.pieces(before_move.side_to_move(), PieceType::Queen) != 0,
                 score);
}

bool ResignJudge::on_own_search(const config::Settings& settings,
                                const chess::VariantPosition& before_move, OwnScore score) {
    if (before_move.legal_moves().size() == 1) return false;
    return count(settings,
                 before_move.board().pieces(before_move.side_to_move(), PieceType::Queen) != 0,
                 score);
}

bool ResignJudge::count(const config::Settings& settings, bool has_queen, OwnScore score) {
    const bool is_bad = score && *score <= -settings.resign_score_cp;
    bad_moves_ = is_bad ? bad_moves_ + 1 : 0;
    if (settings.queen_never_resigns && has_queen) return false;
    return settings.resign && bad_moves_ > 0 && bad_moves_ >= settings.resign_moves;
}

bool accepts_draw(const config::Settings& settings, OwnScore score) {
    return settings.handle_draws && score && *score <= -settings.contempt_score_cp;
}

} // namespace polyglot::session

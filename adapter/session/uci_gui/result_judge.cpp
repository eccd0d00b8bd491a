#include "adapter/session/uci_gui/result_judge.hpp"

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>

namespace polyglot::session {

using chess::Color;
using chess::Game;
using chess::GameEnd;
using chess::VariantGame;

namespace {

constexpr int mate_in_999 = 99'001; // every mate has at least this score, every other score is less
constexpr int about_even_cp = 100;  // a side this far ahead or behind may well accept a draw
// Hosts declare no draw earlier; quiet openings have even scores too.
constexpr int draw_from_move = 30;

// Returns the result by the rules in the last position, for the engine; Unknown if the game could
// continue.
Verdict by_rule(const Game& game, Color ours) {
    switch (game.end()) {
    case GameEnd::None: return {};
    case GameEnd::Checkmate:
        return {game.position().side_to_move() == ours ? GameResult::Loss : GameResult::Win,
                "checkmate"};
    case GameEnd::Stalemate: return {GameResult::Draw, "stalemate"};
    case GameEnd::InsufficientMaterial: return {GameResult::Draw, "insufficient material"};
    case GameEnd::FivefoldRepetition:
    case GameEnd::ThreefoldRepetition: return {GameResult::Draw, "repetition"};
    case GameEnd::SeventyFiveMoves:
    case GameEnd::FiftyMoves: return {GameResult::Draw, "fifty moves"};
    }
    return {};
}

// The same by the rules of a variant.
Verdict by_rule(const VariantGame& game, Color ours) {
    using Reason = chess::VariantEnd::Reason;
    const auto end = game.end();
    if (!end) return {};
    const GameResult result = !end->winner          ? GameResult::Draw
                              : end->winner == ours ? GameResult::Win
                                                    : GameResult::Loss;
    const auto reason = [&]() -> std::string {
        switch (end->reason) {
        case Reason::VariantRule: break;
        case Reason::Checkmate: return "checkmate";
        case Reason::Stalemate: return "stalemate";
        case Reason::InsufficientMaterial: return "insufficient material";
        case Reason::FivefoldRepetition:
        case Reason::ThreefoldRepetition: return "repetition";
        case Reason::SeventyFiveMoves:
        case Reason::FiftyMoves: return "fifty moves";
        }
        return "the rules of " + std::string(game.position().variant().uci);
    };
    return {result, reason()};
}

std::string row_text(std::string_view what, int cp, std::size_t moves) {
    return "score " + std::string(what) + ' ' + std::to_string(cp) + " for " +
           std::to_string(moves) + " moves";
}

// The ways in which the opponent can end the game with one move, which UCI does not report.
struct Replies {
    bool wins = false;
    bool draws = false;
};

Replies ending_replies(Game game) {
    Replies replies;
    for (const chess::Move move : game.position().legal_moves()) {
        game.push(move);
        const GameEnd end = game.end();
        game.pop();
        replies.wins |= end == GameEnd::Checkmate;
        replies.draws |= end != GameEnd::Checkmate && end != GameEnd::None;
    }
    return replies;
}

Replies ending_replies(VariantGame game) {
    Replies replies;
    const Color opponent = game.position().side_to_move();
    for (const chess::VariantMove& move : game.position().legal_moves()) {
        game.push(move);
        const auto end = game.end();
        game.pop();
        replies.wins |= end && end->winner == opponent;
        replies.draws |= end && !end->winner;
    }
    return replies;
}

// A game that stops in a position where the opponent can end it has most likely been ended so.
// Returns nullopt if the opponent cannot.
std::optional<Verdict> by_reply(const BookGame& game, const std::vector<int>& scores,
                                const config::Settings& settings) {
    const bool is_chess = game.chess() != nullptr;
    const Replies replies =
        is_chess ? ending_replies(*game.chess()) : ending_replies(*game.variant_game());
    if (replies.wins) {
        const std::string can = is_chess ? "can mate at once" : "can win at once";
        if (scores.empty() || scores.back() < settings.book_learn_score_cp)
            return Verdict{GameResult::Loss, "the opponent " + can};
        return Verdict{GameResult::Unknown, "no result: we seemed to win, but the opponent " + can};
    }
    if (!replies.draws) return std::nullopt;
    if (!scores.empty() && std::abs(scores.back()) <= about_even_cp)
        return Verdict{GameResult::Draw, "the opponent can draw at once"};
    return Verdict{GameResult::Unknown,
                   "no result: the opponent can draw at once, but the score is not even"};
}

// Only the last scores count, because an interrupted row proves nothing.
Verdict by_scores(const std::vector<int>& scores, int full_moves,
                  const config::Settings& settings) {
    if (scores.empty()) return {GameResult::Unknown, "no result: no score of a search"};
    if (scores.back() >= mate_in_999) return {GameResult::Win, "mate announced"};
    if (scores.back() <= -mate_in_999) return {GameResult::Loss, "mate announced against us"};

    const auto row = [&](auto fits) {
        const auto end = std::find_if_not(scores.rbegin(), scores.rend(), fits);
        return static_cast<std::size_t>(end - scores.rbegin());
    };
    const int limit = settings.book_learn_score_cp;
    const int drawish = settings.book_learn_draw_score_cp;
    const auto enough = static_cast<std::size_t>(settings.book_learn_moves);
    const auto enough_drawish = static_cast<std::size_t>(settings.book_learn_draw_moves);
    if (row([&](int cp) { return cp >= limit; }) >= enough)
        return {GameResult::Win, row_text("at least", limit, enough)};
    if (row([&](int cp) { return cp <= -limit; }) >= enough)
        return {GameResult::Loss, row_text("at most", -limit, enough)};
    if (full_moves >= draw_from_move &&
        row([&](int cp) { return std::abs(cp) <= drawish; }) >= enough_drawish)
        return {GameResult::Draw, row_text("within", drawish, enough_drawish)};
    return {GameResult::Unknown, "no result: last score " + std::to_string(scores.back())};
}

} // namespace

void ResultJudge::on_own_move(bool had_choice, OwnScore score) {
    if (score && had_choice) scores_.push_back(*score);
}

Verdict ResultJudge::judge(const BookGame& game, Color ours,
                           const config::Settings& settings) const {
    Verdict by_board = game.chess() != nullptr ? by_rule(*game.chess(), ours)
                                               : by_rule(*game.variant_game(), ours);
    if (by_board.result != GameResult::Unknown) return by_board;
    if (game.side_to_move() != ours)
        if (const auto verdict = by_reply(game, scores_, settings)) return *verdict;
    return by_scores(scores_, game.full_move_number(), settings);
}

} // namespace polyglot::session

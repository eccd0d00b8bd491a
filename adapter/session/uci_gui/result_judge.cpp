#include "adapter/session/uci_gui/result_judge.hpp"

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <string_view>

namespace polyglot::session {

using chess::Color;
using chess::Game;
using chess::GameEnd;

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

std::string row_text(std::string_view what, int cp, std::size_t moves) {
    return "score " + std::string(what) + ' ' + std::to_string(cp) + " for " +
           std::to_string(moves) + " moves";
}

// The ways in which the opponent can end the game with one move, which UCI does not report.
struct Replies {
    bool mates = false;
    bool draws = false;
};

Replies ending_replies(Game game) {
    Replies replies;
    for (const chess::Move move : game.position().legal_moves()) {
        game.push(move);
        const GameEnd end = game.end();
        game.pop();
        replies.mates |= end == GameEnd::Checkmate;
        replies.draws |= end != GameEnd::Checkmate && end != GameEnd::None;
    }
    return replies;
}

// A game that stops in a position where the opponent can end it has most likely been ended so.
// Returns nullopt if the opponent cannot.
std::optional<Verdict> by_reply(const Game& game, const std::vector<int>& scores,
                                const config::Settings& settings) {
    const Replies replies = ending_replies(game);
    if (replies.mates) {
        if (scores.empty() || scores.back() < settings.book_learn_score_cp)
            return Verdict{GameResult::Loss, "the opponent can mate at once"};
        return Verdict{GameResult::Unknown,
                       "no result: we seemed to win, but the opponent can mate at once"};
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

void ResultJudge::on_own_move(const chess::Position& before_move, OwnScore score) {
    if (score && before_move.legal_move_count() > 1) scores_.push_back(*score);
}

Verdict ResultJudge::judge(const Game& game, Color ours, const config::Settings& settings) const {
    Verdict by_board = by_rule(game, ours);
    if (by_board.result != GameResult::Unknown) return by_board;
    if (game.position().side_to_move() != ours)
        if (const auto verdict = by_reply(game, scores_, settings)) return *verdict;
    return by_scores(scores_, game.position().full_move_number(), settings);
}

} // namespace polyglot::session

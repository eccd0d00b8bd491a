#include "adapter/session/result_judge.hpp"

#include <algorithm>
#include <cstdlib>

namespace polyglot::session {

using chess::Color;
using chess::Game;
using chess::GameEnd;

namespace {

constexpr int mate_in_999 = 99'001; // every mate counts at least so much, every other score less

// What the rules make of it for us; Unknown: the game goes on.
Verdict by_rule(const Game& game, Color ours) {
    switch (game.end()) {
    case GameEnd::None: return {};
    case GameEnd::Checkmate:
        return {game.position().side_to_move() == ours ? GameResult::Loss : GameResult::Win, "checkmate"};
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
    return "score " + std::string(what) + ' ' + std::to_string(cp) + " for " + std::to_string(moves) + " moves";
}

// Of the last scores only: a row that was broken says nothing any more.
Verdict by_scores(const std::vector<int>& scores, const config::Settings& settings) {
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
    if (row([&](int cp) { return std::abs(cp) <= drawish; }) >= enough_drawish)
        return {GameResult::Draw, row_text("within", drawish, enough_drawish)};
    return {GameResult::Unknown, "no result: last score " + std::to_string(scores.back())};
}

} // namespace

void ResultJudge::on_own_move(const chess::Position& before_move, OwnScore score) {
    if (score && before_move.legal_move_count() > 1) scores_.push_back(*score);
}

Verdict ResultJudge::judge(const Game& game, Color ours, const config::Settings& settings) const {
    Verdict verdict = by_rule(game, ours);
    if (verdict.result == GameResult::Unknown) verdict = by_scores(scores_, settings);
    return verdict;
}

} // namespace polyglot::session

#include "adapter/session/uci_gui/game.hpp"

#include "adapter/protocol/engine_move.hpp"
#include "core/text/text.hpp"

#include <algorithm>
#include <utility>

namespace polyglot::session {
namespace {

constexpr int mate_score_cp = 100'000;

bool is_same_game(const BookGame& a, const BookGame& b) {
    return a.start_key() == b.start_key() && a.plies() == b.plies() &&
           common_plies(a, b) == a.plies() && a.variant() == b.variant();
}

} // namespace

void UciGame::on_search(const std::optional<BookGame>& sent, const protocol::Go& go,
                        std::string_view why_unknown) {
    on_ponder(sent, go);
    if (!sent)
        spoil(why_unknown);
    else
        on_ponder_hit();
}

void UciGame::on_analysis(const std::optional<BookGame>& sent) {
    const bool awaits_opponent = game_ && has_moved_ && !std::exchange(owes_move_, false);
    const bool is_about_his_move = awaits_opponent && sent && is_same_game(*sent, game_->view());
    guess_.reset();
    was_analysed_ = was_analysed_ || !is_about_his_move;
}

void UciGame::on_ponder(const std::optional<BookGame>& sent, const protocol::Go& go) {
    owes_move_ = false;
    guess_.reset();
    score_.reset();
    if (!learner_.learns() || !sent) return;
    guess_.emplace(*sent);
    limits_ = go;
}

void UciGame::on_ponder_hit() {
    if (!guess_) return;
    follow(*std::exchange(guess_, std::nullopt));
    begun_at_ = context_.now();
}

void UciGame::note_score(const EngineInfo& said) {
    const auto info = said.fields_if_scored();
    if (!info || !info->score || info->score->bound != protocol::ScoreBound::None ||
        info->multipv.value_or(1) != 1)
        return;
    // There was no search: the move is from the engine's book, or was sent in its place.
    if (info->nodes == 0) return;
    const int value = info->score->value;
    if (!info->score->is_mate)
        score_ = std::clamp(value, -mate_score_cp / 2, mate_score_cp / 2);
    else
        score_ = value > 0 ? mate_score_cp - std::min(value, 999)
                           : -mate_score_cp - std::max(value, -999);
}

// A search for a move of the engine begins, so the sent position is the game from now on.
void UciGame::follow(const PlayedGame& sent) {
    const BookGame now = sent.view();
    const std::size_t plies = game_ ? game_->view().plies() : 0;
    const std::size_t common = game_ ? common_plies(game_->view(), now) : 0;
    // With at most one move this is the first search of a new game, not a game with many moves
    // taken back.
    if (!game_ || (now.plies() <= 1 && plies > now.plies()) || common == 0) {
        end("another game has begun");
        start(sent);
    } else if (common < plies) {
        const bool only_ours = has_moved_ && common + 1 == plies && now.plies() > common;
        spoil(only_ours ? "another move than ours was played" : "moves were taken back");
        game_ = sent;
    } else if (now.plies() != common + (has_moved_ ? 1 : 0)) {
        spoil("moves of our side were not ours");
        game_ = sent;
    } else {
        for (const chess::Move move : now.moves().subspan(plies))
            game_->push(move);
    }
    if (was_analysed_) spoil("it was analysed");
    is_stopped_ = is_late_ = resigns_ = was_analysed_ = false;
    if (is_over_) spoil("it continues after its end");
    if (game_->view().side_to_move() != ours_) spoil("we played both sides");
    if (!game_->view().has_legal_move())
        end("no legal move is left");
    else
        owes_move_ = true;
}

void UciGame::start(const PlayedGame& sent) {
    game_ = sent;
    const BookGame game = sent.view();
    ours_ = game.side_to_move();
    judge_.reset();
    opponent_ = learner_.opponent();
    has_moved_ = is_over_ = was_analysed_ = false;
    spoilt_.clear();
    if (!begins_at_first_position(game))
        spoil("the position was set up");
    else if (game.plies() > 1)
        spoil("moves of our side were not ours");
}

void UciGame::on_bestmove(std::string_view text) {
    if (!std::exchange(owes_move_, false)) return;
    const BookGame before = game_->view();
    const chess::Move move =
        before.chess() != nullptr
            ? protocol::parse_engine_move(before.chess()->position(), text).value_or(chess::Move())
            : before.parse_uci(text);
    if (!move) {
        if (!resigns_) spoil("we had no legal move");
        return;
    }
    const auto& clock = ours_ == chess::Color::White ? limits_.white_time : limits_.black_time;
    is_late_ = clock && clock->count() > 0 && context_.now() - begun_at_ > *clock;
    const bool had_choice = before.legal_moves().size() > 1;
    game_->push(move);
    has_moved_ = true;
    judge_.on_own_move(had_choice, std::exchange(score_, std::nullopt));
    if (!is_stopped_ && !is_late_ && !game_->view().has_legal_move()) end("no legal move is left");
}

void UciGame::on_resign() {
    resigns_ = true;
}

void UciGame::on_failure() {
    if (std::exchange(owes_move_, false)) spoil("the engine failed");
}

bool UciGame::on_result(std::string_view words) {
    const std::string_view word = text::next_word(words);
    const bool white = ours_ == chess::Color::White;
    const auto is = [word](std::string_view name) { return text::equal_ignoring_case(word, name); };
    if (word == "*") return true;
    GameResult result = GameResult::Unknown;
    if (is("1/2-1/2") || is("draw"))
        result = GameResult::Draw;
    else if (is("win") || word == (white ? "1-0" : "0-1"))
        result = GameResult::Win;
    else if (is("loss") || is("lose") || word == (white ? "0-1" : "1-0"))
        result = GameResult::Loss;
    else
        return false;
    learn(result, "reported by the host");
    return true;
}

void UciGame::end(std::string_view how, bool engine_has_failed) {
    // A search has no answer, because the side to move has lost on time, or the user has stopped
    // the game.
    if (std::exchange(owes_move_, false) || std::exchange(is_stopped_, false))
        spoil("it ended while we were thinking");
    if (is_late_) spoil("our last move came when the time was over");
    guess_.reset();
    if (!game_ || !has_moved_ || is_over_ || !learner_.learns()) return;
    if (engine_has_failed) spoil("the engine failed");
    Verdict verdict = judge_.judge(game_->view(), ours_, context_.settings());
    if (resigns_) verdict = {GameResult::Loss, "the engine resigned"};
    if (verdict.result != GameResult::Unknown || !spoilt_.empty()) {
        learn(verdict.result, verdict.reason);
        return;
    }
    is_over_ = true;
    Learner::not_learnt(verdict.reason + " (" + std::string(how) + ")", context_);
}

// Applies to the current game.
void UciGame::learn(GameResult result, std::string_view why) {
    if (!game_ || !has_moved_ || std::exchange(is_over_, true) || !learner_.learns()) return;
    const std::size_t plies = game_->view().plies();
    if (!spoilt_.empty())
        Learner::not_learnt(spoilt_, context_);
    else if (plies < static_cast<std::size_t>(context_.settings().book_learn_min_ply))
        Learner::not_learnt("the game had " + std::to_string(plies) + " plies (BookLearnMinPly)",
                            context_);
    else
        learner_.learn({.game = *game_,
                        .ours = ours_,
                        .half_points = result == GameResult::Win    ? 2
                                       : result == GameResult::Draw ? 1
                                                                    : 0,
                        .opponent = opponent_,
                        .why = std::string(why)},
                       context_.now());
}

// The first reason is kept.
void UciGame::spoil(std::string_view reason) {
    if (spoilt_.empty()) spoilt_ = reason;
}

} // namespace polyglot::session

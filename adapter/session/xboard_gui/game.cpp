#include "adapter/session/xboard_gui/game.hpp"

#include "adapter/protocol/xboard/xboard.hpp"
#include "core/chess/variants/notation.hpp"
#include "core/text/text.hpp"

#include <algorithm>
#include <cassert>
#include <iterator>
#include <utility>

namespace polyglot::session {

void XboardGame::start(bool chess960) {
    variant_ = start_variant(chess960);
    rules_ = nullptr;
    record_.start(true);
    mode_.on_new();
    clock_.new_game();
    learn_judge_.on_new();
    opponent_ = {};
    reset_scores();
    on_position_changed();
}

void XboardGame::set_variant(std::string_view name, const chess::Variant* rules) {
    variant_ = text::lower(name);
    rules_ = rules;
    record_.start(knows_rules(), rules);
    on_position_changed();
}

Result<void> XboardGame::set_board(std::string_view fen) {
    if (auto set = record_.set_fen(fen, knows_rules(), castling()); !set) return set;
    mode_.on_set_board();
    learn_judge_.on_set_board();
    reset_scores();
    on_position_changed();
    return {};
}

bool XboardGame::take_back(int plies) {
    int taken = 0;
    while (taken < plies && record_.pop())
        ++taken;
    if (taken == 0) return false;
    mode_.on_board_changed();
    reset_scores();
    on_position_changed();
    return true;
}

std::optional<XboardGame::GuiMove> XboardGame::read_move(std::string_view text) const {
    if (const chess::Game* game = legal_game()) {
        const auto move = protocol::parse_xboard_move(game->position(), text);
        if (!move) return std::nullopt;
        return GuiMove{chess::format_uci_move(*move, castling()), *move};
    }
    if (const auto game = any_game()) {
        const chess::VariantPosition& position = game->variant_game()->position();
        const auto move = protocol::parse_xboard_move(position, text);
        if (!move) return std::nullopt;
        return GuiMove{chess::format_variant_uci(*move, castling()), stand_in_for(*move)};
    }
    if (text.empty() || std::any_of(text.begin(), text.end(), text::is_blank)) return std::nullopt;
    return GuiMove{std::string(text), {}};
}

void XboardGame::push_gui_move(const GuiMove& move, TimePoint now) {
    const chess::Color mover = side_to_move();
    const bool in_force = !mode_.is_playing();
    if (any_game())
        record_.push(move.move, castling(), in_force);
    else
        record_.push_text(move.sent, in_force);
    learn_judge_.on_gui_move(mover);
    mode_.on_board_changed();
    on_position_changed();
    if (!in_force) clock_.on_move(Clock::Side::Opponent, record_.moves_of(mover), now);
}

bool XboardGame::on_result() {
    end();
    return std::exchange(result_epoch_, epoch_) != epoch_;
}

void XboardGame::push_own_move(chess::Move move, TimePoint now) {
    const chess::Color mover = side_to_move();
    record_.push(move, castling(), false);
    on_position_changed();
    clock_.on_move(Clock::Side::Engine, record_.moves_of(mover), now);
}

void XboardGame::push_own_text(std::string_view move, TimePoint now) {
    const chess::Color mover = side_to_move();
    record_.push_text(move, false);
    on_position_changed();
    clock_.on_move(Clock::Side::Engine, record_.moves_of(mover), now);
}

bool XboardGame::exclude(std::string_view text, bool is_excluded) {
    std::vector<chess::Move> moves = excluded_;
    if (text == "all") {
        moves = is_excluded ? any_game()->legal_moves() : std::vector<chess::Move>();
    } else {
        const auto read = read_move(text);
        if (!read) return false;
        moves.erase(std::remove(moves.begin(), moves.end(), read->move), moves.end());
        if (is_excluded) moves.push_back(read->move);
    }
    if (moves == excluded_) return true;
    on_position_changed(); // because a running search is about other moves
    excluded_ = std::move(moves);
    return true;
}

bool XboardGame::resigns(const config::Settings& settings) {
    const auto game = any_game();
    if (const chess::VariantGame* variant_game = game->variant_game())
        return resign_judge_.on_own_search(settings, variant_game->position(), own_score_);
    return resign_judge_.on_own_search(settings, game->chess()->position(), own_score_);
}

void XboardGame::on_position_changed() {
    ++epoch_;
    excluded_.clear();
    expected_.clear();
}

void XboardGame::reset_scores() {
    resign_judge_.reset();
    own_score_.reset();
}

chess::CastlingStyle XboardGame::castling() const {
    return variant_ == "fischerandom" ? chess::CastlingStyle::KingTakesRook
                                      : chess::CastlingStyle::KingTwoSquares;
}

std::optional<std::vector<std::string>> XboardGame::allowed_moves() const {
    if (excluded_.empty()) return std::nullopt;
    const BookGame game = *any_game(); // otherwise no move is excluded
    std::vector<std::string> allowed;
    for (const chess::Move move : game.legal_moves())
        if (std::find(excluded_.begin(), excluded_.end(), move) == excluded_.end())
            allowed.push_back(game.format_uci(move, castling()));
    if (allowed.empty()) return std::nullopt;
    return allowed;
}

BookQuestion XboardGame::book_question(const BookGame& game) const {
    return {.game = game, .castling = castling(), .time = clock_.time_control()};
}

protocol::Go XboardGame::limits(const config::Settings& settings, TimePoint now) const {
    const chess::Color engine = mode_.engine_color();
    return clock_.limits(engine, record_.moves_of(engine),
                         std::chrono::milliseconds(settings.st_fudge_ms), now);
}

GameMode::Task XboardGame::task() const {
    const auto game = any_game();
    const bool is_at_end = game && !game->has_legal_move();
    return is_at_end ? GameMode::Task::Nothing : mode_.task(side_to_move());
}

void XboardGame::run_clock(TimePoint now) {
    switch (task()) {
    case GameMode::Task::Think: return clock_.run(Clock::Side::Engine, now);
    case GameMode::Task::AwaitOpponent: return clock_.run(Clock::Side::Opponent, now);
    case GameMode::Task::Nothing:
    case GameMode::Task::Analyse: return clock_.run(Clock::Side::None, now);
    }
}

std::optional<EndByRule> XboardGame::end_to_announce() const {
    const auto game = any_game();
    if (!game || mode_.is_analysing()) return std::nullopt;
    const auto end =
        game->chess() != nullptr ? end_by_rule(*game->chess()) : end_by_rule(*game->variant_game());
    if (end && end->has_legal_move && mode_.is_force()) return std::nullopt;
    return end;
}

void XboardGame::check_invariants() const {
    assert(legal_game() == nullptr || record_.length() == legal_game()->moves().size());
}

} // namespace polyglot::session

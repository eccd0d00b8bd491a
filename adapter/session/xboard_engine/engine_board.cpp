#include "adapter/session/xboard_engine/engine_board.hpp"

#include "adapter/protocol/xboard/xboard.hpp"
#include "core/chess/san.hpp"
#include "core/chess/variants/fen.hpp"
#include "core/chess/variants/notation.hpp"

namespace polyglot::session {

namespace {

// start is "startpos" or a FEN. Nullopt if the rules are unknown or do not have this position.
std::optional<chess::VariantPosition> parse_variant_start(std::string_view variant,
                                                          std::string_view start) {
    const chess::Variant* rules = chess::find_variant(variant);
    if (rules == nullptr) return std::nullopt;
    if (start == "startpos") return chess::VariantPosition::start(*rules);
    auto position = chess::parse_variant_fen(*rules, start);
    if (!position) return std::nullopt;
    return *position;
}

} // namespace

void EngineBoard::forget() {
    std::string variant = std::move(variant_);
    *this = {};
    variant_ = std::move(variant);
}

void EngineBoard::on_new(std::string variant) {
    variant_ = std::move(variant);
    place("startpos");
    end_ = End::None;
    is_known_ = variant_ != "fischerandom"; // only setboard makes one of the 960 positions certain
}

void EngineBoard::place(std::string start) {
    start_ = std::move(start);
    moves_.clear();
    game_.reset();
    variant_game_.reset();
    is_known_ = true;
    drop_claim();
    if (const auto position = parse_variant_start(variant_, start_))
        variant_game_.emplace(*position);
    if (!knows_rules()) return;
    if (const auto position = parse_start(start_)) game_.emplace(*position);
    is_known_ = game_.has_value();
}

void EngineBoard::push(const std::string& uci_move) {
    if (game_)
        if (const auto move = chess::parse_uci_move(game_->position(), uci_move))
            game_->push(*move);
    if (variant_game_) {
        const auto move = chess::parse_variant_uci(variant_game_->position(), uci_move);
        if (move)
            variant_game_->push(*move);
        else
            variant_game_.reset();
    }
    moves_.push_back(uci_move);
}

void EngineBoard::pop() {
    moves_.pop_back();
    if (game_) game_->pop();
    if (variant_game_) variant_game_->pop();
}

chess::CastlingStyle EngineBoard::castling() const {
    return variant_ == "fischerandom" ? chess::CastlingStyle::KingTakesRook
                                      : chess::CastlingStyle::KingTwoSquares;
}

chess::Color EngineBoard::side_to_move() const {
    return protocol::side_to_move(start_, moves_.size());
}

bool EngineBoard::awaits_last_move_of(const GameLine& line, std::string_view variant) const {
    const bool awaits = awaits_opponent() && !is_over() && start_ == line.start &&
                        variant_ == variant && line.moves.size() == moves_.size() + 1 &&
                        begins_with(line.moves, moves_);
    if (!awaits || !game_) return awaits;
    chess::Position position = game_->position();
    const auto move = chess::parse_uci_move(position, line.moves.back());
    if (!move) return false;
    position.make(*move);
    return position.legal_move_count() > 0;
}

std::optional<std::string> EngineBoard::start_unlike_chess() const {
    const chess::Variant* rules = chess::find_variant(variant_);
    if (rules == nullptr || rules->start == chess::Variant{}.start) return std::nullopt;
    return std::string(rules->start);
}

std::optional<chess::Position> EngineBoard::play_out(const GameLine& line) const {
    if (!knows_rules()) return std::nullopt;
    const auto start = parse_start(line.start);
    if (!start) return std::nullopt;
    chess::Position position = *start;
    std::size_t first = 0;
    // Most of the line is on the board already.
    if (game_ && start_ == line.start && begins_with(line.moves, moves_)) {
        position = game_->position();
        first = moves_.size();
    }
    for (std::size_t i = first; i < line.moves.size(); ++i) {
        const auto move = chess::parse_uci_move(position, line.moves[i]);
        if (!move) break;
        position.make(*move);
    }
    return position;
}

std::optional<chess::VariantPosition> EngineBoard::play_out_variant(const GameLine& line) const {
    auto position = parse_variant_start(variant_, line.start);
    if (!position) return std::nullopt;
    for (const std::string& text : line.moves) {
        const auto move = chess::parse_variant_uci(*position, text);
        if (!move) return std::nullopt;
        position->make(*move);
    }
    return position;
}

std::optional<std::string> EngineBoard::spell(const std::string& uci_move, bool in_san) const {
    if (variant_game_ && in_san)
        if (const auto move = chess::parse_variant_uci(variant_game_->position(), uci_move))
            return chess::format_variant_san(variant_game_->position(), *move);
    if (!game_) return uci_move;
    const chess::Position& position = game_->position();
    const auto move = chess::parse_uci_move(position, uci_move);
    if (!move) return std::nullopt;
    if (in_san) return chess::format_san(position, *move);
    return chess::format_xboard_move(*move, variant_ == "fischerandom");
}

} // namespace polyglot::session

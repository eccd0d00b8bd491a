#include "adapter/session/xboard_engine/engine_board.hpp"

#include "adapter/protocol/xboard/xboard.hpp"
#include "core/chess/san.hpp"

namespace polyglot::session {

void EngineBoard::forget() {
    std::string variant = std::move(variant_);
    *this = {};
    variant_ = std::move(variant);
}

void EngineBoard::on_new(std::string variant) {
    variant_ = std::move(variant);
    place("startpos");
    end_ = End::None;
    mode_ = Mode::Force;
    is_known_ = variant_ != "fischerandom"; // only setboard makes one of the 960 positions certain
}

void EngineBoard::place(std::string start) {
    start_ = std::move(start);
    moves_.clear();
    game_.reset();
    is_known_ = true;
    drop_claim();
    if (!knows_rules()) return;
    if (const auto position = parse_start(start_)) game_.emplace(*position);
    is_known_ = game_.has_value();
}

void EngineBoard::push(const std::string& uci_move) {
    if (game_)
        if (const auto move = chess::parse_uci_move(game_->position(), uci_move))
            game_->push(*move);
    moves_.push_back(uci_move);
}

void EngineBoard::pop() {
    moves_.pop_back();
    if (game_) game_->pop();
}

chess::CastlingStyle EngineBoard::castling() const {
    return variant_ == "fischerandom" ? chess::CastlingStyle::KingTakesRook
                                      : chess::CastlingStyle::KingTwoSquares;
}

chess::Color EngineBoard::side_to_move() const {
    if (game_) return game_->position().side_to_move();
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

std::optional<std::string> EngineBoard::spell(const std::string& uci_move, bool in_san) const {
    if (!game_) return uci_move;
    const chess::Position& position = game_->position();
    const auto move = chess::parse_uci_move(position, uci_move);
    if (!move) return std::nullopt;
    if (in_san) return chess::format_san(position, *move);
    return chess::format_xboard_move(*move, variant_ == "fischerandom");
}

} // namespace polyglot::session

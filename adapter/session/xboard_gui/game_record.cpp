#include "adapter/session/xboard_gui/game_record.hpp"

#include "core/chess/fen.hpp"
#include "core/chess/variants/fen.hpp"
#include "core/chess/variants/notation.hpp"
#include "core/text/text.hpp"

namespace polyglot::session {

void GameRecord::start(bool rules_known, const chess::Variant* variant) {
    start_ = "startpos";
    first_ = chess::Color::White;
    variant_ = variant;
    game_.reset();
    variant_game_.reset();
    if (variant != nullptr)
        variant_game_.emplace(chess::VariantPosition::start(*variant));
    else if (rules_known)
        game_.emplace();
    moves_.clear();
}

Result<void> GameRecord::set_fen(std::string_view fen, bool rules_known,
                                 chess::CastlingStyle style) {
    fen = text::trim(fen);
    const chess::FenCastling castling = style == chess::CastlingStyle::KingTakesRook
                                            ? chess::FenCastling::Shredder
                                            : chess::FenCastling::Standard;
    if (variant_ != nullptr) {
        const auto position = chess::parse_variant_fen(*variant_, fen);
        if (!position) return position.error();
        variant_game_.emplace(*position);
        first_ = position->side_to_move();
        start_ = chess::format_variant_fen(*position, {.castling = castling});
    } else if (rules_known) {
        const auto position = chess::parse_fen(fen);
        if (!position) return position.error();
        game_.emplace(*position);
        first_ = position->side_to_move();
        start_ = chess::format_fen(*position, castling);
    } else {
        std::string_view rest = fen;
        text::next_word(rest);
        game_.reset();
        first_ = text::next_word(rest) == "b" ? chess::Color::Black : chess::Color::White;
        start_ = fen;
    }
    moves_.clear();
    return {};
}

std::optional<BookGame> GameRecord::any_game() const {
    if (game_) return *game_;
    if (variant_game_) return *variant_game_;
    return std::nullopt;
}

chess::Color GameRecord::side_to_move() const {
    return moves_.size() % 2 == 0 ? first_ : ~first_;
}

void GameRecord::push(chess::Move move, chess::CastlingStyle style, bool in_force) {
    if (variant_game_) {
        const chess::VariantMove played = variant_move_of(move);
        moves_.push_back({chess::format_variant_uci(played, style), in_force});
        variant_game_->push(played);
        return;
    }
    moves_.push_back({chess::format_uci_move(move, style), in_force});
    game_->push(move);
}

void GameRecord::push_text(std::string_view text, bool in_force) {
    moves_.push_back({std::string(text), in_force});
}

bool GameRecord::pop() {
    if (moves_.empty()) return false;
    moves_.pop_back();
    if (game_) game_->pop();
    if (variant_game_) variant_game_->pop();
    return true;
}

protocol::UciPosition GameRecord::position(std::string_view extra) const {
    protocol::UciPosition position{.start = start_};
    position.moves.reserve(moves_.size() + 1);
    for (const Ply& ply : moves_)
        position.moves.push_back(ply.text);
    if (!extra.empty()) position.moves.emplace_back(extra);
    return position;
}

Clock::MoveCount GameRecord::moves_of(chess::Color color) const {
    Clock::MoveCount count;
    for (std::size_t i = color == first_ ? 0 : 1; i < moves_.size(); i += 2) {
        ++count.all;
        if (!moves_[i].in_force) ++count.outside_force;
    }
    return count;
}

} // namespace polyglot::session

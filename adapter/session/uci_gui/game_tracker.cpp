#include "adapter/session/uci_gui/game_tracker.hpp"

#include "core/chess/fen.hpp"
#include "core/chess/uci_move.hpp"
#include "core/chess/variants/fen.hpp"
#include "core/chess/variants/notation.hpp"
#include "core/text/text.hpp"

namespace polyglot::session {

namespace {

// Returns the position of the word "moves", or the end.
std::size_t find_moves(std::string_view text) {
    std::string_view rest = text;
    for (auto word = text::next_word(rest); !word.empty(); word = text::next_word(rest))
        if (word == "moves") return text.size() - rest.size() - word.size();
    return text.size();
}

} // namespace

// Returns true if the new line begins with the previous one. Before "moves" every word belongs to
// the start position, so a FEN of six fields does not continue a FEN of four.
bool GameTracker::continues(std::string_view arguments) const {
    if (!arguments.starts_with(sent_)) return false;
    std::string_view added = arguments.substr(sent_.size());
    if (added.empty()) return true;
    return text::is_blank(added.front()) && (in_moves_ || text::next_word(added) == "moves");
}

void GameTracker::restart() {
    read_ = 0;
    begun_ = false;
    in_moves_ = false;
    problem_.clear();
}

void GameTracker::set_position(std::string_view arguments) {
    if (!continues(arguments)) restart();
    sent_ = arguments;
}

void GameTracker::set_variant(const chess::Variant* variant) {
    if (variant_ == variant) return;
    variant_ = variant;
    variant_game_.reset();
    restart();
}

std::optional<BookGame> GameTracker::any_game() {
    if ((!begun_ || read_ < sent_.size()) && problem_.empty())
        read(std::string_view(sent_).substr(read_));
    read_ = sent_.size();
    if (!problem_.empty()) return std::nullopt;
    return variant_ == nullptr ? BookGame(game_) : BookGame(*variant_game_);
}

const chess::Game* GameTracker::game() {
    const auto game = any_game();
    return game ? game->chess() : nullptr;
}

void GameTracker::read(std::string_view text) {
    std::string_view rest = text;
    if (!begun_) {
        begun_ = true;
        if (!begin(rest)) return;
    }
    for (std::string_view word = text::next_word(rest); !word.empty();
         word = text::next_word(rest)) {
        if (!in_moves_ && word == "moves") {
            in_moves_ = true;
            continue;
        }
        if (push(word)) continue;
        const std::size_t plies =
            variant_game_ ? variant_game_->moves().size() : game_.moves().size();
        problem_ = "position: illegal move " + std::string(word) + " after " +
                   std::to_string(plies) + " moves in " + format_fen();
        return;
    }
}

// Reads the start position; returns false if it is not one.
bool GameTracker::begin(std::string_view& rest) {
    const std::string_view kind = text::next_word(rest);
    if (kind == "startpos") {
        if (variant_ == nullptr)
            game_ = chess::Game();
        else
            variant_game_.emplace(chess::VariantPosition::start(*variant_));
        return true;
    }
    if (kind != "fen") {
        problem_ = "position: neither startpos nor fen";
        return false;
    }
    const std::size_t end = find_moves(rest);
    const std::string_view fen = text::trim(rest.substr(0, end));
    rest.remove_prefix(end);
    std::optional<Error> error;
    if (variant_ != nullptr) {
        const auto position = chess::parse_variant_fen(*variant_, fen);
        if (position)
            variant_game_.emplace(*position);
        else
            error = position.error();
    } else {
        const auto position = chess::parse_fen(fen);
        if (position)
            game_ = chess::Game(*position);
        else
            error = position.error();
    }
    if (error) problem_ = "position fen: " + error->message;
    return !error;
}

bool GameTracker::push(std::string_view word) {
    if (variant_game_) {
        const auto move = chess::parse_variant_uci(variant_game_->position(), word);
        if (move) variant_game_->push(*move);
        return move.has_value();
    }
    const auto move = chess::parse_uci_move(game_.position(), word);
    if (move) game_.push(*move);
    return move.has_value();
}

std::string GameTracker::format_fen() const {
    return variant_game_ ? chess::format_variant_fen(variant_game_->position())
                         : chess::format_fen(game_.position());
}

} // namespace polyglot::session

#include "adapter/session/xboard_engine/wanted_game.hpp"

#include "adapter/session/xboard_engine/options.hpp"
#include "core/chess/fen.hpp"

#include <iterator>
#include <utility>

namespace polyglot::session {

namespace {

// The half-move clock is 0, so that the engine does not claim the fifty-move rule either.
std::string format_fen_without_clock(const chess::Position& position) {
    std::string fen = chess::format_fen(position);
    const std::size_t full_moves = fen.rfind(' ');
    const std::size_t half_moves = fen.rfind(' ', full_moves - 1);
    fen.replace(half_moves + 1, full_moves - half_moves - 1, "0");
    return fen;
}

} // namespace

std::optional<std::string> WantedGame::variant(const protocol::XboardFeatures& features) const {
    if (is_chess960_) return "fischerandom";
    return find_xboard_variant(uci_variant_.empty() ? "chess" : uci_variant_, features);
}

GameLine WantedGame::after_cut(GameLine line) const {
    if (!cut_ || line.start != cut_->game.start || !begins_with(line.moves, cut_->game.moves))
        return line;
    line.start = cut_->fen;
    line.moves.erase(line.moves.begin(), line.moves.begin() + std::ssize(cut_->game.moves));
    return line;
}

bool WantedGame::cut_at(const chess::Position& present) {
    std::string fen = format_fen_without_clock(present);
    if (line_.moves.empty() && line_.start == fen) return false;
    GameLine game = std::exchange(line_, GameLine{fen, {}});
    // At a second cut the GUI side's game begins before the first cut.
    if (cut_ && game.start == cut_->fen) {
        game.moves.insert(game.moves.begin(), cut_->game.moves.begin(), cut_->game.moves.end());
        game.start = cut_->game.start;
    }
    cut_ = Cut{std::move(game), std::move(fen)};
    return true;
}

} // namespace polyglot::session

#include "core/chess/variants/game.hpp"

#include <algorithm>

namespace polyglot::chess {

VariantGame::VariantGame(const VariantPosition& start)
    : start_(start), position_(start), states_{start.repetition_state()} {}

void VariantGame::push(const VariantMove& move) {
    position_.make(move);
    moves_.push_back(move);
    states_.push_back(position_.repetition_state());
}

// A position does not remember what was captured, so the game is played again.
void VariantGame::pop() {
    moves_.pop_back();
    states_.pop_back();
    position_ = start_;
    for (const VariantMove& move : moves_)
        position_.make(move);
}

int VariantGame::repetitions() const {
    return static_cast<int>(std::ranges::count(states_, states_.back())) - 1;
}

std::optional<VariantEnd> VariantGame::end() const {
    using Reason = VariantEnd::Reason;
    if (const auto found = position_.end()) return found;
    const auto draw = [](Reason reason) { return VariantEnd{reason, std::nullopt}; };
    const int before = repetitions();
    const int clock = position_.variant().ends_by_clock ? position_.board().half_move_clock : 0;
    if (before >= 4) return draw(Reason::FivefoldRepetition);
    if (clock >= 150) return draw(Reason::SeventyFiveMoves);
    if (before >= 2) return draw(Reason::ThreefoldRepetition);
    if (clock >= 100) return draw(Reason::FiftyMoves);
    return std::nullopt;
}

} // namespace polyglot::chess

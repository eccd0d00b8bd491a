#include "adapter/session/books/book_misses.hpp"

#include <algorithm>
#include <cstddef>

namespace polyglot::session {

int BookMisses::before(const chess::Game& game) const {
    if (!last_ || last_->start_key != game.start().key()) return 0;
    const std::vector<chess::Move>& moves = game.moves();
    const std::vector<chess::Move>& known = last_->moves;
    const auto end = std::mismatch(moves.begin(), moves.end(), known.begin(), known.end()).first;
    const auto common = static_cast<std::size_t>(end - moves.begin());
    const bool goes_on = common == known.size();
    if (goes_on && moves.size() > known.size()) return last_->misses_after;
    const bool other_reply = last_->is_guess && common + 1 == known.size();
    return goes_on || other_reply ? last_->misses_before : 0;
}

void BookMisses::on_turn(const chess::Game& game, bool is_guess, Outcome outcome) {
    const int misses = before(game);
    const bool is_same =
        last_ && last_->start_key == game.start().key() && last_->moves == game.moves();
    if (is_same && outcome == Outcome::NotAsked) return; // the finding about this position stays
    const int after = outcome == Outcome::Hit ? 0 : outcome == Outcome::Miss ? misses + 1 : misses;
    last_ = Turn{game.start().key(), game.moves(), is_guess, misses, after};
}

} // namespace polyglot::session

#include "adapter/session/books/book_misses.hpp"

#include <algorithm>
#include <cstddef>
#include <span>

namespace polyglot::session {

int BookMisses::before(const BookGame& game) const {
    const Relation relation = relation_of(game);
    if (relation == Relation::Other) return 0;
    return relation == Relation::Later ? last_->misses_after : last_->misses_before;
}

BookMisses::Relation BookMisses::relation_of(const BookGame& game) const {
    if (!last_ || last_->start_key != game.start_key()) return Relation::Other;
    const std::span<const chess::Move> moves = game.moves();
    const std::vector<chess::Move>& known = last_->moves;
    const auto end = std::mismatch(moves.begin(), moves.end(), known.begin(), known.end()).first;
    const auto common = static_cast<std::size_t>(end - moves.begin());
    const bool goes_on = common == known.size();
    if (goes_on && moves.size() > known.size()) return Relation::Later;
    const bool other_reply = last_->is_guess && common + 1 == known.size();
    return goes_on || other_reply ? Relation::Same : Relation::Other;
}

bool BookMisses::is_same_game(const BookGame& game) const {
    return relation_of(game) != Relation::Other;
}

void BookMisses::on_turn(const BookGame& game, bool is_guess, Outcome outcome) {
    const int misses = before(game);
    const std::span<const chess::Move> moves = game.moves();
    const bool is_same =
        last_ && last_->start_key == game.start_key() && std::ranges::equal(last_->moves, moves);
    if (is_same && outcome == Outcome::NotAsked) return; // the finding about this position stays
    const int after = outcome == Outcome::Hit ? 0 : outcome == Outcome::Miss ? misses + 1 : misses;
    last_ = Turn{game.start_key(), {moves.begin(), moves.end()}, is_guess, misses, after};
}

} // namespace polyglot::session

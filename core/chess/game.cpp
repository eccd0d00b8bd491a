#include "core/chess/game.hpp"

#include <algorithm>
#include <cassert>

namespace polyglot::chess {

bool is_insufficient_material(const Position& position) {
    const auto all = [&](PieceType t) { return position.pieces(t); };
    if (all(PieceType::Pawn) | all(PieceType::Rook) | all(PieceType::Queen)) return false;
    const Bitboard knights = all(PieceType::Knight);
    const Bitboard bishops = all(PieceType::Bishop);
    if (std::popcount(knights | bishops) <= 1) return true;
    constexpr Bitboard dark_squares = 0xaa55aa55aa55aa55;
    return !knights && (!(bishops & dark_squares) || !(bishops & ~dark_squares));
}

Game::Game(const Position& start)
    : start_(start), position_(start), keys_{start.repetition_key()} {}

void Game::push(Move move) {
    Position::Undo undo;
    position_.make(move, undo);
    moves_.push_back(move);
    undo_.push_back(undo);
    keys_.push_back(position_.repetition_key());
}

void Game::pop() {
    assert(!moves_.empty());
    position_.unmake(moves_.back(), undo_.back());
    moves_.pop_back();
    undo_.pop_back();
    keys_.pop_back();
}

// Returns how many positions before `ply` (an index into keys_) have this key. Positions before the
// last capture or pawn move cannot have it.
int Game::count_before(std::uint64_t key, std::size_t ply, int half_move_clock) const {
    const std::size_t reach = std::min(ply, static_cast<std::size_t>(half_move_clock));
    int count = 0;
    // A position cannot recur after two plies, but can after four.
    for (std::size_t back = 4; back <= reach; back += 2)
        if (keys_[ply - back] == key) ++count;
    return count;
}

int Game::repetitions() const {
    return count_before(keys_.back(), moves_.size(), position_.half_move_clock());
}

int Game::repetitions_after(Move move) const {
    Position after = position_;
    after.make(move);
    return count_before(after.repetition_key(), moves_.size() + 1, after.half_move_clock());
}

GameEnd Game::end() const {
    if (position_.legal_move_count() == 0)
        return position_.in_check() ? GameEnd::Checkmate : GameEnd::Stalemate;
    if (is_insufficient_material(position_)) return GameEnd::InsufficientMaterial;
    const int before = repetitions();
    if (before >= 4) return GameEnd::FivefoldRepetition;
    if (position_.half_move_clock() >= 150) return GameEnd::SeventyFiveMoves;
    if (before >= 2) return GameEnd::ThreefoldRepetition;
    if (position_.half_move_clock() >= 100) return GameEnd::FiftyMoves;
    return GameEnd::None;
}

} // namespace polyglot::chess

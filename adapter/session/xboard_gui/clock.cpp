#include "adapter/session/xboard_gui/clock.hpp"

#include <algorithm>
#include <cmath>

namespace polyglot::session {

using chess::Color;
using protocol::longest_time;

void Clock::new_game() {
    own_ = opponent_ = level().base;
    opponent_set_ = false;
    running_ = Side::None;
    depth_ = 0;
    nps_ = 0;
}

void Clock::set_level(const protocol::Level& level, TimePoint now) {
    level_ = level;
    own_ = opponent_ = level.base;
    opponent_set_ = false;
    since_ = now;
    move_time_.reset();
}

void Clock::set_move_time(Milliseconds time) {
    move_time_ = time;
}

void Clock::set_depth(int depth) {
    depth_ = std::max(depth, 0);
}

void Clock::set_nps(int nodes_per_second) {
    nps_ = std::max(nodes_per_second, 0);
}

void Clock::set_own_time(Milliseconds left, TimePoint now) {
    settle(now);
    own_ = left;
}

void Clock::set_opponent_time(Milliseconds left, TimePoint now) {
    settle(now);
    opponent_ = left;
    opponent_set_ = true;
}

void Clock::run(Side side, TimePoint now) {
    settle(now);
    running_ = side;
    since_ = now;
}

void Clock::on_move(Side mover, MoveCount moves_of_mover, TimePoint now) {
    settle(now);
    const bool is_set = mover == Side::Opponent && opponent_set_;
    opponent_set_ = false;
    if (!is_set) {
        Milliseconds& left = mover == Side::Engine ? own_ : opponent_;
        const int session = level().moves_per_session;
        left += level().increment;
        // The session ends by the later one of the two counts, because the time of the next session
        // must not be spent early.
        if (session > 0 && moves_of_mover.outside_force % session == 0) left += level().base;
        left = std::min(left, longest_time);
    }
    if (running_ == mover) running_ = mover == Side::Engine ? Side::Opponent : Side::Engine;
}

std::optional<config::TimeControl> Clock::time_control() const {
    if (move_time_) return config::TimeControl{.base = {}, .increment = *move_time_};
    if (level_) return config::TimeControl{.base = level_->base, .increment = level_->increment};
    return std::nullopt;
}

Clock::Milliseconds Clock::elapsed(TimePoint now) const {
    return std::max(Milliseconds{0}, std::chrono::duration_cast<Milliseconds>(now - since_));
}

Clock::Milliseconds Clock::own_time(TimePoint now) const {
    return running_ == Side::Engine ? own_ - elapsed(now) : own_;
}

Clock::Milliseconds Clock::opponent_time(TimePoint now) const {
    return running_ == Side::Opponent ? opponent_ - elapsed(now) : opponent_;
}

void Clock::settle(TimePoint now) {
    if (running_ == Side::None) return;
    own_ = own_time(now);
    opponent_ = opponent_time(now);
    since_ += elapsed(now); // not `= now`, because fractions of a millisecond add up
}

int Clock::moves_to_go(MoveCount moves) const {
    const int session = level().moves_per_session;
    return session - std::min(moves.all % session, moves.outside_force % session);
}

protocol::Go Clock::limits(Color engine, MoveCount engine_moves, Milliseconds fudge,
                           TimePoint now) const {
    constexpr Milliseconds least{1};
    const Milliseconds own = std::max(least, own_time(now));
    const int moves = level().moves_per_session > 0 ? moves_to_go(engine_moves) : 0;
    protocol::Go go;
    if (nps_ > 0) {
        go.nodes = nodes(own, moves);
    } else if (move_time_) {
        go.move_time = std::max(least, *move_time_ - fudge);
    } else {
        const Milliseconds other = std::max(least, opponent_time(now));
        go.white_time = engine == Color::White ? own : other;
        go.black_time = engine == Color::White ? other : own;
        go.white_increment = go.black_increment = std::max(Milliseconds{0}, level().increment);
        if (moves > 0) go.moves_to_go = moves;
    }
    if (depth_ > 0) go.depth = depth_;
    return go;
}

// UCI has no clock that counts nodes, so an even share of the time becomes a number of nodes, as in
// PolyGlot: the time left divided by the moves to the end of the session (40 without sessions),
// plus the increment.
std::int64_t Clock::nodes(Milliseconds own, int moves_to_session_end) const {
    using Share = std::chrono::duration<double>; // seconds; the product below stays under 2^53
    const int moves = moves_to_session_end > 0 ? moves_to_session_end : 40;
    const Share share =
        move_time_ ? Share(*move_time_) : Share(own) / moves + Share(level().increment);
    return std::max<std::int64_t>(1, std::llround(share.count() * nps_));
}

} // namespace polyglot::session

#include "adapter/session/xboard_engine/time.hpp"

#include "adapter/protocol/xboard/xboard.hpp"
#include "core/text/text.hpp"

#include <algorithm>
#include <limits>

namespace polyglot::session {

namespace {

using Milliseconds = std::chrono::milliseconds;

// The time of a search that ends by depth, by nodes or by `?`: ten hours for one move. Even in
// hundredths of a second this is far from the limit of 32 bits.
constexpr Milliseconds long_time = std::chrono::hours{10};
constexpr Milliseconds least_time{10}; // `time 0` means a fallen flag
constexpr int nodes_per_second_for_nodes = 1000;

// Returns M:SS, rounded up, because `time` has the exact time left.
std::string format_base(Milliseconds base) {
    const auto seconds = std::max<std::int64_t>(1, (base.count() + 999) / 1000);
    if (seconds % 60 == 0) return std::to_string(seconds / 60);
    const std::string rest = std::to_string(seconds % 60);
    return std::to_string(seconds / 60) + (rest.size() == 1 ? ":0" : ":") + rest;
}

// Returns seconds, with a fraction only if there is one.
std::string format_increment(Milliseconds increment) {
    std::string text = std::to_string(increment.count() / 1000);
    const auto rest = increment.count() % 1000;
    if (rest == 0) return text;
    std::string fraction = std::to_string(1000 + rest).substr(1);
    while (fraction.ends_with('0'))
        fraction.pop_back();
    return text + "." + fraction;
}

// In GNU Chess 6.2 neither `level` nor `new` removes an `st`, and after `st 0` it moves at once,
// whatever its clock has.
bool keeps_st_forever(const protocol::XboardFeatures& features) {
    return features.myname.starts_with("GNU Chess");
}

} // namespace

void XboardTime::on_new() {
    level_.reset();
    move_time_.reset();
    depth_ = nodes_per_second_ = 0;
}

std::vector<std::string> XboardTime::commands(const protocol::Go& limits, chess::Color side,
                                              int moves_made,
                                              const protocol::XboardFeatures& features,
                                              Milliseconds elapsed, Watch& watch) {
    std::vector<std::string> out;
    watch = {};
    const bool has_clock = limits.white_time || limits.black_time;
    const bool by_nodes = limits.nodes && features.nps_known && features.nps;
    set_nps(by_nodes ? nodes_per_second_for_nodes : 0, out);
    if (limits.depth) set_depth(*limits.depth, out);
    watch.depth = limits.depth;
    watch.mate = limits.mate;
    if (limits.nodes && !by_nodes) watch.nodes = limits.nodes;
    if (by_nodes) {
        const std::int64_t seconds =
            (std::max<std::int64_t>(*limits.nodes, 1) + nodes_per_second_for_nodes - 1) /
            nodes_per_second_for_nodes;
        set_move_time(static_cast<int>(std::min<std::int64_t>(seconds, 1'000'000)), out);
    } else if (limits.move_time) {
        // `st` has whole seconds (engines read "0.5" as 0), so it is rounded up, and the adapter
        // ends the search in time.
        const Milliseconds left = std::max(Milliseconds{1}, *limits.move_time - elapsed);
        watch.move_after = left;
        if (keeps_st_forever(features)) {
            set_long_time(features, out);
        } else {
            set_move_time(static_cast<int>((left.count() + 999) / 1000), out);
            // Fairy-Max, which does not read `?`, obeys the clock.
            tell_clocks(left, left, features, out);
        }
    } else if (has_clock) {
        clock_commands(limits, side, moves_made, features, elapsed, watch, out);
    } else {
        set_long_time(features, out);
    }
    return out;
}

void XboardTime::clock_commands(const protocol::Go& limits, chess::Color side, int moves_made,
                                const protocol::XboardFeatures& features, Milliseconds elapsed,
                                Watch& watch, std::vector<std::string>& out) {
    const bool white = side == chess::Color::White;
    const Milliseconds given = (white ? limits.white_time : limits.black_time).value_or(long_time);
    const Milliseconds own = std::max(least_time, given - elapsed);
    const Milliseconds other = (white ? limits.black_time : limits.white_time).value_or(own);
    const Milliseconds increment = white ? limits.white_increment : limits.black_increment;
    const int to_go = limits.moves_to_go.value_or(0);
    const auto follows = [&] {
        if (!level_ || move_time_ || level_->increment != increment || level_->base == long_time)
            return false;
        const int session = level_->moves_per_session;
        if ((session == 0) != (to_go == 0)) return false;
        // Without `time` the engine runs its own clock from the base time.
        return session == 0 || session - moves_made % session == to_go;
    };
    // Engines count the moves of the whole game, so the moves made are added to the moves to go.
    watch.move_after = own; // the flag falls then, and any move is better
    if (!follows()) set_level({to_go == 0 ? 0 : moves_made + to_go, given, increment}, out);
    tell_clocks(own, other, features, out);
}

void XboardTime::set_long_time(const protocol::XboardFeatures& features,
                               std::vector<std::string>& out) {
    if (!level_ || level_->moves_per_session != 1 || level_->base != long_time)
        set_level({1, long_time, Milliseconds{0}}, out);
    tell_clocks(long_time, long_time, features, out);
}

// Sends hundredths of a second, rounded down, so that they never exceed the time left.
void XboardTime::tell_clocks(Milliseconds own, Milliseconds other,
                             const protocol::XboardFeatures& features,
                             std::vector<std::string>& out) {
    if (!features.time) return;
    out.push_back("time " + std::to_string(std::max(least_time, own).count() / 10));
    out.push_back("otim " + std::to_string(std::max(least_time, other).count() / 10));
}

void XboardTime::set_level(const Level& level, std::vector<std::string>& out) {
    out.push_back("level " + std::to_string(level.moves_per_session) + " " +
                  format_base(level.base) + " " + format_increment(level.increment));
    level_ = level;
    move_time_.reset();
}

void XboardTime::set_move_time(int seconds, std::vector<std::string>& out) {
    if (move_time_ == seconds) return;
    out.push_back("st " + std::to_string(seconds));
    move_time_ = seconds;
    level_.reset();
}

void XboardTime::set_depth(int depth, std::vector<std::string>& out) {
    if (depth == depth_) return;
    out.push_back("sd " + std::to_string(depth));
    depth_ = depth;
    depth_limited_ = true;
}

void XboardTime::set_nps(int nodes_per_second, std::vector<std::string>& out) {
    if (nodes_per_second == nodes_per_second_) return;
    out.push_back("nps " + std::to_string(nodes_per_second > 0 ? nodes_per_second : -1));
    nodes_per_second_ = nodes_per_second;
}

} // namespace polyglot::session

// The rows of the table. Those who measure and those who judge must mean the same ones.
#pragma once

namespace polyglot::bench {

inline constexpr const char* round_trip = "isready round trip";
inline constexpr const char* round_trip_cpu = "isready round trip, CPU time";
inline constexpr const char* round_trip_sleeps = "isready round trip, sleeps";
// Without a book: the isready round trip beside it
inline constexpr const char* book_hit = "book hit";
inline constexpr const char* engine_move = "engine move"; // position and go, answered by the engine
inline constexpr const char* position_grown = "80 plies, grown by 2";
inline constexpr const char* position_jump = "80 plies, another game";
inline constexpr const char* flood_lines = "flood, a write per line";
inline constexpr const char* flood_blocks = "flood, 64 KiB writes";
inline constexpr const char* flood_lines_spread = "flood, a write per line, all processors";
inline constexpr const char* flood_blocks_spread = "flood, 64 KiB writes, all processors";
inline constexpr const char* start_up = "start to uciok";
inline constexpr const char* quit_time = "quit to exit";
inline constexpr const char* resident_small = "resident, small book";
inline constexpr const char* resident_big = "resident, big book";
inline constexpr const char* share_small = "Pss, small book";
inline constexpr const char* share_big = "Pss, big book";
inline constexpr const char* xboard_ping = "xboard: ping";
inline constexpr const char* xboard_move = "xboard: usermove to move";
inline constexpr const char* xboard_book = "xboard: go to book move";
inline constexpr const char* thinking_speed = "xboard: thinking lines";
inline constexpr const char* thinking_shown = "xboard: thinking lines shown";
inline constexpr const char* stalled_lines = "xboard: lines before the move, stalled GUI";
inline constexpr const char* stalled_time = "xboard: time to the move, stalled GUI";
inline constexpr const char* private_big = "private, big book";

} // namespace polyglot::bench

// The thinking lines of xboard engines (CECP, section 10: "ply score time nodes pv"), in all the forms that engines
// print. Views point into the line: no copy, no allocation.
#pragma once
#include <cstdint>
#include <optional>
#include <string_view>

namespace polyglot::protocol {

struct XboardThinking {
    int depth = 0;
    // Centipawns from the side to move's view, as CECP requires and all tested engines do. A mate comes as 100000 + N,
    // -100000 - N (moves to mate, CECP; "#3", "-Mat03" are read as such), or near the engine's own bound (32000 - plies
    // …); see moves_to_mate.
    std::int32_t score_cp = 0;
    std::optional<std::int64_t> time_cs; // centiseconds
    std::optional<std::int64_t> nodes;
    // Between nodes and a tab (CECP 2, `ply score time nodes seldepth nps tbhits \t pv`). Of the numbers there the last
    // is tbhits, the first of the others seldepth, the second nps.
    std::optional<std::int32_t> seldepth;
    std::optional<std::int64_t> nps;
    std::optional<std::int64_t> tbhits;
    enum class Bound : std::uint8_t {
        None,
        Lower,
        Upper
    } bound = Bound::None;  // `!`, `++` or `?`, `--` after the pv; `(+)`, `(-)`
    bool from_book = false; // gnuchess, crafty: "Book" lines, without a search
    std::string_view pv;    // the moves as written, trimmed, with move numbers, brackets and comments still in
};

// Returns nullopt if the line is not a thinking line. Depth may carry marks or the selective depth (`12.`, `12&`,
// `12->`, `12/25`); the score may be decimal (pawns: "+0.35" is 35 cp) or integer (centipawns); the time may be
// centiseconds or, with a point or colon, seconds (`1.23`, `0:05`). Time and nodes may be missing if there are
// moves; the moves may be missing if all four numbers are there. A prompt (`White (1) : `, gnuchess) is skipped.
std::optional<XboardThinking> parse_xboard_thinking(std::string_view line);

// Returns the moves to mate, negative when being mated, 0 when mated; nullopt if the score is not a mate. A mate is
// - ±(100000 + N), N moves up to 999 (CECP, fairymax);
// - from 1 to 100 plies within a bound that engines count down from: 10000 (gnuchess), 30000 (phalanx), 32000, 32768,
//   100000 (hoichess), 1000000 (sjeng). Engines differ on whether the root is ply 0 or 1; rounding moves up for the
//   side that wins and down for the one that loses is right for both.
// Further from a bound, or exactly at one, it may be anything (infinity, a tablebase win) and remains centipawns.
std::optional<int> moves_to_mate(std::int32_t score_cp);

// `stat01: time nodes ply mvleft mvtot mvname`, given what follows "stat01:".
struct XboardStat {
    std::int64_t time_cs = 0;
    std::int64_t nodes = 0;
    int depth = 0;
    int moves_left = 0;
    int moves_total = 0;
    std::string_view move; // in SAN or coordinates, may be empty
};
std::optional<XboardStat> parse_stat01(std::string_view arguments);

} // namespace polyglot::protocol

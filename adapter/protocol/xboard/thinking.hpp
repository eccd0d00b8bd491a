// The thinking lines of xboard engines (CECP, section 10: "ply score time nodes pv"), in all forms
// that engines print. Views point into the line, so that nothing is copied or allocated. Test:
// thinking_test.cpp.
#pragma once
#include <cstdint>
#include <optional>
#include <string_view>

namespace polyglot::protocol {

struct XboardThinking {
    int depth = 0;
    // Centipawns from the point of view of the side to move, as CECP requires and all tested
    // engines do. A mate is 100000 + N or -100000 - N (moves to mate, CECP; "#3" and "-Mat03" are
    // read as such), or near the engine's bound (32000 - plies …); moves_to_mate() recognises both.
    std::int32_t score_cp = 0;
    std::optional<std::int64_t> time_cs; // centiseconds
    std::optional<std::int64_t> nodes;
    // These stand between nodes and a tab (CECP 2, `ply score time nodes seldepth nps tbhits \t
    // pv`). The last number there is tbhits; of the others the first is seldepth, the second nps.
    std::optional<std::int32_t> seldepth;
    std::optional<std::int64_t> nps;
    std::optional<std::int64_t> tbhits;
    enum class Bound : std::uint8_t {
        None,
        Lower,
        Upper
    } bound = Bound::None;  // `!`, `++` or `?`, `--` after the pv; `(+)`, `(-)`
    bool from_book = false; // a "Book" line without a search (gnuchess, crafty)
    std::string_view pv;    // the moves as written, with numbers, brackets and comments; trimmed
};

// Returns nullopt if the line is not a thinking line. Depth may carry marks or the selective depth
// (`12.`, `12&`, `12->`, `12/25`); the score may be decimal (pawns: "+0.35" is 35 cp) or integer
// (centipawns); the time may be centiseconds or, with a point or colon, seconds (`1.23`, `0:05`).
// Time and nodes may be missing if there are moves; the moves may be missing if all four numbers
// are there. A prompt (`White (1) : `, gnuchess) is skipped.
std::optional<XboardThinking> parse_xboard_thinking(std::string_view line);

// Returns the moves to mate, negative when being mated, 0 when mated; nullopt if the score is not a
// mate. A mate is
// - ±(100000 + N), N moves up to 999 (CECP, fairymax);
// - from 1 to 100 plies within a bound that engines count down from: 10000 (gnuchess), 30000
//   (phalanx), 32000, 32768, 100000 (hoichess), 1000000 (sjeng). Engines differ on whether the root
//   is ply 0 or 1; rounding moves up for the side that wins and down for the one that loses is
//   right for both.
// Further from a bound, or exactly at one, it may be anything (infinity, a tablebase win) and
// remains centipawns.
std::optional<int> moves_to_mate(std::int32_t score_cp);

// The content of `stat01: time nodes ply mvleft mvtot mvname`, from the text after "stat01:".
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

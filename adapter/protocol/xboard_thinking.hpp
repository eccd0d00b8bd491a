// The thinking lines of xboard engines (CECP, section 10: "ply score time nodes pv"), in all the shapes that engines
// of thirty years print. Views point into the line: no copy, no allocation.
#pragma once
#include <cstdint>
#include <optional>
#include <string_view>

namespace polyglot::protocol {

struct XboardThinking {
    int depth = 0;
    // Centipawns from the engine's own view. A mate comes as 100000 + N, -100000 - N (moves to mate, CECP), or near the
    // engine's own bound (32000 - plies …); see score_of_mate.
    std::int32_t score_cp = 0;
    std::optional<std::int64_t> time_cs; // centiseconds
    std::optional<std::int64_t> nodes;
    // Between nodes and a tab (CECP 2, `ply score time nodes seldepth nps tbhits \t pv`).
    std::optional<std::int32_t> seldepth;
    std::optional<std::int64_t> nps;
    std::optional<std::int64_t> tbhits;
    enum class Bound : std::uint8_t { None, Lower, Upper } bound = Bound::None; // `!`, `++` or `?`, `--` behind the pv
    bool from_book = false; // gnuchess, crafty: "Book" lines; no search stands behind it
    std::string_view pv;    // the moves as written, trimmed, with move numbers, brackets and comments still in
};

// Nothing when the line is no thinking line. Depth may carry a mark (`12.`, `12&`, `12:`, `12+`, `9.`), the score be
// decimal (pawns: "+0.35" is 35 cp) or integer (centipawns), the time be missing …
std::optional<XboardThinking> parse_xboard_thinking(std::string_view line);

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

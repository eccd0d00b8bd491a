// What a UCI engine's `info` line says, as views into the line: no copy, no allocation. Read thousands of times a
// second while an engine thinks.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace polyglot::protocol {

enum class ScoreBound : std::uint8_t { None, Lower, Upper };

struct UciScore {
    bool is_mate = false;
    // Centipawns, or moves (not plies) to mate; from the side to move's view. Mate 0: the side to move is mated.
    std::int32_t value = 0;
    ScoreBound bound = ScoreBound::None;
    friend bool operator==(const UciScore&, const UciScore&) = default;
};

// A field is nullopt if its word is missing or not followed by a number.
struct UciInfo {
    std::optional<std::int32_t> depth = {};
    std::optional<std::int32_t> seldepth = {};
    std::optional<std::int32_t> multipv = {}; // from 1
    std::optional<std::int64_t> time_ms = {};
    std::optional<std::int64_t> nodes = {};
    std::optional<std::int64_t> nps = {};
    std::optional<std::int64_t> tbhits = {};
    std::optional<std::int32_t> hashfull = {}; // per mil
    std::optional<std::int32_t> currmovenumber = {};
    std::string_view currmove = {};
    std::optional<UciScore> score = {};
    std::optional<std::string_view> pv = {};     // the moves as written, trimmed; may be empty
    std::optional<std::string_view> string = {}; // all the rest of the line, trimmed; may be empty
};

// Given what follows "info". Never fails: words may come in any order, unknown ones (`wdl 1 2 3` too) are skipped, of a
// word that comes twice the last counts, and numbers beyond the range of their type become its ends. The pv ends at the
// next word that UCI knows for an info line, or with the line.
UciInfo parse_uci_info(std::string_view arguments);

// The whole line, from "info" on, without line end.
std::string format_uci_info(const UciInfo& info);

} // namespace polyglot::protocol

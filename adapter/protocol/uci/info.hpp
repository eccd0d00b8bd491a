// The content of a UCI engine's `info` line, as views into the line. Nothing is copied or
// allocated, because thousands of lines are parsed in a second while an engine thinks. Test:
// info_test.cpp.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace polyglot::protocol {

enum class ScoreBound : std::uint8_t { None, Lower, Upper };

struct UciScore {
    bool is_mate = false;
    // Centipawns, or moves (not plies) to mate, from the point of view of the side to move. With
    // mate 0 the side to move is mated.
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
    std::optional<std::string_view> string = {}; // the rest of the line, trimmed; may be empty
};

// arguments follow "info". Never fails: words may come in any order, unknown ones are skipped (`wdl
// 1 2 3` too), the last one counts if a word comes twice, and numbers are clamped to the range of
// their type. The pv ends at the next word that UCI defines for an info line, or with the line.
UciInfo parse_uci_info(std::string_view arguments);

// Returns the whole line, from "info" on, without line end.
std::string format_uci_info(const UciInfo& info);

} // namespace polyglot::protocol

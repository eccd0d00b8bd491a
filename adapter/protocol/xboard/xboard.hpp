// The lines of an xboard GUI (Chess Engine Communication Protocol, versions 1 and 2; T. Mann, H. G.
// Muller), and the lines for it. Views point into the given line. Nothing here throws; numbers out
// of range are clamped. Test: xboard_test.cpp.
#pragma once
#include "core/chess/move.hpp"
#include "core/chess/position.hpp"
#include "core/chess/variants/position.hpp"

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace polyglot::protocol {

// A command has the name of its word on the wire if that is clear enough.
enum class XboardCommand : std::uint8_t {
    // clang-format off
    Blank,    // an empty line
    Unknown,  // not a command of the protocol: arguments hold the whole line
    UserMove, // `usermove M` or just `M`
    // the connection
    Xboard, Protover, Gui, Accepted, Rejected, Ping, Quit,
    // the game
    New, Variant, Force, Go, PlayOther, White, Black, SetBoard, Edit, Undo, Remove, Result, Draw,
    Pause, Resume,
    MoveNow,  // ?
    // time: `level`, `st` (move time), `sd` (depth), `nps` (clock by nodes), the engine's clock,
    // the opponent's
    Level, MoveTime, Depth, Nps, Time, OpponentTime,
    // search
    Hard, Easy, Post, NoPost, Analyze, Exit, Hint, Book, Include, Exclude, SetScore,
    Stat,     // .
    // settings
    Option, Memory, Cores, EgtPath, Random, Computer, Name, Rating, Ics,
    // ChessBase's additions to version 1
    Fritz, Reset, Ponder,
    // highlighting of squares for the user, bughouse
    Lift, Put, Hover, Partner, PartnerTell, Holding,
    // clang-format on
};

struct XboardGuiLine {
    XboardCommand command = XboardCommand::Blank;
    // The text after the command word, trimmed; for UserMove the move.
    std::string_view arguments = {};
    std::string_view text = {}; // the whole line, trimmed
};

// Commands are lower case, as xboard sends them. A single word that is not a command is a move if
// it has the shape of one.
XboardGuiLine parse_xboard_gui_line(std::string_view line);

// Returns true if the text has the shape of a move: coordinates (e2e4, e7e8q, e7e8=Q, E7E8Q,
// e2-e4), SAN (Nbd7+, e8=Q, O-O, 0-0-0) or a drop (P@f7). The move may be illegal. A command may
// have the same shape, so callers check for commands first.
bool reads_as_xboard_move(std::string_view text);

// Returns the legal move that the text means: coordinates in either case, also e1-g1 and Ke1g1, or
// SAN. Returns nullopt if no legal move matches.
std::optional<chess::Move> parse_xboard_move(const chess::Position& position,
                                             std::string_view text);
std::optional<chess::VariantMove> parse_xboard_move(const chess::VariantPosition& position,
                                                    std::string_view text); // drops: P@f7, p@F7

// `level MOVES BASE INCREMENT`: MOVES moves in the time BASE, then as many in another BASE; every
// move adds INCREMENT.
struct Level {
    int moves_per_session = 0; // 0 if BASE is for the whole game
    std::chrono::milliseconds base{};
    std::chrono::milliseconds increment{};
    friend bool operator==(const Level&, const Level&) = default;
};

// Durations are clamped to this, 24 days, so that engines may store milliseconds in 32 bits.
constexpr std::chrono::milliseconds longest_time{2'000'000'000};

// `40 5 0`, `0 0:05 0.5`, `0 1:32 0`: base in minutes or minutes:seconds, increment in seconds,
// each with an optional fraction; a missing increment is 0. Returns nullopt for any other form or a
// negative number.
std::optional<Level> parse_level(std::string_view arguments);
// Parses the argument of `st`: seconds (`30`, `0.5`) or minutes:seconds; not negative.
std::optional<std::chrono::milliseconds> parse_seconds(std::string_view arguments);
// Parses the argument of `time` and `otim`: hundredths of a second, negative when the flag has
// fallen.
std::optional<std::chrono::milliseconds> parse_centiseconds(std::string_view arguments);

// Returns `feature NAME="VALUE"`. The protocol has no quoting inside a string, so a double quote is
// written as a single one, and a control character as a blank.
std::string format_feature(std::string_view name, std::string_view value);
// Returns `feature NAME=VALUE` for numbers and booleans.
std::string format_feature(std::string_view name, int value);

} // namespace polyglot::protocol

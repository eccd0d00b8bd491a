// The lines of an xboard GUI (Chess Engine Communication Protocol, versions 1 and 2; T. Mann, H. G. Muller), and what
// is written back. Views point into the line given. Nothing here throws; numbers out of any range are clamped.
#pragma once
#include "core/chess/move.hpp"
#include "core/chess/position.hpp"

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace polyglot::protocol {

// Named after the word on the wire where that says enough.
enum class XboardCommand : std::uint8_t {
    // clang-format off
    Blank,    // nothing on the line
    Unknown,  // not a command of the protocol: arguments hold the whole line
    UserMove, // `usermove M` or just `M`
    // the connection
    Xboard, Protover, Gui, Accepted, Rejected, Ping, Quit,
    // the game
    New, Variant, Force, Go, PlayOther, White, Black, SetBoard, Edit, Undo, Remove, Result, Draw, Pause, Resume,
    MoveNow,  // ?
    // time: `level`, `st` (move time), `sd` (depth), `nps` (clock by nodes), the engine's clock, the opponent's
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
    std::string_view arguments = {}; // what follows the command word, trimmed; of UserMove the move
    std::string_view text = {};      // the whole line, trimmed
};

// Commands are lower case, as xboard sends them. A bare word that is not a command is a move if it reads as one.
XboardGuiLine parse_xboard_gui_line(std::string_view line);

// The text has the shape of a move: coordinates (e2e4, e7e8q, e7e8=Q, E7E8Q, e2-e4), SAN (Nbd7+, e8=Q, O-O, 0-0-0) or a
// drop (P@f7). Says nothing about legality, nor that a command has not the same shape: ask for commands first.
bool reads_as_xboard_move(std::string_view text);

// The legal move that the text names: coordinates in either case, also e1-g1 and Ke1g1, or SAN. Returns nullopt if
// there is none.
std::optional<chess::Move> parse_xboard_move(const chess::Position& position, std::string_view text);

// `level MOVES BASE INCREMENT`: MOVES in BASE, then as many again in another BASE; every move earns INCREMENT.
struct Level {
    int moves_per_session = 0; // 0: BASE is for the whole game
    std::chrono::milliseconds base{};
    std::chrono::milliseconds increment{};
    friend bool operator==(const Level&, const Level&) = default;
};

// No duration read here is longer: 24 days, so that engines may keep milliseconds in 32 bits.
constexpr std::chrono::milliseconds longest_time{2'000'000'000};

// `40 5 0`, `0 0:05 0.5`, `0 1:32 0`: base in minutes or minutes:seconds, increment in seconds, each with an optional
// fraction; a missing increment is 0. Returns nullopt for any other form or a negative number.
std::optional<Level> parse_level(std::string_view arguments);
// Seconds (`30`, `0.5`) or minutes:seconds, of `st`; not negative.
std::optional<std::chrono::milliseconds> parse_seconds(std::string_view arguments);
// Hundredths of a second, of `time` and `otim`. Negative when the flag has fallen.
std::optional<std::chrono::milliseconds> parse_centiseconds(std::string_view arguments);

// `feature NAME="VALUE"`. The protocol knows no quoting inside a string: a double quote is written as a single one, a
// control character as a blank.
std::string format_feature(std::string_view name, std::string_view value);
// `feature NAME=VALUE` for numbers and booleans.
std::string format_feature(std::string_view name, int value);

} // namespace polyglot::protocol

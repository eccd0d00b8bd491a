// Reads the values of positions that programs write into the comments of a game. Test:
// move_value_test.cpp.
#pragma once
#include <cstdint>
#include <optional>
#include <string_view>

namespace polyglot::pgn {

struct MoveValue {
    enum class Kind : std::uint8_t {
        // [%eval 0.31], [%eval #-3]: White's view of the position after the move, as on Lichess.
        Eval,
        // +0.31/14 1.2s, -M5/30 2s: the value with which the mover's search ended, in its view, as
        // cutechess-cli, fastchess and Arena write it. It is the value of the position before the
        // move.
        Search,
        // wv=0.13, ev=0.13: the same in White's view, as the TCEC writes it.
        WhiteView,
    };
    static constexpr int kinds = 3;
    static constexpr int mate = 30'000; // a mate in n moves is mate - n
    static constexpr int most = 20'000; // values that are not mates are below it

    Kind kind = Kind::Eval;
    // In centipawns, or mate - n; negative for the other side. Nullopt if it is absurd: not
    // below `most` without being a mate.
    std::optional<int> centipawns;
};

// Returns the value in a comment (without its braces), of several the one of the first kind above;
// nullopt if there is none.
std::optional<MoveValue> read_move_value(std::string_view comment);

} // namespace polyglot::pgn

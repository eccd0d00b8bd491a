#include "core/book/stockfish_value.hpp"

#include "core/book/value_weights.hpp"

#include <algorithm>
#include <cstdlib>

namespace polyglot::book {
namespace {

// These are the values of Stockfish 14 and 15.
//
// Value of a pawn in an endgame; `score cp` counts in hundredths of it.
constexpr int pawn_value = 208;
constexpr int known_win = 10'000;

int in_centipawns(int units) {
    return units * 100 / pawn_value;
}
// Returns the least units that decode to these centipawns, which must be >= 0.
int in_units(int centipawns) {
    return (centipawns * pawn_value + 99) / 100;
}

} // namespace

Evaluation decode_stockfish_value(int units) {
    const int size = std::abs(units);
    const int sign = units < 0 ? -1 : 1;
    Evaluation result;
    if (size >= stockfish_longest_mate) {
        result.type = Evaluation::Type::DistanceToMate;
        result.value = sign * std::max(1, stockfish_mate_in_0 - size); // 0 would be a draw
    } else if (size >= known_win) {
        result.type = Evaluation::Type::WonCentipawns;
        result.value = sign * in_centipawns(size - known_win);
    } else {
        result.value = in_centipawns(units);
    }
    return result;
}

int encode_stockfish_value(const Evaluation& evaluation) {
    constexpr int most = 100'000; // centipawns and plies; greater than every value that fits
    const int value = std::clamp(evaluation.value, -most, most);
    const int size = std::abs(value);
    const int sign = value < 0 ? -1 : 1;
    switch (evaluation.type) {
    case Evaluation::Type::Centipawns: return sign * std::min(in_units(size), known_win - 1);
    case Evaluation::Type::WonCentipawns:
        return sign * std::min(known_win + in_units(size), stockfish_longest_mate - 1);
    case Evaluation::Type::DistanceToZeroing:
        return value == 0 ? 0 : sign * std::max(stockfish_longest_mate - 1 - size, known_win);
    case Evaluation::Type::DistanceToMate:
        return value == 0 ? 0 : sign * std::max(stockfish_mate_in_0 - size, stockfish_longest_mate);
    case Evaluation::Type::PerCent: break;
    }
    const int centipawns = centipawns_for(evaluation, chess::Color::White);
    return (centipawns < 0 ? -1 : 1) * in_units(std::abs(centipawns));
}

} // namespace polyglot::book

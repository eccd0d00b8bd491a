// Values in Stockfish's units, of every type.
#include "core/book/stockfish_value.hpp"

#include <utility>

#include <doctest/doctest.h>

namespace polyglot::book {
namespace {

using Type = Evaluation::Type;

Evaluation value(Type type, int number) {
    return {.value = number, .type = type, .depth = {}};
}

} // namespace

TEST_CASE("units of Stockfish: centipawns, known wins, mates") {
    for (const auto& [units, expected] :
         {std::pair(0, value(Type::Centipawns, 0)), std::pair(208, value(Type::Centipawns, 100)),
          std::pair(207, value(Type::Centipawns, 99)),
          std::pair(9'999, value(Type::Centipawns, 4'807)),
          std::pair(10'000, value(Type::WonCentipawns, 0)),
          std::pair(10'208, value(Type::WonCentipawns, 100)),
          std::pair(31'753, value(Type::WonCentipawns, 10'458)),
          std::pair(31'754, value(Type::DistanceToMate, 246)),
          std::pair(31'999, value(Type::DistanceToMate, 1)),
          std::pair(32'000, value(Type::DistanceToMate, 1))}) {
        const int stored = units;
        CAPTURE(stored);
        CHECK(decode_stockfish_value(units) == expected);
        Evaluation lost = expected;
        lost.value = -lost.value;
        CHECK(decode_stockfish_value(-units) == lost);
    }
}

TEST_CASE("units of Stockfish: what does not fit becomes the nearest value of its type") {
    for (const auto& [evaluation, units] :
         {std::pair(value(Type::Centipawns, 100), 208), std::pair(value(Type::Centipawns, 1), 3),
          std::pair(value(Type::Centipawns, 5'000), 9'999),
          std::pair(value(Type::WonCentipawns, 100), 10'208),
          std::pair(value(Type::WonCentipawns, 20'000), 31'753),
          std::pair(value(Type::WonCentipawns, 2'000'000'000), 31'753),
          std::pair(value(Type::DistanceToZeroing, 1), 31'752),
          std::pair(value(Type::DistanceToZeroing, 100), 31'653),
          std::pair(value(Type::DistanceToZeroing, 30'000), 10'000),
          std::pair(value(Type::DistanceToMate, 7), 31'993),
          std::pair(value(Type::DistanceToMate, 246), 31'754),
          std::pair(value(Type::DistanceToMate, 247), 31'754)}) {
        const int number = evaluation.value;
        CAPTURE(number);
        CHECK(encode_stockfish_value(evaluation) == units);
        Evaluation lost = evaluation;
        lost.value = -lost.value;
        CHECK(encode_stockfish_value(lost) == -units);
    }
    CHECK(encode_stockfish_value(value(Type::DistanceToMate, 0)) == 0);
    CHECK(encode_stockfish_value(value(Type::DistanceToZeroing, 0)) == 0);
    CHECK(encode_stockfish_value(value(Type::PerCent, 20'000)) == 0);
    CHECK(encode_stockfish_value(value(Type::PerCent, 30'000)) == 398); // +1.91 by Elo's formula
    CHECK(encode_stockfish_value(value(Type::PerCent, 10'000)) == -398);
}

} // namespace polyglot::book

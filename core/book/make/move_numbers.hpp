// Numbers the moves that encode_move() can express, in its order. There are fewer than 2^11 of
// them, since no piece can move from every square to every other. Test: move_numbers_test.cpp.
#pragma once
#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>

namespace polyglot::book {

constexpr unsigned move_number_bits = 11;

struct MoveNumbers {
    std::array<std::uint16_t, std::size_t{5} << 12U> number; // by move
    std::array<std::uint16_t, std::size_t{1} << move_number_bits> move;
    std::size_t count;
};
extern const MoveNumbers move_numbers;

// Returns the number of a move that some piece can make. Castling must be the king capturing a rook
// on its rank.
inline std::size_t number_of_move(std::uint16_t move) {
    assert(move < move_numbers.number.size() &&
           move_numbers.move[move_numbers.number[move]] == move);
    return move_numbers.number[move];
}
inline std::uint16_t move_of_number(std::size_t number) {
    return move_numbers.move[number];
}

} // namespace polyglot::book

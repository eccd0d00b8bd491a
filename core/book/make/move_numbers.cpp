#include "core/book/make/move_numbers.hpp"

namespace polyglot::book {
namespace {

constexpr int distance(int a, int b) {
    return a < b ? b - a : a - b;
}

// True if a piece can move in this way. The arguments are the fields of encode_move().
constexpr bool is_possible(int promotion, int from, int to) {
    const int files = distance(from % 8, to % 8);
    const int ranks = distance(from / 8, to / 8);
    if (promotion > 0)
        return files <= 1 && ((from / 8 == 6 && to / 8 == 7) || (from / 8 == 1 && to / 8 == 0));
    const bool in_line = files == 0 || ranks == 0 || files == ranks;
    return from != to && (in_line || files * ranks == 2);
}

constexpr MoveNumbers make_move_numbers() {
    MoveNumbers numbers{};
    for (std::size_t move = 0; move < numbers.number.size(); ++move) {
        if (!is_possible(static_cast<int>(move >> 12), static_cast<int>(move >> 6 & 63),
                         static_cast<int>(move & 63)))
            continue;
        numbers.number[move] = static_cast<std::uint16_t>(numbers.count);
        // An index out of range does not compile.
        numbers.move[numbers.count++] = static_cast<std::uint16_t>(move);
    }
    return numbers;
}

} // namespace

constexpr MoveNumbers move_numbers = make_move_numbers();

} // namespace polyglot::book

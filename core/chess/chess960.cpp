#include "core/chess/chess960.hpp"

#include "core/chess/fen.hpp"
#include "core/text/text.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

namespace polyglot::chess {
namespace {

// Returns the pieces of a start position by Scharnagl's method: the number determines the bishops,
// the queen, then the knights as one of ten pairs of free squares; rook, king and rook fill the
// rest.
std::string back_rank(int number) {
    std::string rank(8, ' ');
    const auto put = [&rank](int free_before, char piece) {
        for (char& square : rank)
            if (square == ' ' && free_before-- == 0) square = piece;
    };
    rank[static_cast<std::size_t>(2 * (number % 4) + 1)] = 'B';
    number /= 4;
    rank[static_cast<std::size_t>(2 * (number % 4))] = 'B';
    number /= 4;
    put(number % 6, 'Q');
    constexpr std::array<std::pair<int, int>, 10> knights{
        {{0, 1}, {0, 2}, {0, 3}, {0, 4}, {1, 2}, {1, 3}, {1, 4}, {2, 3}, {2, 4}, {3, 4}}};
    const auto [first, second] = knights.at(static_cast<std::size_t>(number / 6));
    put(second, 'N'); // put first, so that its place is counted without the other knight
    put(first, 'N');
    for (const char piece : {'R', 'K', 'R'})
        put(0, piece);
    return rank;
}

Position start_of(int number) {
    const std::string white = back_rank(number);
    const auto fen =
        parse_fen(text::lower(white) + "/pppppppp/8/8/8/8/PPPPPPPP/" + white + " w KQkq - 0 1");
    return fen.value(); // a mistake in this function would throw
}

} // namespace

bool castles_as_in_chess960(const Position& position) {
    for (const Color color : {Color::White, Color::Black})
        for (const CastlingSide side : {CastlingSide::King, CastlingSide::Queen}) {
            const Square rook = position.castling_rook(color, side);
            if (rook == NoSquare) continue;
            const int corner = side == CastlingSide::King ? 7 : 0;
            if (file_of(rook) != corner || file_of(position.king(color)) != 4) return true;
        }
    return false;
}

const std::vector<Position>& chess960_starts() {
    static const std::vector<Position> starts = [] {
        std::vector<Position> all;
        all.reserve(960);
        for (int number = 0; number < 960; ++number)
            all.push_back(start_of(number));
        return all;
    }();
    return starts;
}

std::optional<int> chess960_number(const Position& position) {
    const auto& starts = chess960_starts();
    const auto found = std::ranges::find(starts, position.key(), &Position::key);
    if (found == starts.end()) return std::nullopt;
    return static_cast<int>(found - starts.begin());
}

bool is_of_chess960(const Position& position) {
    constexpr int standard = 518;
    return castles_as_in_chess960(position) ||
           chess960_number(position).value_or(standard) != standard;
}

} // namespace polyglot::chess

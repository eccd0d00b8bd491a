#include "tools/book_roots.hpp"

#include "core/chess/fen.hpp"
#include "core/text/text.hpp"
#include "tools/command_line.hpp"
#include "tools/read_line.hpp"

#include <algorithm>
#include <array>
#include <istream>
#include <ostream>
#include <utility>

namespace polyglot::tools {
namespace {

using chess::Position;

// Scharnagl's way from a number to the pieces: bishops, queen, then knights by one of ten pairs of free squares, and
// rook, king, rook on what is left.
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
    put(second, 'N'); // first of the two, so that its place is counted without the other's
    put(first, 'N');
    for (const char piece : {'R', 'K', 'R'})
        put(0, piece);
    return rank;
}

Position start_of(int number) {
    const std::string white = back_rank(number);
    const auto fen = chess::parse_fen(text::lower(white) + "/pppppppp/8/8/8/8/PPPPPPPP/" + white + " w KQkq - 0 1");
    return fen.value(); // a mistake of ours throws
}

bool read_fen(std::string_view fen, std::string_view place, std::vector<Position>& positions, std::ostream& err) {
    auto position = chess::parse_fen(fen);
    if (!position) {
        show_error(err, place, position.error().message, fen, position.error().offset);
        return false;
    }
    positions.push_back(*std::move(position));
    return true;
}

bool read_lines(std::istream& in, std::vector<Position>& positions, std::ostream& err) {
    std::string line;
    bool good = true;
    std::size_t left_out = 0;
    for (int number = 1; read_line(in, line, left_out); ++number) {
        if (left_out > 0) err << "standard input:" << number << ": " << describe_left_out(left_out) << '\n';
        std::string_view fen = line;
        if (constexpr std::string_view mark = "\xef\xbb\xbf"; number == 1 && fen.starts_with(mark))
            fen.remove_prefix(mark.size());
        fen = text::trim(fen);
        if (fen.empty() || fen.front() == '#') continue;
        good &= read_fen(fen, "standard input:" + std::to_string(number), positions, err);
    }
    return good;
}

} // namespace

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
    const auto found = std::find_if(starts.begin(), starts.end(),
                                    [&](const Position& start) { return start.key() == position.key(); });
    if (found == starts.end()) return std::nullopt;
    return static_cast<int>(found - starts.begin());
}

std::optional<std::vector<Position>> read_fens(const std::vector<std::string>& fens, std::istream& in,
                                               std::ostream& err) {
    std::vector<Position> positions;
    bool good = true;
    for (const std::string& fen : fens)
        good &= fen == "-" ? read_lines(in, positions, err) : read_fen(fen, "-fen", positions, err);
    if (!good) return std::nullopt;
    return positions;
}

} // namespace polyglot::tools

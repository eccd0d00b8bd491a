#include "tools/books/roots.hpp"

#include "core/chess/chess960.hpp"
#include "core/text/text.hpp"
#include "storage/files/read_line.hpp"
#include "tools/common/command_line.hpp"

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

using Visit = std::function<bool(const Root&)>;

// HAha, and not KQkq or X-FEN's mixture of both.
bool names_rook_files(std::string_view fen) {
    std::string_view castling;
    for (int field = 0; field < 3; ++field)
        castling = text::next_word(fen);
    return castling.find_first_of("ABCDEFGHabcdefgh") != std::string_view::npos &&
           castling.find_first_of("KQkq") == std::string_view::npos;
}

CastlingSpelling spelling_of(const Position& position, std::string_view fen) {
    const bool rook_files = names_rook_files(fen);
    return {rook_files ? chess::FenCastling::Shredder : chess::FenCastling::Standard,
            rook_files || is_of_chess960(position) ? chess::CastlingStyle::KingTakesRook
                                                   : chess::CastlingStyle::KingTwoSquares};
}

bool read_fen(std::string_view fen, std::string_view place, std::ostream& err, const Visit& visit) {
    const auto position = chess::parse_fen(fen);
    if (!position) {
        show_error(err, place, position.error().message, fen, position.error().offset);
        return false;
    }
    return visit({*position, spelling_of(*position, fen)});
}

bool read_lines(std::istream& in, std::ostream& err, const Visit& visit) {
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
        good &= read_fen(fen, "standard input:" + std::to_string(number), err, visit);
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

bool is_of_chess960(const Position& position) {
    constexpr int standard = 518;
    return chess::castles_as_in_chess960(position) || chess960_number(position).value_or(standard) != standard;
}

bool for_each_fen(const std::vector<std::string>& fens, std::istream& in, std::ostream& err, const Visit& visit) {
    bool good = true;
    for (const std::string& fen : fens)
        good &= fen == "-" ? read_lines(in, err, visit) : read_fen(fen, "-fen", err, visit);
    return good;
}

std::optional<std::vector<Position>> read_fens(const std::vector<std::string>& fens, std::istream& in,
                                               std::ostream& err) {
    std::vector<Position> positions;
    const bool good = for_each_fen(fens, in, err, [&](const Root& root) {
        positions.push_back(root.position);
        return true;
    });
    if (!good) return std::nullopt;
    return positions;
}

} // namespace polyglot::tools

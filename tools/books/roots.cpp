#include "tools/books/roots.hpp"

#include "core/chess/chess960.hpp"
#include "core/text/text.hpp"
#include "storage/files/read_line.hpp"
#include "tools/common/command_line.hpp"
#include "tools/common/option_table.hpp"

#include <istream>
#include <ostream>
#include <utility>

namespace polyglot::tools {
namespace {

using chess::Position;

using Visit = std::function<bool(const Root&)>;

// Recognizes HAha, but not KQkq or X-FEN's mixture of both.
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
            rook_files || chess::is_of_chess960(position) ? chess::CastlingStyle::KingTakesRook
                                                          : chess::CastlingStyle::KingTwoSquares};
}

bool read_fen(std::string_view fen, std::string_view place, std::ostream& err, const Visit& visit) {
    const Result<Root> root = parse_root(fen);
    if (!root) {
        show_error(err, place, root.error().message, fen, root.error().offset);
        return false;
    }
    return visit(*root);
}

bool read_lines(std::istream& in, std::ostream& err, const Visit& visit) {
    std::string line;
    bool good = true;
    std::size_t left_out = 0;
    for (int number = 1; read_line(in, line, left_out); ++number) {
        if (left_out > 0)
            err << "standard input:" << number << ": " << describe_left_out(left_out) << '\n';
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

Result<Root> parse_root(std::string_view fen) {
    const auto position = chess::parse_fen(fen);
    if (!position) return position.error();
    return Root{*position, spelling_of(*position, fen)};
}

bool for_each_fen(const std::vector<std::string>& fens, std::istream& in, std::ostream& err,
                  const Visit& visit) {
    bool good = true;
    for (const std::string& fen : fens)
        good &= fen == "-" ? read_lines(in, err, visit) : read_fen(fen, "-fen", err, visit);
    return good;
}

std::optional<std::vector<Position>> read_fens(const std::vector<std::string>& fens,
                                               std::istream& in, std::ostream& err) {
    std::vector<Position> positions;
    const bool good = for_each_fen(fens, in, err, [&](const Root& root) {
        positions.push_back(root.position);
        return true;
    });
    if (!good) return std::nullopt;
    return positions;
}

void add_root_options(OptionTable& option, RootOptions& where) {
    option("fen", "FEN", where.fens,
           "where games begin (default: the start position); may be repeated; - reads FENs from "
           "standard input, one per "
           "line");
    option("chess960", where.chess960, "games begin in the 960 start positions of Chess960");
}

std::vector<Position> read_roots(const RootOptions& where, std::istream& in, std::ostream& err) {
    auto roots = read_fens(where.fens, in, err);
    if (!roots) refuse();
    if (where.chess960)
        roots->insert(roots->end(), chess::chess960_starts().begin(),
                      chess::chess960_starts().end());
    if (roots->empty()) roots->push_back(Position::start());
    return *std::move(roots);
}

} // namespace polyglot::tools

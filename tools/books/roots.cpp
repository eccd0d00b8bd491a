#include "tools/books/roots.hpp"

#include "core/chess/chess960.hpp"
#include "core/chess/variants/fen.hpp"
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

// fen stands at this place of the command line or the input.
using VisitText = std::function<bool(std::string_view fen, std::string_view place)>;

// Recognizes HAha, but not KQkq or X-FEN's mixture of both.
bool names_rook_files(std::string_view fen) {
    std::string_view castling;
    for (int field = 0; field < 3; ++field)
        castling = text::next_word(fen);
    return castling.find_first_of("ABCDEFGHabcdefgh") != std::string_view::npos &&
           castling.find_first_of("KQkq") == std::string_view::npos;
}

CastlingSpelling spelling_of(bool is_of_chess960, std::string_view fen) {
    const bool rook_files = names_rook_files(fen);
    return {rook_files ? chess::FenCastling::Shredder : chess::FenCastling::Standard,
            rook_files || is_of_chess960 ? chess::CastlingStyle::KingTakesRook
                                         : chess::CastlingStyle::KingTwoSquares};
}

bool read_lines(std::istream& in, std::ostream& err, const VisitText& visit) {
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
        good &= visit(fen, "standard input:" + std::to_string(number));
    }
    return good;
}

bool for_each_text(const std::vector<std::string>& fens, std::istream& in, std::ostream& err,
                   const VisitText& visit) {
    bool good = true;
    for (const std::string& fen : fens)
        good &= fen == "-" ? read_lines(in, err, visit) : visit(fen, "-fen");
    return good;
}

// Calls visit with what parse makes of each FEN.
template <class Parse, class Visit>
VisitText parsed_by(std::ostream& err, const Parse& parse, const Visit& visit) {
    return [&err, parse, visit](std::string_view fen, std::string_view place) {
        const auto root = parse(fen);
        if (root) return visit(*root);
        show_error(err, place, root.error().message, fen, root.error().offset);
        return false;
    };
}

template <class Positions>
auto adding_to(Positions& positions) {
    return [&positions](const auto& root) {
        positions.push_back(root.position);
        return true;
    };
}

} // namespace

Result<Root> parse_root(std::string_view fen) {
    const auto position = chess::parse_fen(fen);
    if (!position) return position.error();
    return Root{*position, spelling_of(chess::is_of_chess960(*position), fen)};
}

Result<VariantRoot> parse_variant_root(const chess::Variant& variant, std::string_view fen) {
    const auto position = chess::parse_variant_fen(variant, fen);
    if (!position) return position.error();
    return VariantRoot{*position, spelling_of(castles_as_in_chess960(position->board()), fen)};
}

bool for_each_fen(const std::vector<std::string>& fens, std::istream& in, std::ostream& err,
                  const std::function<bool(const Root&)>& visit) {
    return for_each_text(fens, in, err, parsed_by(err, parse_root, visit));
}

bool for_each_variant_fen(const chess::Variant& variant, const std::vector<std::string>& fens,
                          std::istream& in, std::ostream& err,
                          const std::function<bool(const VariantRoot&)>& visit) {
    const auto parse = [&variant](std::string_view fen) {
        return parse_variant_root(variant, fen);
    };
    return for_each_text(fens, in, err, parsed_by(err, parse, visit));
}

std::optional<std::vector<Position>> read_fens(const std::vector<std::string>& fens,
                                               std::istream& in, std::ostream& err) {
    std::vector<Position> positions;
    if (!for_each_fen(fens, in, err, adding_to(positions))) return std::nullopt;
    return positions;
}

std::optional<std::vector<chess::VariantPosition>>
read_variant_fens(const chess::Variant& variant, const std::vector<std::string>& fens,
                  std::istream& in, std::ostream& err) {
    std::vector<chess::VariantPosition> positions;
    if (!for_each_variant_fen(variant, fens, in, err, adding_to(positions))) return std::nullopt;
    return positions;
}

void add_root_options(OptionTable& option, RootOptions& where) {
    option("fen", "FEN", where.fens,
           "where games begin (default: the start position); may be repeated; - reads FENs from "
           "standard input, one per "
           "line");
    option("chess960", where.chess960, "games begin in the 960 start positions of Chess960");
}

std::optional<std::vector<Position>> find_roots(const RootOptions& where, std::istream& in,
                                                std::ostream& err) {
    auto roots = read_fens(where.fens, in, err);
    if (!roots) return std::nullopt;
    if (where.chess960)
        roots->insert(roots->end(), chess::chess960_starts().begin(),
                      chess::chess960_starts().end());
    if (roots->empty()) roots->push_back(Position::start());
    return roots;
}

std::optional<std::vector<chess::VariantPosition>> find_variant_roots(const chess::Variant& variant,
                                                                      const RootOptions& where,
                                                                      std::istream& in,
                                                                      std::ostream& err) {
    if (where.chess960) {
        err << "-chess960 is for chess: -fen names start positions of a variant\n";
        return std::nullopt;
    }
    auto roots = read_variant_fens(variant, where.fens, in, err);
    if (roots && roots->empty()) roots->push_back(chess::VariantPosition::start(variant));
    return roots;
}

std::vector<Position> read_roots(const RootOptions& where, std::istream& in, std::ostream& err) {
    auto roots = find_roots(where, in, err);
    if (!roots) refuse();
    return *std::move(roots);
}

std::vector<chess::VariantPosition> read_variant_roots(const chess::Variant& variant,
                                                       const RootOptions& where, std::istream& in,
                                                       std::ostream& err) {
    auto roots = find_variant_roots(variant, where, in, err);
    if (!roots) refuse();
    return *std::move(roots);
}

} // namespace polyglot::tools

// `polyglot perft` counts the leaves of the tree of legal moves for each depth, in the output
// format of PolyGlot's perft.
#include "core/chess/perft.hpp"

#include "core/chess/fen.hpp"
#include "core/chess/uci_move.hpp"
#include "core/chess/variants/fen.hpp"
#include "core/chess/variants/notation.hpp"
#include "tools/common/command_line.hpp"
#include "tools/common/option_table.hpp"
#include "tools/common/variant_option.hpp"

#include <algorithm>
#include <chrono>
#include <iomanip>
#include <optional>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

namespace polyglot::tools {
namespace {

constexpr int deepest = 64;

// Prints nodes, every position of the tree with the root, and leafnodes, those at the full depth.
template <class AnyPosition>
void print_depths(AnyPosition& position, int max_depth, std::ostream& out) {
    std::uint64_t nodes = 1;
    for (int depth = 1; depth <= max_depth; ++depth) {
        const auto start = std::chrono::steady_clock::now();
        const std::uint64_t leaves = chess::perft(position, depth);
        const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
        nodes += leaves;
        const double nodes_per_second =
            seconds.count() > 0 ? static_cast<double>(nodes) / seconds.count() : 0;
        out << "depth=" << std::setw(2) << depth << " nodes=" << std::setw(12) << nodes
            << " leafnodes=" << std::setw(12) << leaves << std::fixed << std::setprecision(3)
            << " time=" << std::setw(8) << seconds.count() << "s nps=" << std::setprecision(0)
            << std::setw(10) << nodes_per_second << '\n'
            << std::flush;
    }
}

std::string format_move(chess::Move move, chess::CastlingStyle style) {
    return chess::format_uci_move(move, style);
}
std::string format_move(const chess::VariantMove& move, chess::CastlingStyle style) {
    return chess::format_variant_uci(move, style);
}

template <class AnyPosition>
void print_divide(const AnyPosition& position, int depth, chess::CastlingStyle style,
                  std::ostream& out) {
    std::vector<std::pair<std::string, std::uint64_t>> lines;
    std::uint64_t total = 0;
    for (const auto& move : position.legal_moves()) {
        AnyPosition after = position;
        after.make(move);
        lines.emplace_back(format_move(move, style), chess::perft(after, depth - 1));
        total += lines.back().second;
    }
    std::ranges::sort(lines);
    out << '\n';
    for (const auto& [move, leaves] : lines)
        out << move << ": " << leaves << '\n';
    out << "\nmoves=" << lines.size() << " leafnodes=" << total << '\n';
}

struct Settings {
    std::optional<std::string> fen;
    int max_depth = 1;
    bool divide = false;
    chess::CastlingStyle style = chess::CastlingStyle::KingTwoSquares;
};

template <class AnyPosition>
int count_moves(Result<AnyPosition> position, const Settings& settings, std::ostream& out,
                std::ostream& err) {
    if (!position) {
        show_error(err, "-fen", position.error().message, *settings.fen, position.error().offset);
        return exit_bad_input;
    }
    print_depths(*position, settings.max_depth, out);
    if (settings.divide) print_divide(*position, settings.max_depth, settings.style, out);
    return exit_done;
}

} // namespace

int run_perft(Arguments args, std::istream&, std::ostream& out, std::ostream& err) {
    Settings settings;
    const chess::Variant* variant = nullptr;
    OptionTable option("polyglot perft [N] [-fen FEN] [-variant NAME] [-divide] [-chess960]");
    option("fen", "FEN", settings.fen, "the position (default: the start position)");
    add_variant_option(option, variant, variant_option_help);
    option("max-depth", "N", within(settings.max_depth, 1, deepest),
           "count to depth N, in plies (default: 1); the option's name may be left out")
        .takes_words();
    option("divide", settings.divide, "list the count after each move at depth N");
    option("chess960", "write castling as king takes rook")
        .sets(settings.style, chess::CastlingStyle::KingTakesRook);
    if (const auto over = option.read(args, out, err)) return *over;
    if (!variant)
        return count_moves(settings.fen ? chess::parse_fen(*settings.fen)
                                        : chess::Position::start(),
                           settings, out, err);
    const std::string fen = settings.fen.value_or(std::string(variant->start));
    return count_moves(chess::parse_variant_fen(*variant, fen), settings, out, err);
}

} // namespace polyglot::tools

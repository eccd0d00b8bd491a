// `polyglot perft`: counts the leaves of the tree of legal moves, depth by depth, in the lines of PolyGlot's own perft.
#include "core/chess/perft.hpp"

#include "core/chess/fen.hpp"
#include "core/chess/uci_move.hpp"
#include "tools/common/command_line.hpp"
#include "tools/common/option_table.hpp"

#include <algorithm>
#include <chrono>
#include <iomanip>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

namespace polyglot::tools {
namespace {

constexpr int deepest = 64;

// nodes: every position of the tree, the root too; leafnodes: those at the full depth.
void print_depths(chess::Position& position, int max_depth, std::ostream& out) {
    std::uint64_t nodes = 1;
    for (int depth = 1; depth <= max_depth; ++depth) {
        const auto start = std::chrono::steady_clock::now();
        const std::uint64_t leaves = chess::perft(position, depth);
        const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
        nodes += leaves;
        const double nodes_per_second = seconds.count() > 0 ? static_cast<double>(nodes) / seconds.count() : 0;
        out << "depth=" << std::setw(2) << depth << " nodes=" << std::setw(12) << nodes
            << " leafnodes=" << std::setw(12) << leaves << std::fixed << std::setprecision(3)
            << " time=" << std::setw(8) << seconds.count() << "s nps=" << std::setprecision(0) << std::setw(10)
            << nodes_per_second << '\n'
            << std::flush;
    }
}

void print_divide(chess::Position& position, int depth, chess::CastlingStyle style, std::ostream& out) {
    std::vector<std::pair<std::string, std::uint64_t>> lines;
    std::uint64_t total = 0;
    for (const chess::Move move : position.legal_moves()) {
        chess::Position::Undo undo;
        position.make(move, undo);
        lines.emplace_back(chess::format_uci_move(move, style), chess::perft(position, depth - 1));
        position.unmake(move, undo);
        total += lines.back().second;
    }
    std::sort(lines.begin(), lines.end());
    out << '\n';
    for (const auto& [move, leaves] : lines)
        out << move << ": " << leaves << '\n';
    out << "\nmoves=" << lines.size() << " leafnodes=" << total << '\n';
}

} // namespace

int run_perft(Arguments args, std::istream&, std::ostream& out, std::ostream& err) {
    std::optional<std::string> fen;
    int max_depth = 1;
    bool divide = false;
    auto style = chess::CastlingStyle::KingTwoSquares;
    OptionTable option("polyglot perft [N] [-fen FEN] [-divide] [-chess960]");
    option("fen", "FEN", fen, "the position (default: the start position)");
    option("max-depth", "N", within(max_depth, 1, deepest),
           "count to depth N, in plies (default: 1); the option's name may be left out")
        .takes_words();
    option("divide", divide, "list the count after each move at depth N");
    option("chess960", "write castling as king takes rook").sets(style, chess::CastlingStyle::KingTakesRook);
    if (const auto over = option.read(args, out, err)) return *over;
    chess::Position position = chess::Position::start();
    if (fen) {
        const Result<chess::Position> parsed = chess::parse_fen(*fen);
        if (!parsed) {
            show_error(err, "-fen", parsed.error().message, *fen, parsed.error().offset);
            return exit_bad_input;
        }
        position = *parsed;
    }
    print_depths(position, max_depth, out);
    if (divide) print_divide(position, max_depth, style, out);
    return exit_done;
}

} // namespace polyglot::tools

// `polyglot perft`: counts the leaves of the tree of legal moves, depth by depth, in the lines of PolyGlot's own perft.
#include "core/chess/perft.hpp"

#include "core/chess/fen.hpp"
#include "core/chess/uci_move.hpp"
#include "tools/common/command_line.hpp"

#include <algorithm>
#include <chrono>
#include <iomanip>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

namespace polyglot::tools {
namespace {

namespace po = boost::program_options;

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
    std::string fen;
    int max_depth = 1;
    po::options_description options("options");
    auto option = options.add_options();
    option("fen", po::value(&fen)->value_name("FEN"), "the position (default: the start position)");
    option("max-depth", po::value(&max_depth)->value_name("N")->default_value(1),
           "count to depth N, in plies; the option's name may be left out");
    option("divide", "list the count after each move at depth N");
    option("chess960", "write castling as king takes rook");
    po::variables_map values;
    if (const auto over = read_options(args, options, values, "polyglot perft [N] [-fen FEN] [-divide] [-chess960]",
                                       out, err, "max-depth"))
        return *over;
    if (max_depth < 1 || max_depth > deepest) {
        err << "-max-depth " << max_depth << " is outside 1 to " << deepest << '\n';
        return exit_bad_usage;
    }
    chess::Position position = chess::Position::start();
    if (values.count("fen")) {
        const Result<chess::Position> parsed = chess::parse_fen(fen);
        if (!parsed) {
            show_error(err, "-fen", parsed.error().message, fen, parsed.error().offset);
            return exit_bad_input;
        }
        position = *parsed;
    }
    print_depths(position, max_depth, out);
    if (values.count("divide"))
        print_divide(
            position, max_depth,
            values.count("chess960") ? chess::CastlingStyle::KingTakesRook : chess::CastlingStyle::KingTwoSquares, out);
    return exit_done;
}

} // namespace polyglot::tools

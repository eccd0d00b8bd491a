// `polyglot key`: the PolyGlot key of one FEN, or of each FEN on standard input; with -stockfish that of Stockfish.
#include "core/chess/stockfish_key.hpp"
#include "core/text/figures.hpp"
#include "tools/books/roots.hpp"
#include "tools/books/text.hpp"
#include "tools/common/command_line.hpp"

#include <cstdint>
#include <ostream>
#include <string>

namespace polyglot::tools {
namespace {

namespace po = boost::program_options;

using KeyFunction = std::uint64_t (*)(const chess::Position&);
std::uint64_t polyglot_key(const chess::Position& position) {
    return position.key();
}

} // namespace

int run_key(Arguments args, std::istream& in, std::ostream& out, std::ostream& err) {
    po::options_description options("options");
    options.add_options()("fen", po::value<std::string>()->value_name("FEN"),
                          "the position; without it, FENs are read from standard input, one per line");
    options.add_options()("stockfish",
                          "print the key of Stockfish 14 and 15 (without their half-move clock), as in YACB books");
    po::variables_map values;
    if (const auto over = read_options(args, options, values, "polyglot key [-fen FEN] [-stockfish]", out, err))
        return *over;

    const KeyFunction key_of = values.count("stockfish") ? chess::stockfish_key : polyglot_key;
    const std::string fen = values.count("fen") ? values["fen"].as<std::string>() : "-";
    const bool good = for_each_fen({fen}, in, err, [&](const Root& root) {
        out << "0x" << text::hexadecimal(key_of(root.position))
            << std::endl; // a program that asks through a pipe waits for it
        return true;
    });
    return good ? exit_done : exit_bad_input;
}

} // namespace polyglot::tools

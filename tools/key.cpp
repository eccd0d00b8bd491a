// `polyglot key`: the PolyGlot key of one FEN, or of each FEN on standard input; with -stockfish that of Stockfish.
#include "core/chess/fen.hpp"
#include "core/chess/stockfish_key.hpp"
#include "core/text/text.hpp"
#include "tools/command_line.hpp"
#include "tools/read_line.hpp"

#include <cstdint>
#include <iomanip>
#include <istream>
#include <ostream>
#include <string>

namespace polyglot::tools {
namespace {

namespace po = boost::program_options;

using KeyFunction = std::uint64_t (*)(const chess::Position&);
std::uint64_t polyglot_key(const chess::Position& position) {
    return position.key();
}

bool print_key(std::string_view fen, KeyFunction key_of, std::string_view place, std::ostream& out, std::ostream& err) {
    const Result<chess::Position> position = chess::parse_fen(fen);
    if (!position) {
        show_error(err, place, position.error().message, fen, position.error().offset);
        return false;
    }
    out << "0x" << std::hex << std::setfill('0') << std::setw(16) << key_of(*position) << std::dec << '\n';
    return true;
}

} // namespace

int run_key(Arguments args, std::istream& in, std::ostream& out, std::ostream& err) {
    po::options_description options("options");
    options.add_options()("fen", po::value<std::string>()->value_name("FEN"),
                          "the position; without it, FENs are read from standard input, one a line");
    options.add_options()("stockfish",
                          "the key of Stockfish 14 and 15 (without their half-move clock), as in YACB books");
    po::variables_map values;
    if (const auto over = read_options(args, options, values, "polyglot key [-fen FEN] [-stockfish]", out, err))
        return *over;

    const KeyFunction key_of = values.count("stockfish") ? chess::stockfish_key : polyglot_key;
    if (values.count("fen"))
        return print_key(values["fen"].as<std::string>(), key_of, "-fen", out, err) ? exit_done : exit_bad_input;

    bool all_good = true;
    std::string line;
    std::size_t left_out = 0;
    for (int number = 1; read_line(in, line, left_out); ++number) {
        if (left_out > 0) err << "standard input:" << number << ": " << describe_left_out(left_out) << '\n';
        std::string_view fen = line;
        if (constexpr std::string_view mark = "\xef\xbb\xbf"; number == 1 && fen.starts_with(mark))
            fen.remove_prefix(3);
        fen = text::trim(fen);
        if (fen.empty() || fen.front() == '#') continue;
        all_good &= print_key(fen, key_of, "standard input:" + std::to_string(number), out, err);
    }
    return all_good ? exit_done : exit_bad_input;
}

} // namespace polyglot::tools

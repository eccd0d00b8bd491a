// `polyglot key`: the PolyGlot key of one FEN, of the position after some moves, or of each FEN on standard input; with
// -stockfish that of Stockfish.
#include "core/chess/fen.hpp"
#include "core/chess/stockfish_key.hpp"
#include "core/text/figures.hpp"
#include "tools/books/moves.hpp"
#include "tools/books/roots.hpp"
#include "tools/books/text.hpp"
#include "tools/common/command_line.hpp"

#include <cstdint>
#include <ostream>
#include <string>
#include <vector>

namespace polyglot::tools {
namespace {

namespace po = boost::program_options;

using KeyFunction = std::uint64_t (*)(const chess::Position&);
std::uint64_t polyglot_key(const chess::Position& position) {
    return position.key();
}

constexpr std::string_view usage = "polyglot key [FEN | [-fen FEN] MOVE...] [-stockfish]";

// A FEN that was given without quotes comes as several words, and so do moves.
struct Place {
    std::string fen = "-";
    std::string moves;
};
Place read_place(const po::variables_map& values) {
    Place place;
    if (values.count("fen")) place.fen = values["fen"].as<std::string>();
    if (!values.count("moves")) return place;
    const auto& words = values["moves"].as<std::vector<std::string>>();
    const bool is_fen = !values.count("fen") && words.front().find('/') != std::string::npos;
    const bool ends_fen = values.count("fen") && (words.front() == "w" || words.front() == "b");
    if (is_fen) place.fen.clear();
    if (!is_fen && !values.count("fen")) place.fen = chess::format_fen(chess::Position::start());
    std::string& target = is_fen || ends_fen ? place.fen : place.moves;
    for (const std::string& word : words)
        target += (target.empty() ? "" : " ") + word;
    return place;
}

} // namespace

int run_key(Arguments args, std::istream& in, std::ostream& out, std::ostream& err) {
    po::options_description options("options");
    options.add_options()("fen", po::value<std::string>()->value_name("FEN"),
                          "the position; without it, FENs are read from standard input, one per line");
    options.add_options()("stockfish",
                          "print the key of Stockfish 14 and 15 (without their half-move clock), as in YACB books");
    po::variables_map values;
    options.add_options()("moves", po::value<std::vector<std::string>>()->value_name("MOVE...")->composing(),
                          "the position after these moves: e4 c5; or a FEN; the option's name may be left out");
    if (const auto over = read_options(args, options, values, usage, out, err, "moves")) return *over;

    const KeyFunction key_of = values.count("stockfish") ? chess::stockfish_key : polyglot_key;
    const Place place = read_place(values);
    const bool good = for_each_fen({place.fen}, in, err, [&](const Root& root) {
        const auto position = play_line(root.position, place.moves);
        if (!position) {
            show_error(err, "-moves", position.error().message, place.moves, position.error().offset);
            return false;
        }
        out << "0x" << text::hexadecimal(key_of(*position)) << std::endl; // a program that asks by a pipe waits for it
        return true;
    });
    return good ? exit_done : exit_bad_input;
}

} // namespace polyglot::tools

// `polyglot key` prints the PolyGlot key of one FEN, of the position after some moves, or of each
// FEN on standard input; with -stockfish it prints Stockfish's key.
#include "core/chess/fen.hpp"
#include "core/chess/stockfish_key.hpp"
#include "core/text/figures.hpp"
#include "tools/books/moves.hpp"
#include "tools/books/roots.hpp"
#include "tools/books/text.hpp"
#include "tools/common/command_line.hpp"
#include "tools/common/option_table.hpp"

#include <cstdint>
#include <ostream>
#include <string>
#include <vector>

namespace polyglot::tools {
namespace {

using KeyFunction = std::uint64_t (*)(const chess::Position&);
std::uint64_t polyglot_key(const chess::Position& position) {
    return position.key();
}

// A FEN without quotes arrives as several words, and so do moves.
struct Place {
    std::string fen = "-";
    std::string moves;
};
Place read_place(const std::optional<std::string>& fen, const std::vector<std::string>& words) {
    Place place;
    if (fen) place.fen = *fen;
    if (words.empty()) return place;
    const bool is_fen = !fen && words.front().find('/') != std::string::npos;
    const bool ends_fen = fen && (words.front() == "w" || words.front() == "b");
    if (is_fen) place.fen.clear();
    if (!is_fen && !fen) place.fen = chess::format_fen(chess::Position::start());
    std::string& target = is_fen || ends_fen ? place.fen : place.moves;
    for (const std::string& word : words)
        target += (target.empty() ? "" : " ") + word;
    return place;
}

} // namespace

int run_key(Arguments args, std::istream& in, std::ostream& out, std::ostream& err) {
    std::optional<std::string> fen;
    std::vector<std::string> moves;
    KeyFunction key_of = polyglot_key;
    OptionTable option("polyglot key [FEN | [-fen FEN] MOVE...] [-stockfish]");
    option("fen", "FEN", fen,
           "the position; without it, FENs are read from standard input, one per line");
    option("stockfish",
           "print the key of Stockfish 14 and 15 (without their half-move clock), as in YACB books")
        .sets(key_of, chess::stockfish_key);
    option("moves", "MOVE...", moves,
           "the position after these moves: e4 c5; or a FEN; the option's name may be left out")
        .takes_words();
    if (const auto over = option.read(args, out, err)) return *over;

    const Place place = read_place(fen, moves);
    const bool good = for_each_fen({place.fen}, in, err, [&](const Root& root) {
        const auto position = play_line(root.position, place.moves);
        if (!position) {
            show_error(err, "-moves", position.error().message, place.moves,
                       position.error().offset);
            return false;
        }
        // A program that queries through a pipe waits for the answer.
        out << "0x" << text::hexadecimal(key_of(*position)) << std::endl;
        return true;
    });
    return good ? exit_done : exit_bad_input;
}

} // namespace polyglot::tools

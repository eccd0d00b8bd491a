// `polyglot key` prints the PolyGlot key of one FEN, of the position after some moves, or of each
// FEN on standard input. -stockfish prints Stockfish's key, -variant the key that books of a
// variant use.
#include "core/chess/variants/key.hpp"

#include "core/chess/fen.hpp"
#include "core/chess/stockfish_key.hpp"
#include "core/text/figures.hpp"
#include "tools/books/moves.hpp"
#include "tools/books/roots.hpp"
#include "tools/common/command_line.hpp"
#include "tools/common/option_table.hpp"
#include "tools/common/variant_option.hpp"

#include <cstdint>
#include <functional>
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
Place read_place(const std::optional<std::string>& fen, const std::vector<std::string>& words,
                 const std::string& start) {
    Place place;
    if (fen) place.fen = *fen;
    if (words.empty()) return place;
    const bool is_fen = !fen && words.front().find('/') != std::string::npos;
    const bool ends_fen = fen && (words.front() == "w" || words.front() == "b");
    if (is_fen) place.fen.clear();
    if (!is_fen && !fen) place.fen = start;
    std::string& target = is_fen || ends_fen ? place.fen : place.moves;
    for (const std::string& word : words)
        target += (target.empty() ? "" : " ") + word;
    return place;
}

// The visitor of positions that prints the key of each after the moves.
template <class AnyRoot, class AnyKey>
std::function<bool(const AnyRoot&)> key_printer(const std::string& moves, AnyKey key_of,
                                                std::ostream& out, std::ostream& err) {
    return [&moves, key_of, &out, &err](const AnyRoot& root) {
        const auto position = play_line(root.position, moves);
        if (!position) {
            show_error(err, "-moves", position.error().message, moves, position.error().offset);
            return false;
        }
        // A program that queries through a pipe waits for the answer.
        out << "0x" << text::hexadecimal(key_of(*position)) << std::endl;
        return true;
    };
}

} // namespace

int run_key(Arguments args, std::istream& in, std::ostream& out, std::ostream& err) {
    std::optional<std::string> fen;
    std::vector<std::string> moves;
    KeyFunction key_of = polyglot_key;
    const chess::Variant* variant = nullptr;
    auto keys = chess::VariantKeys::Plain;
    OptionTable option("polyglot key [FEN | [-fen FEN] MOVE...] [-stockfish] [-variant NAME]");
    option("fen", "FEN", fen,
           "the position; without it, FENs are read from standard input, one per line");
    option("stockfish",
           "print the key of Stockfish 14 and 15 (without their half-move clock), as in YACB books")
        .sets(key_of, chess::stockfish_key);
    add_variant_option(option, variant, variant_option_help);
    option("xboard",
           "print the variant's key as XBoard makes it, instead of that of python-chess and bots")
        .sets(keys, chess::VariantKeys::XBoard);
    option("moves", "MOVE...", moves,
           "the position after these moves: e4 c5; or a FEN; the option's name may be left out")
        .takes_words();
    const auto check = [&] {
        const bool xboard = keys == chess::VariantKeys::XBoard;
        if (variant && key_of != polyglot_key) refuse("Stockfish has no keys for variants");
        if (xboard && !variant)
            refuse("-xboard needs a -variant: for chess XBoard's keys are PolyGlot's");
        if (xboard && variant->xboard_number == 0)
            refuse("XBoard has no keys for " + std::string(variant->uci));
    };
    if (const auto over = option.read(args, out, err, check)) return *over;

    const std::string start =
        variant ? std::string(variant->start) : chess::format_fen(chess::Position::start());
    const Place place = read_place(fen, moves, start);
    const auto variant_key = [keys](const chess::VariantPosition& position) {
        return chess::variant_key(position, keys);
    };
    const bool good =
        variant
            ? for_each_variant_fen(*variant, {place.fen}, in, err,
                                   key_printer<VariantRoot>(place.moves, variant_key, out, err))
            : for_each_fen({place.fen}, in, err, key_printer<Root>(place.moves, key_of, out, err));
    return good ? exit_done : exit_bad_input;
}

} // namespace polyglot::tools

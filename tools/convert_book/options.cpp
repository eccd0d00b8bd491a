#include "tools/convert_book/options.hpp"

#include "core/chess/chess960.hpp"
#include "core/text/path_text.hpp"
#include "core/text/text.hpp"
#include "tools/books/roots.hpp"
#include "tools/common/command_line.hpp"

#include <algorithm>
#include <filesystem>
#include <ostream>
#include <utility>

namespace polyglot::tools {
namespace {

namespace po = boost::program_options;

constexpr std::string_view usage = "polyglot convert-book BOOK -to FILE [OPTION]...";

po::options_description described() {
    const auto word = [](const char* name) { return po::value<std::string>()->value_name(name); };
    po::options_description options("options");
    options.add_options()("from", word("FILE")->required(),
                          "the book: .bin, .abk, .ctg, YACB, an SFTT table, an experience file, or statistics of "
                          "make-book; the format is "
                          "detected from the content")("to", word("FILE")->required(),
                                                       "the file to write; - prints CSV, JSON and PGN")(
        "format", word("FORMAT"),
        "polyglot, abk, yacb, experience (SugaR V2), brainlearn, csv, json or pgn (default: by the extension of -to)")(
        "fen", po::value<std::vector<std::string>>()->value_name("FEN...")->multitoken()->composing(),
        "only positions reachable from these; - reads FENs from standard input, one per line")(
        "chess960", "only positions reachable from the start positions of Chess960")(
        "positions", po::value<std::vector<std::string>>()->value_name("FILE...")->multitoken()->composing(),
        "also positions that the book knows of those in these PGN files or books: for experience files")(
        "min-depth", po::value<int>()->value_name("N"), "SFTT, experience: only entries of at least N plies")(
        "temperature", po::value<double>()->value_name("T"),
        "YACB, SFTT, experience: a move T centipawns below the best gets 37 % of its weight (default: 20)")(
        "ctg-moves", word("WHICH"),
        "of a ChessBase book (.ctg): green moves (default), or all but red ones and those marked ? or ??")(
        "comment", word("TEXT"), "comment in the header of a .bin or .abk (default: that of the source)")(
        "author", word("TEXT"), "author in the header of a .bin or .abk (default: that of the source)");
    return options;
}

std::optional<BookTarget> target_of(const po::variables_map& values, const std::string& to) {
    if (values.count("format")) return parse_book_target(values["format"].as<std::string>());
    const std::string extension = to_text(to_path(to).extension());
    return extension.empty() ? std::nullopt : parse_book_target(std::string_view(extension).substr(1));
}

bool is_of_chessbase(const std::string& name) {
    const std::string extension = text::lower(to_text(to_path(name).extension()));
    return extension == ".ctg" || extension == ".cto" || extension == ".ctb";
}

// What is wrong with what was given; empty if nothing is.
std::string problem_of(const ConvertOptions& options) {
    if (options.to == "-" && !is_text(options.target)) return "only CSV, JSON and PGN go to standard output";
    if (options.temperature && !(*options.temperature >= 0.01 && *options.temperature <= 10'000))
        return "-temperature must be a number from 0.01 to 10000";
    const bool has_header = options.target == BookTarget::PolyGlot || options.target == BookTarget::Arena;
    if ((options.comment || options.author) && !has_header)
        return "-comment and -author are for .bin and .abk: the other formats have no place for them";
    const auto is_start = [](const chess::Position& root) { return root == chess::Position::start(); };
    if (options.target == BookTarget::Arena && !std::all_of(options.roots.begin(), options.roots.end(), is_start))
        return "an Arena book begins with the start position: neither another -fen nor -chess960";
    return {};
}

} // namespace

std::variant<ConvertOptions, int> read_convert_options(Arguments args, std::istream& in, std::ostream& out,
                                                       std::ostream& err) {
    po::variables_map values;
    if (const auto over = read_options(args, described(), values, usage, out, err, "from")) return *over;
    const auto refuse = [&err](const std::string& message) {
        err << message << "\nusage: " << usage << '\n';
        return exit_bad_usage;
    };
    const auto text = [&values](const char* name) {
        return values.count(name) ? std::optional(values[name].as<std::string>()) : std::nullopt;
    };
    ConvertOptions options;
    options.from = *text("from");
    options.to = *text("to");
    if (is_of_chessbase(options.to) || (values.count("format") && is_of_chessbase("x." + *text("format"))))
        return refuse("polyglot reads ChessBase books (.ctg) and does not write any: nothing is written");
    const auto target = target_of(values, options.to);
    if (!target) return refuse("-format is " + book_target_words() + "; -to ends in none of these: " + options.to);
    options.target = *target;
    if (values.count("fen")) {
        auto roots = read_fens(values["fen"].as<std::vector<std::string>>(), in, err);
        if (!roots) return exit_bad_usage;
        if (roots->empty()) return refuse("-fen - has no position");
        options.roots = std::move(*roots);
    }
    if (values.count("chess960")) {
        const auto& starts = chess::chess960_starts();
        options.roots.insert(options.roots.end(), starts.begin(), starts.end());
    }
    if (values.count("positions")) options.positions = values["positions"].as<std::vector<std::string>>();
    if (values.count("min-depth")) options.min_depth = values["min-depth"].as<int>();
    if (const auto which = text("ctg-moves")) {
        if (*which != "green" && *which != "all") return refuse("-ctg-moves is green or all");
        options.ctg_moves = *which == "all" ? book::CtgMoves::All : book::CtgMoves::Green;
    }
    if (values.count("temperature")) options.temperature = values["temperature"].as<double>();
    options.comment = text("comment");
    options.author = text("author");
    if (const std::string problem = problem_of(options); !problem.empty()) return refuse(problem);
    return options;
}

} // namespace polyglot::tools

#include "tools/make_book/report.hpp"

#include "core/text/figures.hpp"
#include "core/text/path_text.hpp"
#include "tools/common/json.hpp"

#include <iomanip>
#include <ostream>
#include <string_view>
#include <utility>

namespace polyglot::tools {
namespace {

// Holds the name for users, the name for programs, and the number.
struct Line {
    std::string_view text, name;
    std::uint64_t count = 0;
};

auto lines_of(const GameTally& tally) {
    return std::array{Line{"counted", "counted", tally.counted},
                      Line{"left out by -filter", "filtered", tally.filtered},
                      Line{"seen before (-unique)", "duplicates", tally.duplicates},
                      Line{"of other variants", "other_variants", tally.other_variants},
                      Line{"without a result", "unknown", tally.unknown},
                      Line{"without a value (-keep-unjudged)", "unjudged", tally.unjudged},
                      Line{"without a move that is wanted", "empty", tally.empty}};
}

auto lines_of(const ValueTally& values) {
    return std::array{Line{"that are absurd", "absurd", values.absurd},
                      Line{"costly moves of White", "white_mistakes", values.mistakes[0]},
                      Line{"costly moves of Black", "black_mistakes", values.mistakes[1]},
                      Line{"games ended early", "decided", values.decided}};
}

auto lines_of(const book::DroppedMoves& dropped) {
    return std::array{Line{"of the other colour", "colour", dropped.colour},
                      Line{"played in too few games", "min_games", dropped.min_games},
                      Line{"without a point", "no_points", dropped.no_points},
                      Line{"scored too little", "min_score", dropped.min_score},
                      Line{"below their share of the position", "min_share", dropped.min_share},
                      Line{"beyond the best N (-top)", "top", dropped.top},
                      Line{"too light compared with the heaviest", "too_light", dropped.too_light}};
}

void write_line(std::ostream& out, std::string_view text, std::uint64_t count,
                const std::string& more = {}) {
    out << "  " << std::left << std::setw(34) << text << std::right << std::setw(15)
        << text::grouped(count) << more << '\n';
}

// A rule about the colour needs no examples.
void write_examples(std::ostream& out, const MakeBookReport& report, std::size_t rule) {
    if (rule == 0) return;
    for (const auto& of_mover : report.example_lines)
        for (const std::string& line : of_mover[rule])
            if (!line.empty()) out << "    " << line << '\n';
}

void write_dropped(std::ostream& out, const MakeBookReport& report) {
    const auto white = lines_of(report.dropped[0]);
    const auto black = lines_of(report.dropped[1]);
    for (std::size_t rule = 0; rule < white.size(); ++rule)
        if (const std::uint64_t count = white[rule].count + black[rule].count; count > 0) {
            write_line(out, white[rule].text, count,
                       "  White " + text::grouped(white[rule].count) + ", Black " +
                           text::grouped(black[rule].count));
            write_examples(out, report, rule);
        }
}

void write_values(std::ostream& out, const MakeBookReport& report) {
    const ValueTally& values = report.tally.values;
    if (values.read == 0) return;
    out << "values in comments" << std::setw(33) << text::grouped(values.read) << '\n';
    for (const Line& line : lines_of(values))
        if (line.count > 0) write_line(out, line.text, line.count);
    for (const auto& of_mover : report.worst_mistakes.of)
        for (const auto& [loss, text] : of_mover)
            out << "    " << text << '\n';
    for (const std::string& warning : contradictions(values))
        out << "  " << warning << '\n';
}

void write_problems(std::ostream& out, const ReadingReport& reading) {
    if (!reading.letters.empty()) out << "piece letters that are not English\n";
    for (const std::string& letters : reading.letters)
        out << "  " << letters << '\n';
    if (const std::uint64_t broken = reading.games_with_problems()) {
        out << "games that break off" << std::setw(31) << text::grouped(broken)
            << "  (their moves up to there count)\n";
        for (std::size_t kind = 1; kind < pgn::problem_kinds; ++kind)
            if (reading.problems.at(kind))
                write_line(out, pgn::name_of(static_cast<pgn::ProblemKind>(kind)),
                           reading.problems.at(kind));
        out << "the first of them\n";
        for (const std::string& problem : reading.first_problems)
            out << "  " << problem << '\n';
    }
    if (reading.damaged_files == 0) return;
    out << "files that could not be read whole" << std::setw(17)
        << text::grouped(reading.damaged_files) << '\n';
    for (const std::string& problem : reading.file_problems)
        out << "  " << problem << '\n';
}

std::string megabytes(std::uint64_t bytes) {
    return text::fixed(static_cast<double>(bytes) / 1e6, 1) + " MB";
}

template <class Lines>
boost::json::object counts_of(const Lines& lines) {
    boost::json::object object;
    for (const Line& line : lines)
        object[line.name] = line.count;
    return object;
}

boost::json::object examples_of(const MakeBookReport& report) {
    const auto rules = lines_of(book::DroppedMoves());
    boost::json::object object;
    for (std::size_t rule = 1; rule < rules.size(); ++rule)
        for (const auto& of_mover : report.example_lines)
            for (const std::string& line : of_mover[rule])
                if (!line.empty()) {
                    boost::json::value& list = object[rules[rule].name];
                    if (list.is_null()) list.emplace_array();
                    list.as_array().push_back(json_of(line));
                }
    return object;
}

} // namespace

void write_text(std::ostream& out, const MakeBookReport& report) {
    const ReadingReport& reading = report.reading;
    if (report.variant) out << "variant" << std::setw(44) << report.variant->uci << '\n';
    if (reading.files > 0) {
        out << "games" << std::setw(46) << text::grouped(reading.games) << "  in "
            << text::counted(reading.files, "file") << ", " << megabytes(reading.text_bytes)
            << '\n';
        for (const Line& line : lines_of(report.tally))
            if (line.count > 0 || line.name == "counted") write_line(out, line.text, line.count);
        if (report.tally.chess960 > 0) write_line(out, "of these Chess960", report.tally.chess960);
        write_problems(out, reading);
    }
    if (report.stats_files > 0)
        out << "games in statistics" << std::setw(32) << text::grouped(report.stats_games)
            << "  in " << text::counted(report.stats_files, "file") << '\n';
    if (report.tally.inner_rooks > 0) {
        out << "moves in positions without a key" << std::setw(19)
            << text::grouped(report.tally.inner_rooks)
            << "  (castling with an inner rook): left out\n";
    }
    if (report.tally.king_promotions > 0)
        out << "promotions to king" << std::setw(33) << text::grouped(report.tally.king_promotions)
            << "  (XBoard's books have none): left out\n";
    write_values(out, report);
    out << "moves" << std::setw(46) << text::grouped(report.moves) << '\n';
    write_dropped(out, report);
    if (!report.book.empty())
        out << "book" << std::setw(47) << text::grouped(report.entries) << "  entries in "
            << text::grouped(report.positions) << " positions: " << to_text(report.book) << '\n';
    if (!report.book.empty() && report.weight == book::WeightBy::Rate)
        out << "  -weight rate: popularity does not count, a rare move may be the heaviest; "
               "-weight expected counts "
               "both\n";
    if (!report.stats.empty()) out << "statistics: " << to_text(report.stats) << '\n';
    out << text::fixed(report.took.count(), 1) << " s";
    if (report.runs > 0) out << ", " << report.runs << " runs over the disk";
    out << '\n';
}

std::string format_json(const MakeBookReport& report) {
    const ReadingReport& reading = report.reading;
    boost::json::object problems;
    for (std::size_t kind = 1; kind < pgn::problem_kinds; ++kind)
        if (reading.problems.at(kind))
            problems[pgn::name_of(static_cast<pgn::ProblemKind>(kind))] = reading.problems.at(kind);
    boost::json::object games = counts_of(lines_of(report.tally));
    games["read"] = reading.games;
    games["with_problems"] = reading.games_with_problems();
    games["chess960"] = report.tally.chess960;
    games["in_stats"] = report.stats_games;
    const ValueTally& values = report.tally.values;
    boost::json::object of_values = counts_of(lines_of(values));
    of_values["read"] = values.read;
    of_values["contradictions"] = json_of(contradictions(values));
    boost::json::array worst;
    for (const auto& of_mover : report.worst_mistakes.of)
        for (const auto& [loss, text] : of_mover)
            worst.push_back({{"loss", loss}, {"move", json_of(text)}});
    of_values["worst"] = std::move(worst);
    const std::string_view variant = report.variant ? report.variant->uci : "chess";
    boost::json::object object{{"variant", variant},
                               {"files", reading.files},
                               {"bytes", reading.text_bytes},
                               {"games", std::move(games)},
                               {"problems", std::move(problems)},
                               {"first_problems", json_of(reading.first_problems)},
                               {"piece_letters", json_of(reading.letters)},
                               {"absent_tags", json_of(report.absent_tags)},
                               {"damaged_files", reading.damaged_files},
                               {"file_problems", json_of(reading.file_problems)},
                               {"samples", report.tally.samples},
                               {"inner_rook_moves", report.tally.inner_rooks},
                               {"king_promotions", report.tally.king_promotions},
                               {"moves", report.moves},
                               {"values", std::move(of_values)},
                               {"dropped", counts_of(lines_of(sum_of(report.dropped)))},
                               {"dropped_white", counts_of(lines_of(report.dropped[0]))},
                               {"dropped_black", counts_of(lines_of(report.dropped[1]))},
                               {"dropped_examples", examples_of(report)},
                               {"positions", report.positions},
                               {"entries", report.entries},
                               {"book", json_of(to_text(report.book))},
                               {"stats", json_of(to_text(report.stats))},
                               {"stats_files", report.stats_files},
                               {"runs", report.runs},
                               {"seconds", report.took.count()}};
    return boost::json::serialize(object) + '\n';
}

} // namespace polyglot::tools

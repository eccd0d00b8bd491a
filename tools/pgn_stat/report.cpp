#include "core/text/figures.hpp"
#include "tools/common/json.hpp"
#include "tools/pgn_stat/pgn_stat.hpp"

#include <algorithm>
#include <iomanip>
#include <ostream>

namespace polyglot::tools {
namespace {

double ratio(std::uint64_t part, std::uint64_t whole) {
    return whole == 0 ? 0 : static_cast<double>(part) / static_cast<double>(whole);
}

void line(std::ostream& out, std::string_view what, std::uint64_t count,
          std::string_view remark = {}) {
    out << std::left << std::setw(36) << what << std::right << std::setw(15) << text::grouped(count)
        << remark << '\n';
}

// Writes a line for each decade, because a line for each year would fill the screen.
void write_years(std::ostream& out, const PgnTally& tally) {
    std::map<unsigned, std::uint64_t> decades;
    for (const auto& [year, games] : tally.by_year)
        if (year > 0) decades[year / 10 * 10] += games;
    for (const auto& [decade, games] : decades)
        line(out, "  " + std::to_string(decade) + " to " + std::to_string(decade + 9), games);
    if (const auto unknown = tally.by_year.find(0); unknown != tally.by_year.end())
        line(out, "  without a year", unknown->second);
}

void write_problems(std::ostream& out, const ReadingReport& reading) {
    for (const std::string& letters : reading.letters)
        out << "piece letters of " << letters << '\n';
    const std::uint64_t broken = reading.games_with_problems();
    line(out, "games that break off", broken);
    for (std::size_t kind = 1; kind < pgn::problem_kinds; ++kind)
        if (const std::uint64_t count = reading.problems.at(kind); count > 0)
            line(out, "  " + std::string(pgn::name_of(static_cast<pgn::ProblemKind>(kind))), count);
    for (const std::string& problem : reading.first_problems)
        out << "  " << problem << '\n';
    if (broken > reading.first_problems.size())
        out << "  ... and " << text::grouped(broken - reading.first_problems.size()) << " more\n";
}

} // namespace

void write_text(std::ostream& out, const PgnStat& stat) {
    const PgnTally& tally = stat.tally;
    const double megabytes = static_cast<double>(stat.reading.text_bytes) / 1e6;
    line(out, "files", stat.reading.files,
         stat.reading.texts == stat.reading.files
             ? std::string()
             : "  with " + text::grouped(stat.reading.texts) + " texts");
    line(out, "bytes of PGN", stat.reading.text_bytes);
    line(out, "games", tally.games);
    line(out, "  1-0", tally.outcomes[1]);
    line(out, "  1/2-1/2", tally.outcomes[2]);
    line(out, "  0-1", tally.outcomes[3]);
    line(out, "  without a result", tally.outcomes[0]);
    line(out, "games with both Elos", tally.with_both_elos);
    line(out, "games from a FEN", tally.other_starts);
    line(out, "games by year", tally.games);
    write_years(out, tally);
    line(out, "plies", tally.plies,
         "  " + text::fixed(ratio(tally.plies, tally.with_moves), 1) + " a game, at most " +
             text::grouped(tally.longest));
    if (tally.variation_plies > 0) line(out, "plies in variations", tally.variation_plies);
    write_problems(out, stat.reading);
    if (stat.reading.damaged_files > 0)
        line(out, "files not read to their end", stat.reading.damaged_files);
    out << std::left << std::setw(35) << "sum of all keys" << text::hexadecimal(tally.key_sum)
        << '\n';
    const double seconds = std::max(stat.took.count(), 1e-6);
    out << text::fixed(stat.took.count(), 2) << " s, " << text::fixed(megabytes / seconds, 0)
        << " MB/s, "
        << text::grouped(static_cast<std::uint64_t>(static_cast<double>(tally.games) / seconds))
        << " games/s with " << text::counted(stat.threads, "thread") << '\n';
}

std::string format_json(const PgnStat& stat) {
    const PgnTally& tally = stat.tally;
    boost::json::object problems;
    for (std::size_t kind = 1; kind < pgn::problem_kinds; ++kind)
        problems[pgn::name_of(static_cast<pgn::ProblemKind>(kind))] =
            stat.reading.problems.at(kind);
    boost::json::object years;
    for (const auto& [year, games] : tally.by_year)
        years[year == 0 ? "unknown" : std::to_string(year)] = games;
    const boost::json::object object{{"files", stat.reading.files},
                                     {"texts", stat.reading.texts},
                                     {"bytes", stat.reading.text_bytes},
                                     {"games", tally.games},
                                     {"results",
                                      {{"1-0", tally.outcomes[1]},
                                       {"1/2-1/2", tally.outcomes[2]},
                                       {"0-1", tally.outcomes[3]},
                                       {"*", tally.outcomes[0]}}},
                                     {"with_both_elos", tally.with_both_elos},
                                     {"from_fen", tally.other_starts},
                                     {"by_year", std::move(years)},
                                     {"with_moves", tally.with_moves},
                                     {"plies", tally.plies},
                                     {"variation_plies", tally.variation_plies},
                                     {"longest", tally.longest},
                                     {"with_problems", stat.reading.games_with_problems()},
                                     {"problems", std::move(problems)},
                                     {"first_problems", json_of(stat.reading.first_problems)},
                                     {"piece_letters", json_of(stat.reading.letters)},
                                     {"damaged_files", stat.reading.damaged_files},
                                     {"file_problems", json_of(stat.reading.file_problems)},
                                     {"key_sum", text::hexadecimal(tally.key_sum)},
                                     {"threads", stat.threads},
                                     {"seconds", stat.took.count()}};
    return boost::json::serialize(object) + '\n';
}

} // namespace polyglot::tools

#include "tools/make_book/empty.hpp"

#include "core/text/figures.hpp"

#include <cstdint>
#include <sstream>

namespace polyglot::tools {
namespace {

// Joins "3 games, which -x counts; 4 games …"; only cases that occurred are listed.
class Reasons {
  public:
    void add(std::uint64_t count, const std::string& noun, const std::string& text) {
        if (count > 0) add(text::counted(count, noun) + ' ' + text);
    }
    void add(const std::string& text) { list_ += (list_.empty() ? "" : "; ") + text; }
    bool empty() const { return list_.empty(); }
    const std::string& text() const { return list_; }

  private:
    std::string list_;
};

std::string shortest(double number) {
    std::ostringstream text;
    text << number;
    return text.str();
}

std::string for_both(const char* name, const std::string& white, const std::string& black) {
    const std::string option(name);
    return white == black ? "-" + option + ' ' + white
                          : "-white-" + option + ' ' + white + ", -black-" + option + ' ' + black;
}

std::string min_game(const book::BookRules& rules) {
    return for_both("min-game", std::to_string(rules.white.min_games),
                    std::to_string(rules.black.min_games));
}

std::string min_score(const book::BookRules& rules) {
    return for_both("min-score", shortest(rules.white.min_score), shortest(rules.black.min_score));
}

std::string min_share(const book::BookRules& rules) {
    return for_both("min-share", shortest(rules.white.min_share), shortest(rules.black.min_share));
}

std::string why_no_game(const MakeBookOptions& options, const MakeBookReport& report) {
    const GameTally& tally = report.tally;
    Reasons reasons;
    if (!options.games.empty() && report.reading.games == 0)
        reasons.add("the input has no game (is it PGN?)");
    reasons.add(tally.filtered, "game", "left out by -filter");
    reasons.add(tally.other_variants, "game", "of other variants (-variant)");
    reasons.add(tally.unknown, "game", "without a result (-unknown draw counts them as draws)");
    if (tally.unknown > 0 && tally.unknown == report.reading.games)
        reasons.add("the lines of a book have none: polyglot convert-book -from reads them with "
                    "their weights");
    reasons.add(tally.duplicates, "game", "seen before (-unique)");
    reasons.add(tally.unjudged, "game",
                "without a value in the comments (-keep-unjudged counts them)");
    reasons.add(tally.empty, "game",
                "without a move in the plies that count (-min-ply " +
                    std::to_string(options.game_rules.min_ply) + ", -max-ply " +
                    std::to_string(options.game_rules.max_ply) +
                    (options.game_rules.skip_marks ? ", -skip-marks)" : ")"));
    reasons.add(
        tally.inner_rooks, "move",
        "of the games counted, in positions that have no key (castling with an inner rook)");
    reasons.add(tally.king_promotions, "promotion", "to king, for which XBoard has no code");
    if (!options.from_stats.empty()) reasons.add("-from-stats names statistics of no game");
    return (tally.counted + report.stats_games == 0 ? "no game is counted: "
                                                    : "no move is counted: ") +
           reasons.text();
}

std::string why_no_entry(const MakeBookOptions& options, const MakeBookReport& report) {
    const book::BookRules& rules = options.book_rules;
    const book::DroppedMoves dropped = sum_of(report.dropped);
    Reasons reasons;
    reasons.add(dropped.colour, "move",
                rules.white.wanted ? "of Black (-only-white)" : "of White (-only-black)");
    reasons.add(dropped.min_games, "move", "played in too few games (" + min_game(rules) + ")");
    reasons.add(dropped.no_points, "move",
                "without a point (-keep-losses keeps them, -weight games weighs them)");
    reasons.add(dropped.min_score, "move", "that scored too little (" + min_score(rules) + ")");
    reasons.add(dropped.min_share, "move",
                "below their share of the position (" + min_share(rules) + ")");
    reasons.add(dropped.too_light, "move", "without weight (-weight and the factors)");
    if (reasons.empty()) // -compat does not count what it leaves out
        reasons.add("none passes " + min_game(rules) + ", " + min_score(rules) +
                    (rules.white.wanted && rules.black.wanted ? ""
                     : rules.white.wanted                     ? ", -only-white"
                                                              : ", -only-black"));
    return "no move is left for the book: " + reasons.text();
}

} // namespace

std::string why_empty(const MakeBookOptions& options, const MakeBookReport& report) {
    return report.moves == 0 ? why_no_game(options, report) : why_no_entry(options, report);
}

} // namespace polyglot::tools

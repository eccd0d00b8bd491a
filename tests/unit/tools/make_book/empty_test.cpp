// Which rules make-book names when it has nothing to write.
#include "tools/make_book/empty.hpp"

#include <doctest/doctest.h>

namespace polyglot::tools {
namespace {

TEST_CASE("why no game is counted: the rules that left games out, and no others") {
    MakeBookOptions options;
    options.games = {"games.pgn"};
    MakeBookReport report;
    CHECK(why_empty(options, report) == "no game is counted: the input has no game (is it PGN?)");
    report.reading.games = 1238;
    report.tally.filtered = 1234;
    CHECK(why_empty(options, report) == "no game is counted: 1,234 games left out by -filter");
    report.tally.unknown = 1;
    report.tally.duplicates = 2;
    report.tally.empty = 1;
    options.game_rules.min_ply = 200;
    options.game_rules.max_ply = 300;
    CHECK(why_empty(options, report) == "no game is counted: 1,234 games left out by -filter; 1 "
                                        "game without a result (-unknown draw counts them as "
                                        "draws); 2 games seen before (-unique); 1 game without a "
                                        "move in the plies that count (-min-ply 200, -max-ply "
                                        "300)");
    report.tally = {};
    report.tally.empty = 1;
    options.game_rules.skip_marks = true;
    CHECK(why_empty(options, report) == "no game is counted: 1 game without a move in the plies "
                                        "that count (-min-ply 200, -max-ply 300, -skip-marks)");
    MakeBookOptions from_stats;
    from_stats.from_stats = {"old.pgstats"};
    CHECK(why_empty(from_stats, {}) ==
          "no game is counted: -from-stats names statistics of no game");
    MakeBookReport chess960;
    chess960.reading.games = chess960.tally.counted = 1;
    chess960.tally.inner_rooks = 7;
    CHECK(why_empty(options, chess960) ==
          "no move is counted: 7 moves of the games counted, in positions that have no "
          "key (castling with an inner rook)");
}

TEST_CASE("why no entry is left: the rules that left moves out, and no others") {
    MakeBookOptions options;
    MakeBookReport report;
    report.moves = 6;
    const auto why = [&] { return why_empty(options, report); };
    CHECK(why() == "no move is left for the book: none passes -min-game 3, -min-score 0");
    options.book_rules.black.wanted = false;
    CHECK(why() ==
          "no move is left for the book: none passes -min-game 3, -min-score 0, -only-white");
    report.dropped[0].colour = 3;
    report.dropped[1].min_games = 2;
    CHECK(why() == "no move is left for the book: 3 moves of Black (-only-white); 2 moves played "
                   "in too few games "
                   "(-min-game 3)");
    options.book_rules.black.wanted = true;
    options.book_rules.white.wanted = false;
    options.book_rules.white.min_score = 52.5;
    report.dropped = {};
    report.dropped[0].colour = report.dropped[0].no_points = report.dropped[1].min_score =
        report.dropped[1].too_light = 1;
    CHECK(why() == "no move is left for the book: 1 move of White (-only-black); 1 move without a "
                   "point (-keep-losses "
                   "keeps them, -weight games weighs them); 1 move that scored too little "
                   "(-white-min-score 52.5, "
                   "-black-min-score 0); 1 move without weight (-weight and the factors)");
}

} // namespace
} // namespace polyglot::tools

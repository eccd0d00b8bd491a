// Which games of a UCI GUI are learnt from, and with which result: stories of what GUI and engine
// say. Longer ones are the transcripts learning/uci_*.txt.
#include "core/text/text.hpp"
#include "tests/unit/adapter/session/books/learner_support.hpp"

#include <chrono>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

using namespace polyglot;
using session::TimePoint;
using Steps = std::vector<std::string>;

namespace {

const std::string start = "position startpos";

Steps operator+(Steps a, const Steps& b) {
    a.insert(a.end(), b.begin(), b.end());
    return a;
}

// Steps without a mark are lines of the GUI, "> …" is one of the engine, "+5" lets 5 ms pass.
// Returns the half-points of the games that are learnt until the GUI quits.
std::string learnt(const Steps& steps) {
    test::SessionTable table;
    TimePoint now{};
    const auto say = [&](std::string_view step) {
        if (step.starts_with("> "))
            table.session.on_engine_line(step.substr(2), now, table.out);
        else if (step.starts_with('+'))
            now += std::chrono::milliseconds(text::parse_int<int>(step.substr(1)).value());
        else
            table.session.on_gui_line(step, now, table.out);
    };
    for (const std::string& step : steps)
        say(step);
    say("quit");
    std::string results;
    for (const std::string& game : table.store->games)
        results += (results.empty() ? "" : " ") + game.substr(game.rfind(' ') + 1);
    return results;
}

// The book plays e2e4, and the engine has to move after e7e5.
const Steps opened{start, "go movetime 10", start + " moves e2e4 e7e5", "go wtime 1000 btime 1000"};

std::string with_last_search(const Steps& said) {
    return learnt(opened + said);
}

} // namespace

TEST_CASE("UCI game: a mate in the last search of ours decides, whatever its distance") {
    const auto score = [](const std::string& words) {
        return with_last_search({"> info depth 5 nodes 10 " + words, "> bestmove g1f3"});
    };
    CHECK(score("score mate 1") == "2");
    CHECK(score("score mate 999") == "2");
    CHECK(score("score mate 5000") == "2");
    CHECK(score("score mate 0") == "0");
    CHECK(score("score mate -1") == "0");
    CHECK(score("score mate -5000") == "0");
    CHECK(score("score cp 2000000") == ""); // a large score is no mate
    CHECK(score("score cp -2000000") == "");
    CHECK(score("multipv 1 score mate 1") == "2");
    CHECK(score("multipv 2 score mate 1") == "");
    CHECK(score("score mate 1 lowerbound") == "");
    CHECK(with_last_search({"> info depth 5 nodes 0 score mate 1", "> bestmove g1f3"}) == "");
    CHECK(with_last_search({"> info depth 5 score mate 1", "> bestmove g1f3"}) == "2");
    // Of the search before.
    CHECK(with_last_search({"> info depth 5 score mate 1", "> bestmove g1f3",
                            start + " moves e2e4 e7e5 g1f3 b8c6", "go movetime 9",
                            "> bestmove f1b5"}) == "2");
    CHECK(with_last_search({"> info depth 5 score mate 1", "> bestmove g1f3",
                            start + " moves e2e4 e7e5 g1f3 b8c6", "go movetime 9",
                            "> info depth 5 score cp 0", "> bestmove f1b5"}) == "");
}

TEST_CASE("UCI game: the score of a forced move does not count") {
    const std::string line = start + " moves e2e4 b8c6 g1e2 c6d4 a2a3 d4f3";
    const Steps before{start,           "go movetime 10",  start + " moves e2e4 b8c6",
                       "go movetime 9", "> bestmove g1e2", start + " moves e2e4 b8c6 g1e2 c6d4",
                       "go movetime 9", "> bestmove a2a3"};
    CHECK(learnt(before + Steps{line, "go movetime 9", "> info depth 5 score mate 1",
                                "> bestmove g2f3"}) == "");
    // With two moves there is a choice.
    CHECK(learnt({start, "go movetime 10", start + " moves e2e4 e7e5", "go movetime 9",
                  "> bestmove f2f3", start + " moves e2e4 e7e5 f2f3 d8h4", "go movetime 9",
                  "> info depth 5 score mate 1", "> bestmove g2g3"}) == "2");
}

TEST_CASE("UCI game: a last move that comes when the time is over is none") {
    const auto moves_after = [](const std::string& go, int ms) {
        return learnt({start, "go movetime 10", start + " moves e2e4 e7e5", go,
                       "+" + std::to_string(ms), "> info depth 5 score mate 1", "> bestmove g1f3"});
    };
    CHECK(moves_after("go wtime 20 btime 1", 20) == "2");
    CHECK(moves_after("go wtime 20 btime 1", 21) == "");
    CHECK(moves_after("go wtime 1 btime 9", 1) == "2");
    CHECK(moves_after("go wtime 1 btime 9", 2) == "");
    CHECK(moves_after("go wtime 0 btime 0", 21) == "2"); // a host without clocks
    CHECK(moves_after("go movetime 20", 21) == "2");
    // A ponder search has its time from the ponderhit on.
    const Steps pondered{start,
                         "go movetime 10",
                         start + " moves e2e4 e7e5",
                         "go ponder wtime 20 btime 1",
                         "+500",
                         "ponderhit",
                         "+20"};
    CHECK(learnt(pondered + Steps{"> info depth 5 score mate 1", "> bestmove g1f3"}) == "2");
    CHECK(learnt(pondered + Steps{"+1", "> info depth 5 score mate 1", "> bestmove g1f3"}) == "");
}

TEST_CASE("UCI game: results that hosts report, by colour and in words") {
    const auto reported = [](const std::string& line, bool is_black = false) {
        return learnt({start + (is_black ? " moves d2d4 d7d5" : ""), "go movetime 10", line});
    };
    for (const char* won : {"result 1-0", "result win", "gameover WIN"})
        CHECK(reported(won) == "2");
    for (const char* lost : {"result 0-1 {White resigns}", "result loss", "gameover lose"})
        CHECK(reported(lost) == "0");
    for (const char* drawn : {"result 1/2-1/2", "gameover draw"})
        CHECK(reported(drawn) == "1");
    for (const char* none : {"result *", "result", "gameover perhaps", "result 1-0-0"})
        CHECK(reported(none) == "");
    test::SessionTable black({"uci", start + " moves d2d4", "go movetime 10"});
    black.session.on_engine_line("bestmove d7d5", {}, black.out);
    black.say({"result 1-0", "quit"}); // no move of ours is in the book
    CHECK(black.store->games.empty());
    CHECK(learnt({start, "result 1-0", "go movetime 10"}) == ""); // before our first move
    CHECK(learnt({start, "go movetime 10", "result 1-0", "result 0-1"}) == "2");
}

TEST_CASE("UCI game: a game that does not go on from our move is not learnt from") {
    const Steps mates{"> info depth 5 score mate 1", "> bestmove g1f3"};
    CHECK(learnt(opened + mates) == "2");
    // Each leaves the last position as it would be.
    CHECK(learnt({start, "go movetime 10", start + " moves d2d4 d7d5", "go movetime 9",
                  "> info depth 5 score mate 1", "> bestmove c2c4"}) == ""); // not our move
    CHECK(learnt(opened + Steps{"> bestmove g1f3", start + " moves e2e4 e7e5", "go movetime 9"} +
                 mates) == ""); // taken back
    CHECK(learnt(opened + Steps{"> bestmove g1f3", start + " moves e2e4 c7c5", "go movetime 9"} +
                 mates) == "");
    CHECK(learnt({start, "go movetime 10", start + " moves e2e4 e7e5 f1c4 b8c6", "go movetime 9",
                  "> info depth 5 score mate 1", "> bestmove g1f3"}) == ""); // f1c4 was not ours
    CHECK(learnt(opened + Steps{"> bestmove e2e4", start + " moves e2e4 e7e5", "go movetime 9"} +
                 mates) == ""); // we had no legal move
    CHECK(learnt(opened + Steps{"> bestmove g1f3", start + " moves e2e4 e7e5 g1f3", "go movetime 9",
                                "> info depth 5 score mate 1", "> bestmove b8c6"}) ==
          ""); // both sides
    CHECK(learnt(Steps{start, "go infinite", "stop", "> bestmove e2e4", "go movetime 10",
                       start + " moves e2e4 e7e5", "go movetime 9"} +
                 mates) == "2"); // analysed before the game
    CHECK(learnt(Steps{start, "go movetime 10", start + " moves e2e4 e7e5", "go infinite", "+1",
                       "stop", "> bestmove g1f3", "go movetime 9"} +
                 mates) == ""); // what to answer
    CHECK(learnt(Steps{start, "go movetime 10", start + " moves e2e4", "go infinite", "+1", "stop",
                       "> bestmove e7e5", start + " moves e2e4 e7e5", "go movetime 9"} +
                 mates) == "2"); // the opponent's move
    CHECK(learnt(Steps{start, "go movetime 10", start + " moves e2e4 e7e5", "go perft 2",
                       "> readyok", "go movetime 9"} +
                 mates) == "2");
    for (const char* analysis : {"go mate 3", "go movetime 9 searchmoves g1f3"})
        CHECK(learnt(Steps{start, "go movetime 10", start + " moves e2e4 e7e5", analysis,
                           "> bestmove g1f3", "go movetime 9"} +
                     mates) == "");
}

TEST_CASE(
    "UCI game: another one begins with its first position, and after an end it does not go on") {
    const Steps mates{"> info depth 5 score mate 1", "> bestmove g1f3"};
    CHECK(learnt(opened + mates + opened +
                 Steps{"> info depth 5 score mate -1", "> bestmove g1f3"}) == "2 0");
    CHECK(learnt(opened + mates +
                 Steps{"result 1-0", start + " moves e2e4 e7e5 g1f3 b8c6", "go movetime 9",
                       "> bestmove f1b5", "result 0-1"}) == "2");
    // Without a result the game may go on.
    CHECK(learnt(opened + Steps{"> bestmove g1f3", start + " moves e2e4 e7e5 g1f3 b8c6",
                                "go movetime 9", "> info depth 5 score mate 1",
                                "> bestmove f1b5"}) == "2");
    CHECK(learnt({"position startpos moves d2d4 d7d5", "go movetime 10", "> bestmove c2c4",
                  "result 1-0"}) == ""); // we have not made its first move
    CHECK(learnt({"position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN1 w Qkq - 0 1",
                  "go movetime 10", "result 1-0"}) == ""); // set up
    // The search is on when the GUI goes.
    CHECK(learnt(opened + Steps{"> info depth 5 score mate 1"}) == "");
    CHECK(learnt(opened + Steps{"+1", "stop", "> info depth 5 score mate 1", "> bestmove g1f3",
                                "ucinewgame"}) == "");
}

TEST_CASE("UCI game: games of fewer plies than BookLearnMinPly are not learnt") {
    for (const int plies : {1, 2}) {
        test::SessionTable table;
        const std::string min_ply = "setoption name Polyglot BookLearnMinPly value ";
        table.session.on_gui_line(min_ply + std::to_string(plies), {}, table.out);
        table.say({"position startpos", "go movetime 10", "result 1-0", "quit"});
        CHECK(table.store->games.size() == (plies == 1 ? 1 : 0));
    }
}

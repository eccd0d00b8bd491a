// Tests searches without limits and commands during a search: stop, ponderhit, isready, setoption,
// invalid lines.
#include "tools/engine_test/positions.hpp"
#include "tools/engine_test/uci.hpp"

#include <array>

namespace polyglot::tools::engine_test {

namespace {

constexpr std::string_view one_move = "k7/p7/P1K5/8/8/8/8/8 b - - 0 1";

void searches_until_stop(UciTester& t) {
    t.set_position(middle_game);
    t.go("infinite");
    t.expect_no_answer(t.limits().quiet, "before stop");
    const auto answer = t.stop();
    t.check_answer(answer);
    t.measured("bestmove " + format_ms(answer.took) + " after stop");
}

// Engines tend to end early if there is one move or a mate.
constexpr std::array<std::string_view, 2> soon_known{one_move, mate_in_two};

void waits_for_stop_when_done(UciTester& t) {
    for (const std::string_view fen : soon_known) {
        t.set_position(fen);
        t.go("infinite");
        t.expect_no_answer(t.limits().quiet, "before stop");
        t.check_answer(t.stop());
    }
}

void ignores_stop_when_idle(UciTester& t) {
    t.forbid_stray_bestmoves("without a search");
    t.wire().send("stop");
    t.wire().send("ponderhit");
    t.sync("after stop and ponderhit without a search");
    t.hear("bestmove", t.limits().quiet);
    t.check_from_start();
}

void answers_isready_while_searching(UciTester& t) {
    t.set_position(middle_game);
    t.go("infinite");
    t.measured("readyok after " + format_ms(t.sync("while searching")));
    t.expect_no_answer(t.limits().quiet, "after isready, before stop");
    t.check_answer(t.stop());
}

void survives_stop_storm(UciTester& t) {
    constexpr int rounds = 100;
    const auto begun = Clock::now();
    for (int i = 0; i < rounds; ++i) {
        t.set_position(i % 2 == 0 ? std::string_view() : middle_game);
        t.go("infinite");
        t.check_answer(t.stop());
    }
    t.sync("after 100 searches that were stopped at once");
    t.measured("100 searches in " + format_ms(Clock::now() - begun));
}

void survives_isready_storm(UciTester& t) {
    constexpr int rounds = 50;
    t.set_position(middle_game);
    t.go("infinite");
    for (int i = 0; i < rounds; ++i)
        t.wire().send("isready");
    for (int i = 0; i < rounds; ++i)
        if (!t.hear("readyok", t.limits().reply))
            t.fail("only " + std::to_string(i) + " readyok for 50 isready");
    t.check_answer(t.stop());
    t.measured("50 isready while searching");
}

void survives_setoption_while_searching(UciTester& t) {
    t.set_position(middle_game);
    t.go("infinite");
    // Hash is left out, because UCI lets an engine expect options only while it waits, and a table
    // cannot move during a search.
    for (const std::string_view name : {"MultiPV", "Ponder", "UCI_AnalyseMode"})
        if (const auto* option = t.option(name)) t.set_option(name, option->default_value);
    t.sync("after setoption while searching");
    t.expect_no_answer(t.limits().quiet, "after setoption, before stop");
    t.check_answer(t.stop());
}

void survives_rubbish(UciTester& t) {
    t.forbid_stray_bestmoves("without a search, among lines that are no UCI");
    for (const std::string_view line :
         {"", "   ", "\t", "xyzzy", "position", "position nonsense", "setoption", "setoption name",
          "UCI", "go_away", "ucinewgame xyzzy", "\xc3\xa4\xc3\xb6\xff\xfe", "debug maybe"})
        t.wire().send(line);
    t.sync("after lines that are no UCI");
    t.hear("bestmove", t.limits().quiet);
    t.check_from_start();
}

void survives_long_line(UciTester& t) {
    constexpr std::size_t length = 64 << 10;
    t.wire().send("xyzzy " + std::string(length, 'x'));
    t.sync("after a line of 64 KiB");
    t.check_from_start();
}

void reads_any_white_space(UciTester& t) {
    t.wire().send("  isready \t ");
    if (!t.hear("readyok", t.limits().reply))
        t.fail("no readyok for isready among blanks and tabs");
    t.set_position(one_move, {}, "   position \t fen   k7/p7/P1K5/8/8/8/8/8   b  -  -  0 1  ");
    t.check_answer(t.think());
    t.set_position("", "e2e4 e7e5", "\t position \t startpos   moves  e2e4   e7e5 \t");
    t.check_answer(t.think());
}

// ---- pondering
// ------------------------------------------------------------------------------------------------

void require_pondering(UciTester& t) {
    if (t.option("Ponder") == nullptr) t.skip("no option Ponder: it cannot ponder");
    t.set_option("Ponder", "true");
    t.set_position("", "e2e4 e7e5 g1f3 b8c6");
}

void ponders_until_stopped(UciTester& t) {
    require_pondering(t);
    t.go("ponder wtime 200 btime 200");
    t.expect_no_answer(Milliseconds(200) + t.limits().quiet, "before ponderhit or stop");
    t.check_answer(t.stop());
    t.measured("stopped after 500 ms with 200 ms on the clock");
}

void waits_for_ponderhit_when_done(UciTester& t) {
    require_pondering(t);
    for (const std::string_view fen : soon_known) {
        t.set_position(fen);
        t.go("ponder wtime 200 btime 200");
        t.expect_no_answer(Milliseconds(200) + t.limits().quiet, "before ponderhit or stop");
        t.ponderhit();
        t.check_answer(t.answer(t.limits().reply));
    }
}

void answers_after_ponderhit(UciTester& t) {
    require_pondering(t);
    constexpr Milliseconds clock{1000};
    t.go("ponder wtime 1000 btime 1000");
    t.expect_no_answer(t.limits().quiet, "before ponderhit");
    t.ponderhit();
    const auto answer = t.answer(clock + t.limits().reply);
    t.check_answer(answer);
    t.measured("bestmove " + format_ms(answer.took) + " after ponderhit with " + format_ms(clock) +
               " on the clock");
    if (answer.took >= clock) t.fault("lost on time after ponderhit: " + format_ms(answer.took));
}

void takes_ponderhit_at_once(UciTester& t) {
    require_pondering(t);
    for (int i = 0; i < 5; ++i) {
        t.set_position("", "e2e4 e7e5 g1f3 b8c6");
        t.go("ponder wtime 500 btime 500");
        t.ponderhit();
        t.check_answer(t.answer(Milliseconds(500) + t.limits().reply));
    }
    t.sync("after ponderhit");
    t.measured("5 searches");
}

constexpr UciStep steps_of_stop[] = {
    {"stop/infinite", "positions/start positions/fen",
     "go infinite ends with stop and not before. (UCI 2006, \"go infinite\")", searches_until_stop},
    {"stop/infinite-done", "stop/infinite",
     "go infinite waits for stop also when there is nothing left to search: a mate, the only move. "
     "(UCI 2006, \"go "
     "infinite\")",
     waits_for_stop_when_done},
    {"stop/idle", "positions/start",
     "stop and ponderhit without a search are ignored. (UCI 2006: commands that are not "
     "supposed to come)",
     ignores_stop_when_idle, Begin::AnyGame},
    {"stop/isready", "stop/infinite",
     "isready is answered while searching, and the search goes on. (UCI 2006, \"isready\")",
     answers_isready_while_searching},
    {"stop/storm", "stop/infinite",
     "Each of 100 go infinite, stop gets one bestmove. (UCI 2006, \"stop\")", survives_stop_storm},
    {"stop/isready-storm", "stop/isready stop/storm",
     "Each of 50 isready while searching gets a readyok. (UCI 2006, \"isready\")",
     survives_isready_storm},
    {"stop/setoption", "stop/isready",
     "A setoption while it searches does no harm, obeyed or not. (UCI 2006 forbids it to GUIs, "
     "which send it all the "
     "same)",
     survives_setoption_while_searching},
    {"ponder/wait", "stop/infinite positions/game",
     "A ponder search ends with ponderhit or stop, whatever the clock. (UCI 2006, \"go "
     "ponder\")",
     ponders_until_stopped},
    {"ponder/wait-done", "ponder/wait",
     "A ponder search waits for ponderhit also on a mate or the only move. (UCI 2006, \"go "
     "ponder\")",
     waits_for_ponderhit_when_done},
    {"ponder/hit", "ponder/wait",
     "After ponderhit the search goes on by the clock. (UCI 2006, \"ponderhit\")",
     answers_after_ponderhit},
    {"ponder/hit-at-once", "ponder/hit",
     "ponderhit right after go ponder is not lost. (UCI 2006, \"ponderhit\")",
     takes_ponderhit_at_once},
    {"input/rubbish", "positions/start",
     "Unknown and empty lines are ignored. (UCI 2006: unknown tokens are ignored)",
     survives_rubbish, Begin::AnyGame},
    {"input/long-line", "positions/start", "A line of 64 KiB does no harm. (UCI sets no limit)",
     survives_long_line, Begin::AnyGame},
    {"input/white-space", "positions/start positions/fen positions/game",
     "Any white space may stand between tokens and at both ends. (UCI 2006: arbitrary white space)",
     reads_any_white_space},
};

} // namespace

constinit const UciSteps uci_stop_steps = steps_of_stop;

} // namespace polyglot::tools::engine_test

// Tests clocks, analysis and pondering of an xboard engine, and invalid input.
#include "core/chess/uci_move.hpp"
#include "tools/engine_test/positions.hpp"
#include "tools/engine_test/xboard.hpp"

#include <algorithm>

namespace polyglot::tools::engine_test {

namespace {

using protocol::XboardReply;

// A time is a fault if it is exceeded three times, because the machine may have been busy.
constexpr int tries = 3;

// Returns the shortest of up to three thinking times in the same position, after `set` and go.
Milliseconds best_time(XboardTester& t, std::string_view moves,
                       const std::vector<std::string_view>& set, Milliseconds enough) {
    Milliseconds best = Milliseconds::max();
    for (int i = 0; i < tries && best > enough; ++i) {
        t.new_game();
        t.user_moves(moves);
        for (const std::string_view line : set)
            t.wire().send(line);
        t.wire().send("go");
        t.expect_move_from_engine();
        const auto limit = std::max(t.limits().reply, 2 * enough);
        const auto answer = t.wait_for_answer(limit);
        if (!answer)
            t.fail("no move within " + format_ms(limit) + " after " + std::string(set.back()));
        t.check_answer(*answer);
        best = std::min(best, answer->took);
    }
    t.wire().send("force");
    return best;
}

// No book contains this opening.
constexpr std::string_view strange_opening = "a2a3 h7h6 h2h4 a7a5 b1c3 b8a6 a1b1 h8h7";

void plays_with_little_time(XboardTester& t) {
    if (!t.features().time) t.skip("time=0: it does not want the clock");
    constexpr Milliseconds clock{300};
    const auto took = best_time(t, strange_opening, {"level 0 1 0", "time 30", "otim 6000"},
                                clock - Milliseconds(1));
    t.measured("had 300 ms, took " + format_ms(took));
    if (took >= clock) t.fault("time 30 (300 ms): took " + format_ms(took) + ", lost on time");
}

void understands_levels(XboardTester& t) {
    struct Case {
        std::string_view level;
        std::string_view time; // in centiseconds, as GUIs send them
        Milliseconds clock;
    };
    for (const auto& [level, time, clock] :
         {Case{"level 40 0:20 0", "time 2000", Milliseconds(20000)},
          Case{"level 0 0:05 1", "time 200", Milliseconds(2000)},
          Case{"level 10 1 0", "time 600", Milliseconds(6000)}}) {
        const bool tell = t.features().time;
        const auto took = best_time(t, strange_opening,
                                    tell ? std::vector{level, time, std::string_view("otim 2000")}
                                         : std::vector{level},
                                    clock);
        t.measured(std::string(level) + ": " + format_ms(took));
        if (took > clock) t.fault(std::string(level) + ", " + std::string(time) + ": lost on time");
    }
    t.tell_refusal("level");
}

void obeys_st(XboardTester& t) {
    constexpr Milliseconds asked{1000};
    const auto limit = asked + t.limits().slack;
    const auto took = best_time(t, strange_opening, {"st 1"}, limit);
    t.measured("asked 1000 ms, took " + format_ms(took));
    if (took > limit) t.fault("st 1 took " + format_ms(took));
    t.tell_refusal("st");
}

void obeys_sd(XboardTester& t) {
    t.user_moves(strange_opening);
    t.wire().send("sd 3");
    t.go();
    const auto answer = t.answer(t.limits().reply);
    t.check_answer(answer);
    t.measured("asked 3, reached " + std::to_string(answer.depth) + " in " +
               format_ms(answer.took));
    if (answer.depth > 3) t.fault("sd 3 went to depth " + std::to_string(answer.depth));
    t.tell_refusal("sd");
}

void moves_now(XboardTester& t) {
    t.user_moves(strange_opening);
    t.wire().send("st 30");
    t.wire().send("go");
    t.expect_move_from_engine();
    if (const auto early = t.wait_for_answer(t.limits().quiet)) {
        t.remark("moved by itself after " + format_ms(early->took) + " of 30 seconds");
        return;
    }
    const auto asked = Clock::now();
    t.attention();
    t.wire().send("?");
    t.check_answer(t.answer(t.limits().reply));
    t.measured("moved " + format_ms(Clock::now() - asked) + " after ?");
}

// ---- analysis and pondering
// ------------------------------------------------------------------------------------------------

void analyzes(XboardTester& t) {
    if (!t.features().analyze) t.skip("analyze=0");
    t.user_moves(strange_opening);
    t.forbid_moves("in analysis");
    t.wire().send("analyze");
    t.set_analyzing(true);
    const int before = t.thinking_lines();
    t.listen(2 * t.limits().quiet);
    if (t.thinking_lines() == before)
        t.fault("no thinking line in " + format_ms(2 * t.limits().quiet) + " of analysis");
    t.attention();
    t.wire().send(".");
    if (!t.hear(XboardReply::Stat, t.limits().quiet)) t.remark("no stat01 for '.'");
    t.judge_thinking(false); // lines about the previous position may still arrive
    t.attention();
    t.user_moves("g1f3 g8f6 f3g1");
    t.listen(t.limits().quiet);
    t.attention();
    t.wire().send("undo");
    t.take_back(1);
    t.listen(t.limits().quiet);
    t.attention();
    t.wire().send("exit");
    t.set_analyzing(false);
    t.sync("after exit from analysis");
    t.forbid_moves("");
    t.think(); // for White: an engine that has processed only the undo plays for Black
}

void ponders(XboardTester& t) {
    t.new_game(false);
    t.wire().send("hard");
    for (const std::string_view move : {"a2a3", "h2h4", "b2b3", "g2g3"}) {
        if (t.position().legal_move_count() == 0 ||
            !t.position().is_legal(
                chess::parse_uci_move(t.position(), move).value_or(chess::Move())))
            break;
        if (t.features().time) {
            t.wire().send("time 300");
            t.wire().send("otim 300");
        }
        t.attention();
        t.set_pondering(false);
        t.user_moves(move);
        t.expect_move_from_engine();
        const auto answer = t.answer_soon();
        const std::size_t before = t.faults();
        t.check_answer(answer);
        if (t.faults() > before) return;
        t.set_pondering(true);
        t.expect_no_move(t.limits().quiet, "while it ponders: it is not its turn");
        t.attention();
        t.sync("while pondering");
    }
    t.attention();
    t.wire().send("easy");
    t.wire().send("force");
    t.set_pondering(false);
    t.sync("after pondering");
    t.measured("4 moves");
}

// ---- input
// ------------------------------------------------------------------------------------------------

void survives_unknown_commands(XboardTester& t) {
    t.wire().send("xyzzy");
    if (!t.hear(XboardReply::Error, t.limits().quiet)) t.remark("no Error for an unknown command");
    for (const std::string_view line :
         {"", "   ", "xyzzy e2e4", "setscore", "hint", "bk", "\xc3\xa4\xff\xfe"})
        t.wire().send(line);
    t.sync("after lines that are no CECP");
    t.think_if_chess();
}

void survives_long_line(XboardTester& t) {
    constexpr std::size_t length = 64 << 10;
    t.wire().send("xyzzy " + std::string(length, 'x'));
    t.sync("after a line of 64 KiB");
    if (t.features().reuse) t.new_game();
    t.think_if_chess();
}

void survives_ping_flood(XboardTester& t) {
    if (!t.features().ping) t.skip("no feature ping");
    constexpr int first = 1000;
    constexpr int pings = 50;
    for (int i = 0; i < pings; ++i)
        t.wire().send("ping " + std::to_string(first + i));
    for (int i = 0; i < pings; ++i) {
        const auto pong = t.hear(XboardReply::Pong, t.limits().reply);
        if (!pong) t.fail("only " + std::to_string(i) + " pongs for 50 pings");
        if (*pong != std::to_string(first + i))
            t.fail("pong " + *pong + " instead of " + std::to_string(first + i));
    }
}

constexpr XboardStep search_steps[] = {
    {"clocks/little-time", "play/force",
     "With 300 ms on its clock it moves in time. (CECP 2, \"time\")", plays_with_little_time},
    {"clocks/level", "play/force",
     "level knows moves, minutes or M:SS, and increments. (CECP 2, \"level\")", understands_levels},
    {"clocks/st", "play/force", "st N: no move takes longer than N seconds. (CECP 2, \"st\")",
     obeys_st},
    {"clocks/sd", "play/force", "sd N: it searches N plies and no more. (CECP 2, \"sd\")",
     obeys_sd},
    {"clocks/move-now", "play/force", "? makes it move at once. (CECP 2, \"?\")", moves_now},
    {"search/analyze", "play/undo",
     "In analysis it thinks aloud and plays nothing; moves and undo change the position; exit ends "
     "it. (CECP 2, "
     "\"analyze\")",
     analyzes},
    {"search/ponder", "play/answer",
     "With hard it ponders and still moves only in its turn. (CECP 2, \"hard\")", ponders},
    {"input/unknown", "play/white",
     "Unknown commands are answered with Error, or ignored. (CECP 2, section 9)",
     survives_unknown_commands, Begin::AnyGame},
    {"input/long-line", "play/white", "A line of 64 KiB does no harm. (CECP sets no limit)",
     survives_long_line, Begin::AnyGame},
    {"input/pings", "handshake/ping",
     "50 pings at once get 50 pongs in their order. (CECP 2, \"ping\")", survives_ping_flood,
     Begin::AnyGame},
};

} // namespace

constinit const XboardSteps xboard_search_steps = search_steps;

} // namespace polyglot::tools::engine_test

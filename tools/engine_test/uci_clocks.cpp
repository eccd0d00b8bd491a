// Tests the limits of go: times, depths, nodes, moves. A time is measured up to three times,
// because the machine may have been busy.
#include "core/text/text.hpp"
#include "tools/engine_test/positions.hpp"
#include "tools/engine_test/uci.hpp"

#include <algorithm>
#include <array>

namespace polyglot::tools::engine_test {

namespace {

constexpr int tries = 3;

// Returns the shortest of up to three answers; fewer are made if one is short enough.
Milliseconds best_time(UciTester& t, std::string_view go, Milliseconds enough) {
    Milliseconds best = Milliseconds::max();
    for (int i = 0; i < tries && best > enough; ++i) {
        t.go(go);
        auto answer = t.wait_for_answer(std::max(t.limits().reply, 2 * enough));
        if (!answer) {
            t.stop();
            t.fail("no bestmove " + format_ms(std::max(t.limits().reply, 2 * enough)) +
                   " after go " + std::string(go));
        }
        best = std::min(best, answer->took);
    }
    return best;
}

void obeys_movetime(UciTester& t) {
    for (const int asked : {100, 300}) {
        t.set_position(middle_game);
        const auto limit = Milliseconds(asked) + t.limits().slack;
        const auto took = best_time(t, "movetime " + std::to_string(asked), limit);
        t.measured("asked " + std::to_string(asked) + " ms, took " + format_ms(took));
        if (took > limit) t.fault("movetime " + std::to_string(asked) + " took " + format_ms(took));
        if (took < Milliseconds(asked) / 2)
            t.remark("movetime " + std::to_string(asked) + " was answered after " +
                     format_ms(took));
    }
}

// Tests that the clock of the side to move does not run out.
void keeps_within(UciTester& t, std::string_view fen, std::string_view go, Milliseconds clock) {
    t.set_position(fen);
    const auto took = best_time(t, go, clock - Milliseconds(1));
    t.measured("had " + format_ms(clock) + ", took " + format_ms(took));
    if (took >= clock)
        t.fault("go " + std::string(go) + " took " + format_ms(took) + ": lost on time");
}

void uses_its_own_clock(UciTester& t) {
    keeps_within(t, "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 3 3",
                 "wtime 60000 btime 150", Milliseconds(150));
}
void counts_moves_to_go(UciTester& t) {
    keeps_within(t, middle_game, "wtime 400 btime 400 movestogo 1", Milliseconds(400));
    keeps_within(t, middle_game, "wtime 400 btime 400 movestogo 40", Milliseconds(400));
}
// The increment is added after the move, so that it cannot be spent before.
void does_not_spend_increment(UciTester& t) {
    keeps_within(t, middle_game, "wtime 200 btime 200 winc 1000 binc 1000", Milliseconds(200));
}

void obeys_depth(UciTester& t) {
    for (const int depth : {1, 3, 5}) {
        t.set_position(middle_game);
        t.go("depth " + std::to_string(depth));
        auto answer = t.wait_for_answer(t.limits().reply);
        if (!answer) {
            t.stop();
            t.fail("no bestmove within " + format_ms(t.limits().reply) + " at depth " +
                   std::to_string(depth));
        }
        t.measured("asked " + std::to_string(depth) + ", reached " + std::to_string(answer->depth));
        if (answer->depth > depth)
            t.fault("go depth " + std::to_string(depth) + " went to depth " +
                    std::to_string(answer->depth));
        if (answer->depth == 0)
            t.remark("no info line has the depth");
        else if (answer->depth < depth)
            t.fault("go depth " + std::to_string(depth) + " ended at depth " +
                    std::to_string(answer->depth));
    }
}

void obeys_nodes(UciTester& t) {
    constexpr std::int64_t asked = 50'000;
    constexpr std::int64_t most = 2 * asked; // engines check the limit every few thousand nodes
    t.set_position(middle_game);
    t.go("nodes " + std::to_string(asked));
    auto answer = t.wait_for_answer(t.limits().reply);
    if (!answer) {
        t.stop();
        t.fail("no bestmove within " + format_ms(t.limits().reply) + " at nodes " +
               std::to_string(asked));
    }
    t.measured("asked " + std::to_string(asked) + ", reported " + std::to_string(answer->nodes));
    if (answer->nodes > most) t.fault("go nodes 50000 went to " + std::to_string(answer->nodes));
    if (answer->nodes < asked / 2)
        t.remark("the last info line has " + std::to_string(answer->nodes) + " nodes");
}

void finds_mate(UciTester& t) {
    t.set_position(mate_in_two);
    t.go("mate 2");
    auto answer = t.wait_for_answer(t.limits().reply);
    if (!answer) {
        t.stop();
        t.fail("no bestmove within " + format_ms(t.limits().reply) +
               " of a search for a mate in two");
    }
    t.check_answer(*answer);
    t.measured("bestmove " + answer->move + " after " + format_ms(answer->took));
}

void obeys_searchmoves(UciTester& t) {
    constexpr std::array<std::string_view, 3> odd_moves{"a2a3", "h2h4", "b1a3"};
    for (const std::string_view move : odd_moves) {
        t.set_position("");
        t.check_answer(t.think(move), move);
    }
    t.set_position("");
    const auto answer = t.think("a2a4 h2h3");
    if (answer.move != "a2a4" && answer.move != "h2h3")
        t.fault("searchmoves a2a4 h2h3: bestmove " + answer.move);
    t.measured("4 searches");
}

constexpr UciStep steps_of_clocks[] = {
    {"clocks/movetime", "positions/start positions/fen",
     "movetime is searched, not more. (UCI 2006, \"go movetime\")", obeys_movetime},
    {"clocks/little-time", "positions/start positions/fen",
     "With 100 ms on the clock it answers in time. (UCI 2006, \"go wtime\")",
     [](UciTester& t) { keeps_within(t, "", "wtime 100 btime 100", Milliseconds(100)); }},
    {"clocks/own-clock", "positions/start positions/fen",
     "Black's clock is btime. (UCI 2006, \"go btime\")", uses_its_own_clock},
    {"clocks/movestogo", "positions/start positions/fen",
     "The last move before the time control does not lose on time. (UCI 2006, \"go movestogo\")",
     counts_moves_to_go},
    {"clocks/increment", "positions/start positions/fen",
     "The increment comes after the move: it cannot be spent before. (UCI 2006, \"go winc\")",
     does_not_spend_increment},
    {"clocks/depth", "positions/start positions/fen",
     "depth N is reached, and nothing deeper. (UCI 2006, \"go depth\")", obeys_depth},
    {"clocks/nodes", "positions/start positions/fen",
     "nodes N ends the search at about N nodes. (UCI 2006, \"go nodes\")", obeys_nodes},
    {"clocks/mate", "positions/start positions/fen",
     "mate N ends by itself when there is one. (UCI 2006, \"go mate\")", finds_mate},
    {"clocks/searchmoves", "positions/start positions/fen",
     "searchmoves are the only moves considered. (UCI 2006, \"go searchmoves\")",
     obeys_searchmoves},
};

} // namespace

constinit const UciSteps uci_clock_steps = steps_of_clocks;

} // namespace polyglot::tools::engine_test

// Reports the findings of all searches, and tests how the engine ends.
#include "tools/engine_test/positions.hpp"
#include "tools/engine_test/uci.hpp"

namespace polyglot::tools::engine_test {

namespace {

// Makes searches if -only has left out the steps before, because otherwise there are no findings.
void have_searched(UciTester& t) {
    if (t.searches() >= 3) return;
    for (const std::string_view fen : {std::string_view(), middle_game, mate_in_two}) {
        t.set_position(fen);
        t.think();
    }
}

void sends_good_info(UciTester& t) {
    have_searched(t);
    t.measured(std::to_string(t.info_lines()) + " info lines of " + std::to_string(t.searches()) +
               " searches");
    t.tell(bad_info, "bad info line");
}

void sends_legal_lines(UciTester& t) {
    have_searched(t);
    t.measured(std::to_string(t.lines_of_moves()) + " lines");
    if (t.lines_of_moves() == 0) t.skip("no info line had a pv");
    t.tell(bad_pv, "illegal pv");
}

void sends_info_before_bestmove(UciTester& t) {
    have_searched(t);
    t.measured(std::to_string(t.searches()) + " searches");
    t.tell(no_info, "bestmove", "without an info line of depth, score and pv");
}

void answers_each_search_once(UciTester& t) {
    have_searched(t);
    t.sync("at the end");
    t.hear("bestmove", t.limits().quiet);
    t.measured(std::to_string(t.searches()) + " searches");
    t.tell(stray_bestmove, "bestmove line", "too many");
}

void answers_legally(UciTester& t) {
    have_searched(t);
    t.measured(std::to_string(t.searches()) + " searches");
    t.tell(bad_bestmove, "illegal bestmove");
    t.tell(bad_ponder_move, "illegal ponder move");
}

void speaks_uci_only(UciTester& t) {
    have_searched(t);
    const auto& finding = t.finding(chatter);
    if (finding.count > 0)
        t.remark(std::to_string(finding.count) +
                 " lines that are no UCI, the first: " + finding.first);
    t.measured(std::to_string(finding.count) + " other lines");
}

void begin_search(UciTester& t) {
    t.shake_hands();
    t.require_chess();
    t.sync("of a new process");
    t.set_position(middle_game);
    t.go("infinite");
    t.expect_no_answer(t.limits().quiet, "before stop"); // the search has begun by then
}

void quits(UciTester& t) {
    t.shake_hands();
    t.wire().send("quit");
    t.expect_exit("quit");
}

void quits_while_searching(UciTester& t) {
    begin_search(t);
    t.wire().send("quit");
    t.expect_exit("quit");
}

void leaves_at_end_of_input(UciTester& t) {
    t.shake_hands();
    t.wire().close_input();
    t.expect_exit("the end of its input");
}

void leaves_at_end_of_input_while_searching(UciTester& t) {
    begin_search(t);
    t.wire().close_input();
    t.expect_exit("the end of its input");
}

constexpr UciStep closing_steps[] = {
    {"output/info", "positions/start",
     "Numbers in info lines are numbers in their ranges, scores read cp N or mate N. (UCI 2006, "
     "\"info\")",
     sends_good_info},
    {"output/pv", "positions/start",
     "The moves of every pv are legal and written as UCI writes them. (UCI 2006, \"info "
     "pv\")",
     sends_legal_lines},
    {"output/score", "positions/start",
     "Before a bestmove there is an info line with depth, score and pv. (UCI 2006, \"bestmove\"; "
     "match runners want "
     "it)",
     sends_info_before_bestmove},
    {"output/one-bestmove", "positions/start",
     "For each go there is one bestmove. (UCI 2006, \"go\")", answers_each_search_once},
    {"output/moves", "positions/start",
     "Every bestmove and every ponder move in all searches is legal. (UCI 2006, \"bestmove\")",
     answers_legally},
    {"output/other", "positions/start",
     "Other lines are ignored by GUIs; they are only reported here. (UCI 2006)", speaks_uci_only},
    {"leave/quit", "handshake/uci",
     "quit ends the engine as soon as possible. (UCI 2006, \"quit\")", quits, Begin::Process},
    {"leave/quit-searching", "handshake/uci stop/infinite",
     "quit ends a running search too. (UCI 2006, \"quit\")", quits_while_searching, Begin::Process},
    {"leave/end-of-input", "handshake/uci",
     "An engine without a GUI exits: it will never receive quit. (good manners)",
     leaves_at_end_of_input, Begin::Process},
    {"leave/end-of-input-searching", "handshake/uci stop/infinite",
     "An engine whose GUI has gone leaves, also while it searches. (good manners)",
     leaves_at_end_of_input_while_searching, Begin::Process},
};

} // namespace

constinit const UciSteps uci_closing_steps = closing_steps;

} // namespace polyglot::tools::engine_test

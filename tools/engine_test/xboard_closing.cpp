// Reports the findings about an xboard engine in all steps, and tests how it ends.
#include "tools/engine_test/xboard.hpp"

#include <array>

namespace polyglot::tools::engine_test {

namespace {

constexpr std::string_view quiet_opening = "a2a3 h7h6 h2h4 a7a5";

// Makes searches if -only has left out the steps before, because otherwise there are no findings.
void have_searched(XboardTester& t) {
    if (t.searches() >= 3) return;
    t.user_moves(quiet_opening);
    for (int i = 0; i < 3; ++i)
        t.think();
}

void thinks_legally(XboardTester& t) {
    have_searched(t);
    t.measured(std::to_string(t.thinking_lines()) + " thinking lines");
    t.tell(bad_thinking, "thinking line", "with an illegal move");
    if (t.thinking_lines() == 0) t.fault("post is on, and no thinking line was seen");
}

void moves_legally(XboardTester& t) {
    have_searched(t);
    t.measured(std::to_string(t.searches()) + " searches");
    t.tell(bad_xboard_move, "illegal move");
}

void moves_in_turn(XboardTester& t) {
    have_searched(t);
    t.expect_no_move(t.limits().quiet, "in force mode");
    t.tell(stray_move, "move", "out of turn");
}

// An engine may report other commands as unknown, because they are optional (CECP 2, section 9).
constexpr std::array<std::string_view, 4> needed_commands{"new", "force", "go", "quit"};
constexpr std::array<std::string_view, 6> optional_commands{"post",   "easy", "hard",
                                                            "result", "?",    "."};
void knows_commands(XboardTester& t) {
    have_searched(t);
    for (const std::string_view command : needed_commands)
        t.tell_refusal(command);
    for (const std::string_view command : optional_commands)
        if (const auto& refusal = t.finding(refusal_of(command)); refusal.count > 0)
            t.remark(std::string(command) +
                     " is answered with an error, as CECP allows: " + refusal.first);
    t.measured(std::to_string(t.searches()) + " searches");
}

void begin_search(XboardTester& t) {
    t.connect();
    t.require_chess();
    t.new_game();
    t.user_moves(quiet_opening);
    t.wire().send("st 60");
    t.wire().send("go");
    t.expect_move_from_engine();
    if (t.wait_for_answer(t.limits().quiet)) t.remark("it had moved already");
}

void quits(XboardTester& t) {
    t.connect();
    t.wire().send("quit");
    t.expect_exit("quit");
}

void quits_while_thinking(XboardTester& t) {
    begin_search(t);
    t.attention();
    t.wire().send("quit");
    t.expect_exit("quit");
}

void leaves_at_end_of_input(XboardTester& t) {
    t.connect();
    t.wire().close_input();
    t.expect_exit("the end of its input");
}

void leaves_at_end_of_input_while_thinking(XboardTester& t) {
    begin_search(t);
    t.wire().close_input();
    t.expect_exit("the end of its input");
}

constexpr XboardStep closing_steps[] = {
    {"output/thinking", "play/white",
     "With post it shows its thinking: ply, score, time, nodes, and a line of legal "
     "moves. (CECP 2, section 10)",
     thinks_legally},
    {"output/moves", "play/white", "Every move in all searches is legal. (CECP 2, section 9)",
     moves_legally},
    {"output/turn", "play/white", "It moves when it is to move, and only then. (CECP 2, \"force\")",
     moves_in_turn},
    {"output/errors", "play/white",
     "Commands without which no game is played are not answered with an error. (CECP 2, section 8)",
     knows_commands},
    {"leave/quit", "handshake/xboard", "quit ends the engine. (CECP 2, \"quit\")", quits,
     Begin::Process},
    {"leave/quit-thinking", "play/force", "quit ends a running search too. (CECP 2, \"quit\")",
     quits_while_thinking, Begin::Process},
    {"leave/end-of-input", "handshake/xboard",
     "An engine without a GUI exits: it will never receive quit. (good manners)",
     leaves_at_end_of_input, Begin::Process},
    {"leave/end-of-input-thinking", "play/force",
     "An engine whose GUI has gone leaves, also while it thinks. (good manners)",
     leaves_at_end_of_input_while_thinking, Begin::Process},
};

} // namespace

constinit const XboardSteps xboard_closing_steps = closing_steps;

} // namespace polyglot::tools::engine_test

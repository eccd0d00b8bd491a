// Tests whether an xboard engine keeps the same board as the tester. Most positions here allow only
// one move (positions.hpp).
#include "core/chess/fen.hpp"
#include "core/chess/uci_move.hpp"
#include "core/text/text.hpp"
#include "tools/engine_test/positions.hpp"
#include "tools/engine_test/xboard.hpp"

#include <algorithm>

namespace polyglot::tools::engine_test {

namespace {

using protocol::XboardReply;

constexpr std::string_view opening =
    "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6 d2d3 f8e7 h2h3 b7b5 a4b3 d7d6";

// After `new` the engine plays Black, so that the user's move makes it think.
void answers_a_move(XboardTester& t) {
    t.new_game(false);
    t.user_moves("e2e4");
    t.expect_move_from_engine();
    const auto answer = t.answer_soon();
    t.check_answer(answer);
    t.measured("e2e4 " + answer.move);
    t.wire().send("force");
}

void follows_in_force_mode(XboardTester& t) {
    const int before = t.complaints();
    t.forbid_moves("in force mode");
    t.user_moves(opening);
    t.expect_no_complaint(before, "about legal moves in force mode");
    t.forbid_moves("");
    t.measured("14 plies, then move " + t.think().move);
}

void plays_on(XboardTester& t) {
    constexpr int plies = 12;
    std::string game;
    for (int i = 0; i < plies; ++i) {
        t.go();
        const auto answer = t.answer_soon();
        const std::size_t before = t.faults();
        t.check_answer(answer);
        if (t.faults() > before) return;
        (game += ' ') += answer.move;
    }
    t.wire().send("force");
    t.measured("12 plies with itself:" + game);
}

void refuses_illegal_moves(XboardTester& t) {
    t.user_moves("e2e4 e7e5");
    for (const std::string_view move : {"e4e5", "a1a5", "e1g1"}) {
        t.wire().send(t.features().usermove ? "usermove " + std::string(move) : std::string(move));
        if (!t.hear(XboardReply::IllegalMove, t.limits().reply))
            t.fault("no 'Illegal move' for " + std::string(move));
    }
    t.think();
}

void takes_back(XboardTester& t) {
    t.user_moves("e2e4 e7e5 g1f3");
    t.wire().send("undo");
    t.wire().send("undo");
    t.take_back(2);
    t.think(); // for Black: an engine that has not taken the move back plays White
    t.new_game();
    t.user_moves(opening);
    for (int i = 0; i < 14; ++i)
        t.wire().send("undo");
    t.take_back(14);
    t.think();
    t.tell_refusal("undo");
}

void removes(XboardTester& t) {
    t.user_moves("e2e4 e7e5");
    const int before = t.complaints();
    t.wire().send("remove");
    t.take_back(2);
    t.user_moves("e2e4 c7c5"); // e2e4 again is illegal for an engine that has not removed it
    t.expect_no_complaint(before, "about remove, or about the same moves after it");
    if (t.faults() == 0) t.think();
}

void try_probes(XboardTester& t, std::string_view kind) {
    int tried = 0;
    for (const Probe& probe : probes()) {
        if (probe.kind != kind) continue;
        // edit can express neither Black to move nor en passant.
        if (!t.features().setboard && (probe.fen.find(" b ") != std::string_view::npos)) continue;
        const int before = t.complaints();
        t.set_board(probe.fen);
        t.user_moves(probe.moves);
        t.expect_no_complaint(before,
                              "about " + std::string(probe.fen) + ' ' + std::string(probe.moves));
        if (t.faults() == 0) t.think(probe.only_move);
        ++tried;
    }
    t.measured(std::to_string(tried) + " positions by " +
               (t.features().setboard ? "setboard" : "edit"));
}

void lives_through_long_games(XboardTester& t) {
    t.user_moves(long_game());
    t.sync("after 300 moves");
    t.think();
}

// Lets the engine play a mate in one. Returns false if it has played another legal move, which no
// rule forbids.
bool plays_mate_in_one(XboardTester& t) {
    constexpr std::string_view mate = "d8h4";
    t.user_moves("f2f3 e7e5 g2g4");
    t.wire().send("level 0 1 0");
    t.go();
    const auto answer = t.answer_soon();
    t.check_answer(answer);
    if (t.faults() > 0 || t.position().legal_move_count() == 0) return true;
    t.wire().send("force");
    t.remark("it plays " + answer.move + ", and " + std::string(mate) + " would have been mate");
    return false;
}

void survives_the_end(XboardTester& t) {
    if (!plays_mate_in_one(t)) {
        t.new_game();
        t.user_moves("f2f3 e7e5 g2g4 d8h4");
    }
    if (t.faults() > 0) return;
    t.wire().send("result 0-1 {Black mates}");
    t.sync("after a mate");
    t.new_game();
    t.think();
}

void starts_again(XboardTester& t) {
    if (!t.features().reuse) t.skip("reuse=0: a new process for each game");
    for (int i = 0; i < 3; ++i) {
        t.user_moves("d2d4 d7d5 c2c4");
        t.think();
        t.wire().send("result 1/2-1/2 {Draw agreed}");
        t.new_game();
    }
    t.think();
}

void plays_the_other_side(XboardTester& t) {
    if (!t.features().playother) t.skip("no feature playother");
    t.user_moves("e2e4");
    t.wire().send("playother"); // it plays White: the user's move makes it think
    t.sync("after playother");
    t.tell_refusal("playother");
    if (t.faults() > 0) return;
    t.user_moves("e7e5");
    t.expect_move_from_engine();
    const auto answer = t.answer_soon();
    t.check_answer(answer);
    t.wire().send("force");
}

// Sends nothing after the engine's move. When the pong arrives, the engine has finished what it
// does after a move; without ping it gets a second.
void expect_result(XboardTester& t, std::string_view result, std::string_view after) {
    constexpr Milliseconds without_ping{1000};
    if (t.claims().empty() && t.features().ping) t.sync("after the end of a game");
    if (t.claims().empty())
        t.hear(XboardReply::Result, t.features().ping ? t.limits().quiet : without_ping);
    if (t.claims().empty()) {
        t.fault("no result after " + std::string(after) + ": " + std::string(result) +
                " {comment} is due");
        return;
    }
    // Version 1 has other texts for it, "checkmate" and "Black mates".
    const std::string& claim = t.claims().front();
    for (const std::string_view other : {"1-0", "0-1", "1/2-1/2"})
        if (other != result && claim.starts_with(other))
            t.fault(text::quote(claim) + " after " + std::string(after) + " instead of " +
                    std::string(result));
}

// The engine has one move, after which the game ends, by this move or by the user's reply.
void reports_forced_end(XboardTester& t, const ForcedEnd& end) {
    t.new_game();
    t.set_board(end.fen);
    t.go();
    const auto answer = t.wait_for_answer(t.limits().reply);
    if (!answer && !t.claims().empty()) {
        t.remark("it resigns before " + std::string(end.after) + ": " + t.claims().front());
        t.connect(); // the engine may still be to move
        return;
    }
    if (!answer) t.fail("no move within " + format_ms(t.limits().reply));
    const std::size_t before = t.faults();
    t.check_answer(*answer, end.only_move);
    if (t.faults() > before) return;
    t.forbid_moves("after " + std::string(end.after));
    t.user_moves(end.reply);
    expect_result(t, end.result, end.after);
    t.wire().send("result " + std::string(end.result) + " {end of the game}");
    t.wire().send("force");
}

void reports_the_end(XboardTester& t) {
    const bool has_mated = plays_mate_in_one(t);
    if (t.faults() > 0) return;
    if (has_mated) {
        expect_result(t, "0-1", "it has mated");
        t.wire().send("result 0-1 {Black mates}");
    } else {
        reports_forced_end(t, forced_mate);
    }
    for (const ForcedEnd& end : forced_ends)
        reports_forced_end(t, end);
    if (t.faults() > 0)
        t.remark("XBoard sees such an end itself; another GUI may wait for the engine's word");
}

void plays_chess960(XboardTester& t) {
    const auto& variants = t.features().variants;
    if (std::ranges::find(variants, "fischerandom") == variants.end())
        t.skip("no variant fischerandom");
    t.wire().send("variant fischerandom");
    t.set_chess960(true);
    try_probes(t, "chess960");
}

constexpr XboardStep play_steps[] = {
    {"play/white", "handshake/xboard handshake/ping",
     "new, force, go: it plays a legal move for White. (CECP 2, \"go\")",
     [](XboardTester& t) { t.measured("move " + t.think().move); }},
    {"play/answer", "play/white",
     "After new it has Black, and answers the user's move. (CECP 2, \"new\")", answers_a_move},
    {"play/force", "play/white",
     "In force mode it makes the moves of both sides and plays none. (CECP 2, \"force\")",
     follows_in_force_mode},
    {"play/game", "play/force", "It plays either side of a game in turn. (CECP 2, \"go\")",
     plays_on},
    {"play/illegal", "play/force",
     "An illegal move is refused with 'Illegal move', and nothing changes. (CECP 2, "
     "section 9)",
     refuses_illegal_moves},
    {"play/undo", "play/force", "undo takes one ply back. (CECP 2, \"undo\")", takes_back},
    {"play/remove", "play/force", "remove takes two plies back. (CECP 2, \"remove\")", removes},
    {"play/long-game", "play/force", "Games may be long: 300 moves are 600 plies. (rules of chess)",
     lives_through_long_games},
    {"play/mate", "play/force", "A mate ends the game, not the engine. (CECP 2, \"result\")",
     survives_the_end},
    {"play/again", "play/force",
     "new begins another game in the same process, unless reuse=0. (CECP 2, \"new\")",
     starts_again},
    {"play/playother", "play/force play/answer",
     "playother gives it the side that is not to move. (CECP 2, \"playother\")",
     plays_the_other_side},
    {"positions/board", "play/force",
     "setboard, or edit, sets up a position. (CECP 2, \"setboard\")",
     [](XboardTester& t) { try_probes(t, "fen"); }},
    {"positions/check", "positions/board",
     "In check, the one move that parries it is played. (rules of chess)",
     [](XboardTester& t) { try_probes(t, "check"); }},
    {"play/result", "play/mate play/answer positions/check",
     "An engine reports that a game has ended by rule: RESULT {comment}. (CECP 2, section 9: "
     "\"must\")",
     reports_the_end},
    {"positions/castling", "positions/check",
     "Castling is e1g1, and moves the rook. (CECP 2, section 7)",
     [](XboardTester& t) { try_probes(t, "castling"); }},
    {"positions/en-passant", "positions/check",
     "En passant is known from the FEN's field and from the moves. (CECP 2, \"setboard\")",
     [](XboardTester& t) { try_probes(t, "en passant"); }},
    {"positions/promotion", "positions/check",
     "Promotions carry the piece: e7e8q, any of the four. (CECP 2, section "
     "7)",
     [](XboardTester& t) { try_probes(t, "promotion"); }},
    {"positions/chess960", "positions/check",
     "In fischerandom castling is O-O and O-O-O. (CECP 2, \"variant\")", plays_chess960,
     Begin::AnyGame},
};

} // namespace

constinit const XboardSteps xboard_play_steps = play_steps;

} // namespace polyglot::tools::engine_test

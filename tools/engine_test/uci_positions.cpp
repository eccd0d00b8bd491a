// Tests whether the engine sets up the position that it is sent. Each position allows only one
// move, which shows whether the engine has another board.
#include "core/chess/fen.hpp"
#include "core/chess/game.hpp"
#include "core/text/text.hpp"
#include "tools/engine_test/positions.hpp"
#include "tools/engine_test/uci.hpp"

namespace polyglot::tools::engine_test {

namespace {

void plays_from_start(UciTester& t) {
    t.set_position("");
    const auto answer = t.think();
    t.check_answer(answer);
    t.measured("bestmove " + answer.move);
}

void try_probes(UciTester& t, std::string_view kind) {
    int tried = 0;
    for (const Probe& probe : probes()) {
        if (probe.kind != kind) continue;
        t.set_position(probe.fen, probe.moves);
        t.check_answer(t.think(), probe.only_move);
        ++tried;
    }
    t.measured(std::to_string(tried) + " positions");
}

void follows_moves(UciTester& t) {
    // A GUI usually sends the same game again with one more move each time.
    std::string moves;
    for (int ply = 0; ply < 16; ++ply) {
        t.set_position("", moves);
        const auto answer = t.think();
        t.check_answer(answer);
        if (!t.position().is_legal(
                chess::parse_uci_move(t.position(), answer.move).value_or(chess::Move())))
            return;
        (moves += moves.empty() ? "" : " ") += answer.move;
    }
    t.measured("16 plies with itself:" + (moves.empty() ? "" : ' ' + moves));
}

// Tests mates by castling, which show how the engine writes castling.
void try_castling_mates(UciTester& t, std::string_view kind) {
    for (const Probe& probe : probes()) {
        if (probe.kind != kind) continue;
        t.set_position(probe.fen, probe.moves);
        const auto answer = t.think();
        const std::size_t already = t.faults();
        t.check_answer(answer);
        if (answer.move != probe.only_move && t.faults() == already)
            t.remark("did not castle into mate in " + std::string(probe.fen));
    }
}

void castles(UciTester& t) {
    try_probes(t, "castling");
    try_castling_mates(t, "castling mate");
}
void plays_chess960(UciTester& t) {
    if (t.option("UCI_Chess960") == nullptr) t.skip("no option UCI_Chess960");
    t.set_option("UCI_Chess960", "true");
    t.set_chess960(true);
    t.sync("after UCI_Chess960 = true");
    try_probes(t, "chess960");
    try_castling_mates(t, "chess960 mate");
    t.set_option("UCI_Chess960", "false");
    t.set_chess960(false);
    t.sync("after UCI_Chess960 = false");
    t.set_position("");
    t.check_answer(t.think());
}

void lives_through_long_games(UciTester& t) {
    t.set_position("", long_game());
    const auto answer = t.think();
    t.check_answer(answer);
    t.measured("bestmove " + answer.move + " after 300 moves");
}

// UCI does not define the answer, but it requires an answer to every go.
void ends_are_answered(UciTester& t) {
    for (const auto& [what, fen] : finished_games) {
        t.set_position(fen);
        t.go("movetime 50");
        auto answer = t.wait_for_answer(Milliseconds(500));
        if (!answer) answer = t.stop();
        t.measured(std::string(what) + ": bestmove " + answer->move);
        if (answer->move != "(none)" && answer->move != "0000")
            t.remark("bestmove " + answer->move +
                     " where there is no move; most engines say (none) or 0000");
        t.sync("after a search of a finished game");
    }
}

constexpr UciStep steps_of_positions[] = {
    {"positions/start", "handshake/newgame",
     "position startpos and go are answered with one legal bestmove. (UCI 2006, \"position\", "
     "\"bestmove\")",
     plays_from_start},
    {"positions/game", "positions/start",
     "The moves after startpos are made, however many. (UCI 2006, \"position\")", follows_moves},
    {"positions/fen", "positions/start",
     "A FEN is set up, with either side to move. (UCI 2006, \"position\")",
     [](UciTester& t) { try_probes(t, "fen"); }},
    {"positions/check", "positions/fen",
     "In check, the one move that parries it is played. (rules of chess)",
     [](UciTester& t) { try_probes(t, "check"); }},
    {"positions/castling", "positions/game positions/check",
     "Castling is sent and answered as the king's two steps, e1g1. (UCI 2006, \"move format\")",
     castles},
    {"positions/en-passant", "positions/game positions/check",
     "En passant is known from the FEN's field and from the moves. (FEN standard, UCI 2006, "
     "\"position\")",
     [](UciTester& t) { try_probes(t, "en passant"); }},
    {"positions/promotion", "positions/game positions/check",
     "Promotions carry the piece in lower case, e7e8q, any of the four. (UCI 2006, \"move "
     "format\")",
     [](UciTester& t) { try_probes(t, "promotion"); }},
    {"positions/long-game", "positions/game",
     "Games may be long: 300 moves are 600 plies. (rules of chess)", lives_through_long_games},
    {"positions/finished", "positions/fen",
     "A go is also answered where there is no legal move, because users analyse any position. (UCI "
     "2006, \"bestmove\")",
     ends_are_answered},
    {"positions/chess960", "positions/game positions/check",
     "With UCI_Chess960 castling is the king taking its rook, both ways. (UCI, UCI_Chess960)",
     plays_chess960},
};

} // namespace

constinit const UciSteps uci_position_steps = steps_of_positions;

} // namespace polyglot::tools::engine_test

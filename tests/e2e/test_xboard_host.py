#!/usr/bin/env python3
"""What an xboard GUI does besides playing games to the end: the adapter with Stockfish, driven by xboard_host.

Each check has a separate adapter, whose log and wire are shown if the check fails, and ends with a `quit` that must be
clean and quick. xboard_host complains by itself about anything that the protocol does not know, moves out of turn, illegal
PVs, pongs out of order, and false claims.

usage: test_xboard_host.py [--adapter PROGRAM] [CHECK…]
"""
import argparse
import os
import re
import signal
import subprocess
import sys
import time
import uuid

from chess_rules import START_FEN, Position
from e2e_support import adapter, fake_engine, peer
from uci_match import BUSY_MACHINE, MARKER, EngineFailure, processes_with_marker, wait_until_gone
from xboard_bench import (PROMPT, analysis_of, await_line, await_move, move_now, require, require_quiet, run, set_up)
from xboard_host import UciPeer, XboardEngine, move_of, play_game

CASTLING_MATES = "8/8/p2p3N/1B2Q3/8/5k2/8/4K2R w K - 0 1"  # e1g1 mates, and nothing else does
# Published Chess960 perft positions.
CHESS960 = ["bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
            "b1q1rrkb/pppppppp/3nn3/8/P7/1PPP4/4PPPP/BQNNRKRB w GE - 1 9",
            "qbbnnrkr/2pp2pp/p7/1p2pp2/8/P3PP2/1PPP1KPP/QBBNNR1R w hf - 0 9"]


def excursion(engine, game):
    """In the middle of a game the user looks around: analysis of the position, of one after a move, and back."""
    engine.send("force", *("usermove " + move for move in game.moves[engine.plies_known:]))
    engine.plies_known, engine.in_force = len(game.moves), True
    engine.ping(PROMPT)
    engine.send("analyze")
    analysis_of(engine, game.position)
    move, after = sorted(game.position.legal_moves().items())[0]
    if after.legal_moves():
        engine.send("usermove " + move)
        analysis_of(engine, after)
        engine.send(".")
        engine.await_kind(("stat01",), PROMPT)
        engine.send("undo")
        analysis_of(engine, game.position)
    engine.send("exit")
    require_quiet(engine)


def whole_game(bench, *settings, hard):
    ours, direct = bench.start(*settings), bench.direct()
    ours.hard = hard
    book_moves = []

    def on_move(game, side, _answer):
        if side is ours and game.moves[-1] in bench.book.get(before[0], ()):
            book_moves.append(game.moves[-1])
        before[0] = game.position.fen()
        if len(game.moves) in (11, 30) and not game.over():
            excursion(ours, game)

    results = []
    for white, black in ((ours, direct), (direct, ours)):
        before = [START_FEN]
        record = play_game(white, black, (1.0, 0.02), margin=BUSY_MACHINE, max_plies=160, on_move=on_move)
        results.append(f"{record.result} {record.reason} in {len(record.game.moves)} plies")
        require(not record.forfeit and "failure" not in record.reason and "illegal" not in record.reason,
                f"{record.result} by {record.reason} after {' '.join(record.game.sans)}")
    log = bench.log_text(ours)
    if hard:
        require(ours.ponder_lines > 0, "pondering is on, but nothing was ever thought in the opponent's time")
        require("engine< ponderhit" in log or "Adapter->Engine: ponderhit" in log, "never a ponderhit in two games")
    else:
        require("go ponder" not in log, "pondered though pondering is off")
    if "Book=true" in settings:
        require(len(book_moves) >= 3, f"only {book_moves} from the book: two were due as White, one as Black")
    return f"{'; '.join(results)}; {ours.ponder_lines} lines of pondering, {len(book_moves)} book moves"


def game_with_pondering(bench):
    return whole_game(bench, hard=True)


def game_without_pondering(bench):
    return whole_game(bench, hard=False)


def game_with_pondering_and_book(bench):
    return whole_game(bench, "Book=true", f"BookFile={bench.book_file}", hard=True)


def question_mark(bench):
    engine = bench.start()
    set_up(engine, "st 30")
    engine.send("?")  # nothing to hurry: must be harmless
    engine.ping(PROMPT)
    engine.send("go")
    engine.await_thinking(lambda thinking: thinking.depth >= 6, 10.0)
    move = move_now(engine, Position())
    require_quiet(engine)
    return move


def undo_and_remove(bench):
    engine, start = bench.start(), Position()
    set_up(engine, "st 0.2")
    engine.send("usermove e2e4")
    first = await_move(engine, start.after("e2e4"), 15.0)
    engine.send("remove", "usermove d2d4")  # it plays Black still
    second = await_move(engine, start.after("d2d4"), 15.0)
    engine.send("force", "undo", "undo", "usermove c2c4")
    require_quiet(engine)
    engine.send("go")
    third = await_move(engine, start.after("c2c4"), 15.0)
    moves = [line.split(" moves ")[1] for line in bench.log_text(engine).splitlines() if "position startpos moves" in line]
    require(moves[-1] == "c2c4", f"after the undos it sent the engine the moves {moves[-1]!r}")
    return f"1. e4 {first}, 1. d4 {second}, 1. c4 {third}"


def setboard_black_to_move(bench):
    engine, fen = bench.start(), "6k1/8/8/8/8/1r6/r7/7K b - - 3 40"
    set_up(engine, "level 40 1 0")
    engine.send("force", "setboard " + fen, "time 6000", "otim 6000", "go")
    move = await_move(engine, Position(fen), 20.0)
    require(move == "b3b1", f"{move} where Rb1 mates")
    engine.ping(PROMPT)
    require([result for result, _ in engine.claims] == ["0-1"], f"announces {engine.claims} after it has mated")
    require_quiet(engine)
    return move


def force_and_go(bench):
    engine = bench.start()
    set_up(engine, "st 30")
    for _ in range(3):
        engine.send("go")
        engine.await_thinking(lambda thinking: thinking.depth >= 6, 10.0)
        engine.send("force")
        require_quiet(engine)
    engine.send("go")
    engine.await_thinking(lambda thinking: thinking.depth >= 6, 10.0)
    return move_now(engine, Position())


def playother(bench):
    engine = bench.start()
    set_up(engine, "st 0.2")
    engine.send("force", "playother")  # White is on move: it plays Black
    require_quiet(engine)
    engine.send("usermove e2e4")
    return await_move(engine, Position().after("e2e4"), 15.0)


def options_during_a_search(bench):
    engine = bench.start()
    set_up(engine, "st 30")
    engine.send("go")
    engine.await_thinking(lambda thinking: thinking.depth >= 6, 10.0)
    engine.send("option MultiPV=3", "memory 32", "cores 1")
    engine.ping(PROMPT)
    firsts = set()
    engine.await_thinking(lambda thinking: firsts.add(thinking.pv.split()[0]) or len(firsts) >= 3, 10.0)
    move = move_now(engine, Position())
    require_quiet(engine)
    require("setoption name MultiPV value 3" in bench.log_text(engine), "the engine never got the option")
    return f"{move}, lines {sorted(firsts)}"


def ping_storms(bench):
    engine = bench.start()
    set_up(engine, "st 30")
    engine.send("go")
    engine.await_thinking(lambda thinking: thinking.depth >= 6, 10.0)
    times = [engine.ping_storm(500, PROMPT)] + [engine.ping(PROMPT) for _ in range(20)]
    engine.await_thinking(lambda thinking: thinking.depth >= 10, 20.0)  # the search went on
    move_now(engine, Position())
    times.append(engine.ping_storm(500, PROMPT))
    require(max(times) < PROMPT, f"a pong took {max(times):.3f} s")
    return f"500 pings in {times[0] * 1000:.1f} ms, single pings at most {max(times[1:-1]) * 1000:.1f} ms"


def fractional_clocks(bench):
    engine = bench.start()
    for commands, wanted in ((["level 0 0:05 0.5"], "winc 500 binc 500"), (["level 0 0:00.25 0.01"], "winc 10 binc 10"),
                             (["st 0.5"], "go movetime 480")):
        set_up(engine, *commands)
        engine.send("force", "usermove e2e4", *([] if commands[0].startswith("st") else ["time 100", "otim 100"]), "go")
        await_move(engine, Position().after("e2e4"), 15.0)
        engine.ping(PROMPT)
        go = [line for line in bench.log_text(engine).splitlines() if re.search(r"(engine<|>Engine:) go ", line)][-1]
        require(wanted in go, f"{commands[0]}: the engine got {go!r}, not {wanted!r}")
    return "increments of 0.5 and 0.01 s and st 0.5"


class Referee(UciPeer):
    """Chess960 by the engine itself, asked without an adapter: chess_rules knows standard chess only."""

    def look(self, fen, moves):
        """(FEN with castling fields as Stockfish writes them, legal moves: castling is king takes own rook)"""
        self.send(f"position fen {fen}" + (" moves " + " ".join(moves) if moves else ""), "d", "go perft 1")
        deadline, legal, now = time.monotonic() + 5.0, set(), None
        while True:
            line = self.read_line(deadline)[1]
            if line.startswith("Fen: "):
                now = line[5:]
            elif found := re.match(r"^([a-h][1-8][a-h][1-8][qrbn]?): 1$", line):
                legal.add(found[1])
            elif line.startswith("Nodes searched"):
                return now, legal

    @staticmethod
    def xboard_text(fen, move):
        """A UCI_Chess960 move as in the xboard protocol: O-O and O-O-O for castling."""
        board = Position(" ".join([*fen.split()[:2], "-", "-"]))
        squares = [file + rank for rank in "12345678" for file in "abcdefgh"]
        piece, target = board.board[squares.index(move[:2])], board.board[squares.index(move[2:4])]
        if piece in "Kk" and target != "." and target.isupper() == piece.isupper():
            return "O-O" if move[2] > move[0] else "O-O-O"
        return move


def chess960(bench):
    engine = bench.start()
    require("fischerandom" in engine.features.get("variants", "").split(","), "no fischerandom among its variants")
    referee = bench.start_peer(Referee, "referee", {"UCI_Chess960": "true"})
    castlings, plies, engine.check_pv = [], 0, False
    for fen in (CASTLING_MATES, *CHESS960):
        engine.send("new", "variant fischerandom", "force", "setboard " + fen, "level 0 1 0", "sd 7", "post", "hard", "easy")
        engine.ping(PROMPT)
        moves, engine_to_move = [], True
        while len(moves) < 51:  # the engine's are the odd ones: no move of its crosses our `force`
            now, legal = referee.look(fen, moves)
            if not legal:
                break
            by_text = {Referee.xboard_text(now, move): move for move in legal}
            if engine_to_move:
                if len(moves) == 0:
                    engine.send("go")
                _, _, text = engine.await_kind(("move",), 10.0)
                text = text.rstrip("+#")
                require(text in by_text, f"move {text!r} is not among {sorted(by_text)} in {now}")
            else:
                castle = [name for name in by_text if name.startswith("O-O")]  # as soon as it can
                referee.send("go depth 5")
                move = referee.read_until("bestmove", 10.0)[1].split()[1]
                text = castle[0] if castle else Referee.xboard_text(now, move)
                engine.send("usermove " + text)
            castlings += [f"{'engine' if engine_to_move else 'GUI'} {text}"] if text.startswith("O-O") else []
            moves.append(by_text[text])
            engine_to_move = not engine_to_move
        engine.send("force")
        engine.ping(PROMPT)
        plies += len(moves)
    require(castlings and castlings[0] == "engine O-O", f"castling, which mates, was played as {castlings[:1]}")
    require(any(castling.startswith("GUI") for castling in castlings), "the GUI never castled")
    return f"{plies} plies, castlings: {', '.join(castlings)}"


def start_thinking(engine):
    set_up(engine, "st 30")
    engine.send("go")
    engine.await_thinking(lambda thinking: thinking.depth >= 6, 10.0)


def start_pondering(engine):
    engine.send("new", "st 0.3", "post", "hard", "usermove e2e4")
    await_move(engine, Position().after("e2e4"), 15.0)
    engine.await_thinking(lambda thinking: thinking.depth >= 4, 10.0)


def start_analysing(engine):
    engine.send("new", "post", "analyze")
    engine.await_thinking(lambda thinking: thinking.depth >= 6, 10.0)


def ask_to_start(engine):
    engine.send("xboard", "protover 2")


def interrupted(bench):
    """`new` and `result` end a search without a move; what comes then is the next game's."""
    engine = bench.start()
    for interruption in ("new", "result 1-0 {Black resigns}", "usermove a7a6"):
        start_thinking(engine)
        if interruption.startswith("usermove"):  # not the user's turn: refused, and the search continues
            engine.send(interruption)
            await_line(engine, "^Illegal move")
            move_now(engine, Position())
        else:
            engine.send(interruption, "force")
            require_quiet(engine)
    engine.send("new", "st 0.2", "usermove e2e4")
    return await_move(engine, Position().after("e2e4"), 15.0)


def wrong_commands(bench):
    engine = bench.start()
    set_up(engine, "st 0.2")
    for command, wanted in (("usermove e2e5", r"^Illegal move.*: e2e5$"), ("usermove 0-0", r"^Illegal move.*: 0-0$"),
                            ("castle queenside", r"^Error \(unknown command\): castle queenside$"),
                            ("setboard 8/8/8/8/8/8/8/8 w - - 0 1", "^(tellusererror Illegal position|Error )")):
        engine.send(command)
        await_line(engine, wanted)
    engine.ping(PROMPT)
    engine.send("new", "st 0.2", "usermove e2e4")
    return await_move(engine, Position().after("e2e4"), 15.0)


def version_1_gui(bench):
    """No protover, no ping, no usermove: what GUIs before 2000 sent."""
    engine = bench.start(handshake=False)
    engine.send("xboard", "new", "random", "level 40 5 0", "post", "st 0.2", "hard", "easy", "e2e4")
    first = await_move(engine, Position().after("e2e4"), 10.0)
    engine.send("d2d4")
    await_move(engine, Position().after("e2e4").after(first).after("d2d4"), 15.0)
    require(not engine.features, f"announced features unasked: {engine.features}")
    return first


def moves_behind_pongs(bench):
    """`ping` and `go` in one breath, as XBoard sends them: the host complains of a move before the pong."""
    engine = bench.start("Book=true", f"BookFile={bench.book_file}", "BookRandom=false")
    engine.awaits_pongs = True
    for _ in range(20):
        engine.send("new", "st 0.05")
        engine.send_ping()
        engine.send("go")
        from_book = await_move(engine, Position(), PROMPT)
        require(from_book == "e2e4", f"{from_book} where the book says e2e4")
        engine.send("force", "setboard 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1")
        engine.send_ping()
        engine.send("go")
        await_move(engine, Position("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"), 15.0)
    return "40 moves"


def book_commands(bench):
    engine = bench.start("Book=true", f"BookFile={bench.book_file}", "BookRandom=false")
    set_up(engine, "st 0.2")
    engine.send("bk")
    shown = []
    while line := await_line(engine, ""):
        shown.append(line)
    text = " ".join(shown)
    require(shown and all(line[0] in " \t" for line in shown), f"bk: each line begins with a blank, not {shown}")
    require(re.search(r"e(2e)?4\D+60(\.0)?%", text) and re.search(r"d(2d)?4\D+40(\.0)?%", text), f"bk shows {shown}")
    engine.send("hint")
    hint = await_line(engine, "^Hint: ")
    require(move_of(Position(), hint[6:]) == "e2e4", f"{hint!r} where the book says e2e4")
    engine.send("go")
    first = await_move(engine, Position(), PROMPT)
    require(first == "e2e4", f"{first} where the book, which is not to draw at random, says e2e4")
    engine.send("new", "force", "exclude e2e4", "go")
    second = await_move(engine, Position(), PROMPT)
    require(second == "d2d4", f"{second} where the rest of the book is d2d4")
    return f"{len(shown)} lines of bk, {hint!r}"


def excluded_moves(bench):
    engine = bench.start()
    engine.send("new", "force", "post", "analyze")
    analysis_of(engine, Position())
    excluded = {"e2e4", "d2d4", "c2c4", "g1f3"}
    engine.send(*(f"exclude {move}" for move in sorted(excluded)))
    engine.ping(PROMPT)
    firsts = set()
    engine.await_thinking(lambda thinking: firsts.add(move_of(Position(), thinking.pv.split()[0])) or thinking.depth >= 8,
                          10.0)
    require(not firsts & excluded, f"analyses {firsts & excluded}, which are excluded")
    engine.send("include all")
    engine.await_thinking(lambda thinking: move_of(Position(), thinking.pv.split()[0]) in excluded, 10.0)
    engine.send("exit")
    require_quiet(engine)
    return f"without them: {sorted(firsts)}"


def pause_and_resume(bench):
    engine = bench.start()
    require(engine.features.get("pause") == "1", "no feature pause=1")
    start_thinking(engine)
    engine.send("pause")
    require_quiet(engine)
    engine.send("resume")
    engine.await_thinking(lambda thinking: thinking.depth >= 6, 10.0)
    return move_now(engine, Position())


def edit_mode(bench):
    engine = bench.start()
    set_up(engine, "st 0.5")
    engine.send("force", "edit", "#", "Kg1", "Pf2", "Pg2", "Ph2", "c", "Kg8", "Ra2", "Rb3", ".", "white")
    engine.send("usermove h2h3", "go")
    position = Position("6k1/8/8/8/8/1r6/r4PPP/6K1 w - - 0 1").after("h2h3")
    move = await_move(engine, position, 15.0)
    return move


def quitting_in_every_state(bench):
    took = {}
    for command in ("quit", None):
        for state in (ask_to_start, XboardEngine.handshake, start_thinking, start_pondering, start_analysing):
            engine = bench.start(handshake=state not in (ask_to_start, XboardEngine.handshake))
            state(engine)
            name = f"{state.__name__} {command or 'EOF'}"
            took[name] = engine.quit(PROMPT, command)
            require(not engine.violations, f"{name}: {engine.violations}")
    slowest = max(took, key=took.get)
    return f"{len(took)} exits, the slowest after {took[slowest]:.3f} s: {slowest}"


def slow_engine(bench):
    """XBoard waits two seconds for the first feature, and an hour for the rest: the promise must not wait for the engine."""
    engine = bench.start(handshake=False, engine=f"{fake_engine()} --start-delay 3000")
    began = time.monotonic()
    engine.send("xboard", "protover 2")
    while not engine.features:
        engine.note(*engine.read_line(began + 2.0))
    promised = time.monotonic() - began
    require(engine.features == {"done": "0"} and promised < 0.5, f"{engine.features} after {promised:.3f} s")
    engine.send("new", "level 0 1 0", "post", "hard", "usermove e2e4", "force", "undo")  # kept until the engine is there
    engine.ping(10.0)
    require(engine.features.get("done") == "1", f"pong before the features were done: {engine.features}")
    return f"feature done=0 after {promised * 1000:.0f} ms, the engine after {time.monotonic() - began:.1f} s"


def stubborn_engine(bench):
    engine = bench.start(engine=f"{fake_engine()} --ignore-quit --ignore-term --hold")
    engine.send("new", "post", "go")
    took = engine.quit(PROMPT)
    return f"left after {took:.3f} s"


def engine_that_is_not_there(bench):
    said = []
    for program in (bench.folder / "no such engine", "/bin/true"):
        engine = bench.start(handshake=False, engine=f'"{program}"')
        engine.ignored = "^tellusererror "
        try:
            engine.handshake()
            raise AssertionError(f"{program} makes an engine")
        except EngineFailure:
            pass
        require(engine.wait_exit(2.0) is not None, f"{program}: still there")
        engine.violations.clear()  # of the features that never came
        messages = [line for _, way, line in engine.transcript if way == "<" and line.startswith("tellusererror ")]
        require(len(messages) == 1 and str(program).split("/")[-1] in messages[0], f"{program}: messages {messages}")
        require(engine.process.returncode != 0, f"{program}: exit status 0")
        said.append(f"{messages[0]!r} ({engine.process.returncode})")
    return "; ".join(said)


def engine_that_dies(bench):
    """XBoard ends the game itself when the adapter is gone: it must get the reason, and the adapter must exit at once."""
    engine = bench.start()
    start_thinking(engine)
    engine.ignored = "^tellusererror "
    pid = next(pid for pid, line in processes_with_marker(engine.marker) if pid != engine.process.pid and "stockfish" in line)
    os.kill(pid, signal.SIGKILL)
    require(engine.wait_exit(PROMPT) is not None, "it lives on without its engine")
    messages = [line for _, way, line in engine.transcript if line.startswith("tellusererror ")]
    require(len(messages) == 1 and engine.process.returncode == 6, f"messages {messages}, exit status {engine.process.returncode}")
    require(not processes_with_marker(engine.marker), "left a process running")
    return messages[0]


# A GUI that starts an adapter, has it think, says so, and waits to be killed.
VICTIM = """
import subprocess, sys
adapter = subprocess.Popen(sys.argv[2:], stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)
adapter.stdin.write(sys.argv[1].encode())
for line in adapter.stdout:
    if line.split()[:1] == [b"8"]:
        print("thinking", flush=True)
"""


def gui_killed(bench):
    took = []
    for commands in ("post\\nst 60\\ngo\\n", "post\\nanalyze\\n", "post\\nhard\\nst 0.2\\nusermove e2e4\\n"):
        marker, log = uuid.uuid4().hex, bench.folder / "killed.log"
        start = "xboard\nprotover 2\nnew\n" + commands.replace("\\n", "\n")
        gui = subprocess.Popen([sys.executable, "-c", VICTIM, start, *bench.command(log)], stdout=subprocess.PIPE,
                               stderr=subprocess.DEVNULL, env={**os.environ, MARKER: marker}, start_new_session=True)
        try:
            require(gui.stdout.readline() == b"thinking\n", f"{commands}: no thinking output")
            began = time.monotonic()
            gui.kill()
            gui.wait()
            left = wait_until_gone(marker, 10.0)
            took.append(time.monotonic() - began)
            require(not left, f"{commands}: left running by a killed GUI: {left}; log: {log.read_text()[-1500:]}")
        finally:
            gui.kill()
            gui.stdout.close()
            for pid, _ in processes_with_marker(marker):
                os.kill(pid, signal.SIGKILL)
    return f"all gone {max(took):.3f} s after the kill"


CHECKS = [question_mark, undo_and_remove, setboard_black_to_move, force_and_go, playother, options_during_a_search,
          ping_storms, interrupted, wrong_commands, version_1_gui, moves_behind_pongs, book_commands, excluded_moves, pause_and_resume, edit_mode,
          fractional_clocks, chess960, slow_engine, stubborn_engine, engine_that_is_not_there, engine_that_dies,
          quitting_in_every_state, gui_killed, game_without_pondering,
          game_with_pondering, game_with_pondering_and_book]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--adapter", help="instead of the one that ctest names")
    parser.add_argument("checks", nargs="*", help="default: all")
    arguments = parser.parse_args()
    peer("stockfish")
    program = os.path.abspath(arguments.adapter) if arguments.adapter else adapter()
    checks = [check for check in CHECKS if not arguments.checks or check.__name__ in arguments.checks]
    if arguments.checks and len(checks) != len(arguments.checks):
        sys.exit(f"the checks are {', '.join(check.__name__ for check in CHECKS)}")
    return 1 if sum([len(run(check, program)) for check in checks]) else 0


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
"""An xboard GUI before the adapter and an xboard engine after it, in games on the clock (faults of the engine, and the
setting EngineProtocol: test_xboard_engine_settings.py).

The engines are tests/support/engines/xboard_engine.py in many guises. Games with our book, analysis in the middle of them,
pondering and takebacks must bring the engine along: it writes down every line that it should not have been sent.

usage: test_xboard_engine_host.py [--adapter PROGRAM] [CHECK…]
"""
import argparse
import os
import sys
import tempfile
from pathlib import Path

from chess_rules import START_FEN, Game, Position
from e2e_support import adapter, fake_engine
from test_xboard_engine_fakes import FAKE, FENS
from uci_match import BUSY_MACHINE
from xboard_bench import (PROMPT, Bench, analysis_of, await_line, await_move, move_now, require, require_quiet, run, set_up)
from xboard_host import UciPeer, play_game

CLOCK = (4.0, 0.05)


def fake(bench, options=""):
    """Command of an xboard engine in a guise; what it should not have been sent goes to a file of the bench's folder."""
    files = f"--violations '{bench.folder}/violations' --log '{bench.folder}/engine.log'"
    return f"'{sys.executable}' -B -S '{FAKE}' {files} {options}"


def start(bench, options="", *settings):
    engine = bench.start("EngineProtocol=xboard", *settings, engine=fake(bench, options))
    engine.check_pv = False  # some of these engines play what they have not thought of
    return engine


def no_complaints(bench):
    file = bench.folder / "violations"
    sent = file.read_text("utf-8").splitlines() if file.exists() else ["nothing: it never ran"]
    require(not sent, "the engine was sent " + "; ".join(sent[:5]))


def excursion(engine, game):
    """In the middle of a game the user looks around."""
    engine.send("force", *("usermove " + move for move in game.moves[engine.plies_known:]))
    engine.plies_known, engine.in_force = len(game.moves), True
    engine.ping(PROMPT)
    engine.send("analyze")
    analysis_of(engine, game.position, depth=3)
    move, after = sorted(game.position.legal_moves().items())[0]
    if after.legal_moves():
        engine.send("usermove " + move)
        analysis_of(engine, after, depth=3)
        engine.send("undo")
        analysis_of(engine, game.position, depth=3)
    engine.send("exit")
    require_quiet(engine)


def games(bench, options, hard=False, count=2, plies=50, look=True):
    """Games against random moves, with the book on and both colours."""
    ours = start(bench, options, "Book=true", f"BookFile={bench.book_file}")
    ours.hard = hard
    other = bench.start_peer_of([fake_engine(), "--random-legal", "--think", "60" if hard else "0"])
    for number in range(count):
        def on_move(game, side, _answer):
            if look and side is ours and len(game.moves) in (9, 10, 23, 24) and not game.over():
                excursion(ours, game)
        white, black = (ours, other) if number % 2 == 0 else (other, ours)
        record = play_game(white, black, CLOCK, margin=BUSY_MACHINE, max_plies=plies, on_move=on_move)
        require(not record.forfeit and "failure" not in record.reason and "illegal" not in record.reason,
                f"{record.result} by {record.reason} after {' '.join(record.game.sans)}")
        if number % 2 == 0:
            require(record.game.moves[0] in bench.book[START_FEN], "the first move is not from the book")
    ours.quit(PROMPT)
    no_complaints(bench)
    require(not hard or ours.ponder_lines, "pondering is on, but nothing was thought in the opponent's time")
    return f"{ours.ponder_lines} lines of pondering"


class FakeBench(Bench):
    def start_peer_of(self, argv):
        engine = UciPeer(argv, "opponent")
        self.started.append(engine)
        engine.log = Path(os.devnull)
        engine.handshake()
        return engine


def modern(bench):
    return games(bench, "")


def pondering_in_brackets(bench):
    return games(bench, "--ponders brackets", hard=True)


def pondering_on_its_reply(bench):
    return games(bench, "--ponders reply --any-input-moves --stale-move-after-force", hard=True)


def pondering_as_the_opponent(bench):
    return games(bench, "--ponders opponent --any-input-moves", hard=True)


def version_1(bench):
    return games(bench, "--protover1 error")


def version_1_silent(bench):
    return games(bench, "--protover1 ignore")


def no_ping(bench):
    return games(bench, "--without ping")


def no_setboard_no_ping_no_usermove(bench):
    return games(bench, "--without setboard,ping,usermove")


def san(bench):
    return games(bench, "--feature san=1 --without usermove")


def colors(bench):
    return games(bench, "--feature colors=1")


def no_time(bench):
    return games(bench, "--feature time=0")


def no_reuse(bench):
    return games(bench, "--feature reuse=0", count=4)


def no_analyze(bench):
    """Thinks for long instead, 2 s here: analysis must not be over before the pong that it is awaited after."""
    return games(bench, "--feature analyze=0 --think 2")


def no_undo(bench):
    return games(bench, "--refuse undo,remove")


def gnuchess_like(bench):
    return games(bench, "--echo --double-pong --move-style gnuchess --prompt 'White (1) : '")


def ignores_question(bench):
    return games(bench, "--ignore-question --think 0.1", look=False)


def thinking_lines(bench):
    return games(bench, "--thinking mixed", look=False)


def positions(bench):
    """setboard of the GUI reaches engines with and without setboard, and takebacks bring them along."""
    for options in ("", "--without setboard", "--without setboard,ping --refuse undo,remove"):
        ours = start(bench, options)
        for fen in FENS:
            position = Position(fen)
            set_up(ours, "level 0 0:30 0.1")
            ours.send("force", "setboard " + fen)
            ours.ping(PROMPT)
            ours.send("go")
            move = await_move(ours, position, 15.0)
            after = position.after(move)
            reply = sorted(after.legal_moves())[0] if after.legal_moves() else None
            if not reply:
                continue
            ours.send("usermove " + reply)
            second = await_move(ours, after.after(reply), 15.0)
            ours.send("force", "undo")
            ours.ping(PROMPT)
            ours.send("go")
            again = await_move(ours, after.after(reply), 15.0)
            require(second and again, "no move")
            ours.send("force")
            ours.ping(PROMPT)
        ours.quit(PROMPT)
    no_complaints(bench)


def move_now_works(bench):
    for options in ("--think 30 --think-forever", "--deaf --think 30 --think-forever --feature sigint=1"):
        ours = start(bench, options)
        set_up(ours, "level 40 5 0")
        game = Game()
        ours.send("usermove e2e4")
        game.play("e2e4")
        ours.await_thinking(lambda thinking: True, 15.0)
        move_now(ours, game.position)
        ours.quit(PROMPT)
    no_complaints(bench)


def resignation_and_draws_are_passed_on(bench):
    ours = start(bench, "--resign-at 2 --offer-draw-at 1")
    ours.ignored = "^(resign|offer draw|telluser polyglot: engine .* gives no legal move: it resigns)$"
    set_up(ours, "level 0 0:30 0.1")
    ours.send("usermove e2e4")
    line = await_line(ours, "^offer draw$|^move ", 15.0)
    require(line == "offer draw", f"{line!r}, but it offers a draw with its first move")
    await_line(ours, "^move ", 15.0)
    ours.send("usermove d2d4")
    line = await_line(ours, "^resign$|^1-0|^move ", 15.0)
    require(not line.startswith("move"), f"{line!r}, but it resigns")
    ours.send("result 1-0 {Black resigns}", "new")
    ours.ping(PROMPT)
    ours.send("usermove e2e4")
    await_line(ours, "^move ", 15.0)
    ours.quit(PROMPT)
    no_complaints(bench)
    require("> result 1-0 {Black resigns}" in (bench.folder / "engine.log").read_text(), "the engine was not sent the result")


CHECKS = [modern, pondering_in_brackets, pondering_on_its_reply,
          pondering_as_the_opponent, version_1, version_1_silent, no_ping, no_setboard_no_ping_no_usermove,
          san, colors, no_time, no_reuse, no_analyze, no_undo, gnuchess_like, ignores_question, thinking_lines, positions,
          move_now_works, resignation_and_draws_are_passed_on]


def main(about, checks, kind):
    parser = argparse.ArgumentParser(description=about, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--adapter", help="instead of the one that ctest names")
    parser.add_argument("checks", nargs="*", metavar="CHECK", help=", ".join(check.__name__ for check in checks))
    arguments = parser.parse_args()
    program = os.path.abspath(arguments.adapter) if arguments.adapter else adapter()
    wanted = [check for check in checks if not arguments.checks or check.__name__ in arguments.checks]
    problems = [problem for check in wanted for problem in run(check, program, kind)]
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(__doc__, CHECKS, FakeBench))

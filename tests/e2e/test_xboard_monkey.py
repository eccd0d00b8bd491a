#!/usr/bin/env python3
"""A GUI that does anything that a user may do, in any order, as fast as pings are answered: a random walk over the
commands with Stockfish under the adapter, checked against a model of the state that the protocol requires.

After each step a ping must be answered within a second, and from then on all that comes must fit the model: thinking
about this very position if the engine is to think, and nothing otherwise; a move when it is its turn, and at once on `?`.
--seed repeats the commands, not what the engine thinks of them; ctest takes always the same.

usage: test_xboard_monkey.py [--adapter PROGRAM] [--steps N] [--seed N]
"""
import argparse
import os
import random
import sys
import time

from chess_rules import START_FEN, Game
from e2e_support import adapter, peer
from uci_match import EngineFailure
from xboard_bench import PROMPT, move_now, require, run
from xboard_host import illegal_pv, move_of

STEPS = int(os.environ.get("POLYGLOT_E2E_MONKEY_STEPS", "800"))
MAX_DEPTH = 245  # of Stockfish
FENS = [START_FEN, "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 b - - 3 20", "4k3/8/8/8/8/8/4P3/4K3 b - - 0 1"]
# Long enough that the engine moves only on command, or when it has searched everything.
LONG = ["st 60", "level 40 200 0", "level 0 300 10", "level 0 90:30 0.5"]
HARMLESS = ["time 600000", "otim 599999", "computer", "name Monkey", "rating 2000 2100", "random", "ics -", "nps -1",
            "option MultiPV=2", "option MultiPV=1", "memory 17", "memory 33", "cores 1", "nopost\npost", "draw", "hint", "bk",
            "accepted done", "rejected nonsense", "pause\nresume", "option Polyglot BookDepth=3", "."]


class Monkey:
    def __init__(self, engine, book, rng):
        self.engine, self.book, self.rng = engine, book, rng
        self.game, self.force, self.engine_white, self.analysing, self.hard = Game(), False, False, False, False
        self.moves_seen = self.crossings = self.thoughts = 0
        self.history = []
        engine.ignored = r"^[ \t]|^$"  # what bk shows

    # The model

    def engines_turn(self):
        return not self.force and not self.analysing and self.game.position.white == self.engine_white

    def thinking_wanted(self):
        return (self.engines_turn() or self.analysing) and not self.game.over()

    def set_game(self, fen, moves=()):
        self.game = Game(fen)
        for move in moves:
            self.game.play(move)

    # Steps: the commands, with the model brought to where they lead

    def usermove(self):
        if self.engines_turn() or self.game.over():
            return None
        legal = list(self.game.position.legal_moves())
        move = self.rng.choice(legal)
        last = self.engine.last_thinking  # half of the time what the engine ponders on
        if self.hard and last and last.pv.startswith("(") and self.rng.random() < 0.5:
            move = move_of(self.game.position, last.pv[1:].split(")")[0]) or move
        san = self.game.position.san(move)
        self.game.play(move)
        return f"usermove {move if self.rng.random() < 0.7 else san}"

    def go(self):
        if self.analysing or self.game.over():
            return None
        self.force, self.engine_white = False, self.game.position.white
        return "go"

    def playother(self):
        if self.analysing or self.game.over() or not self.force:
            return None
        self.force, self.engine_white = False, not self.game.position.white
        return "playother"

    def enter_force(self):
        if self.analysing:
            return None
        self.force = True
        return "force"

    def analyze(self):
        if self.analysing or self.game.over():
            return None
        self.force = self.analysing = True
        return "force\nanalyze"

    def leave_analysis(self):
        if not self.analysing:
            return None
        self.analysing = False
        return "exit\nforce"

    def undo(self):
        if not self.force or not self.game.moves:
            return None
        self.set_game(self.game.start_fen, self.game.moves[:-1])
        return "undo"

    def remove(self):
        if self.force or self.engines_turn() or len(self.game.moves) < 2:
            return None
        self.set_game(self.game.start_fen, self.game.moves[:-2])
        return "remove"

    def setboard(self):
        if not self.force:
            return None
        self.set_game(self.rng.choice(FENS))
        return "setboard " + self.game.start_fen

    def new(self):
        if self.analysing:
            return None
        self.set_game(START_FEN)
        self.force, self.engine_white = False, False
        return "new\n" + self.rng.choice(LONG)

    def result(self):
        if self.analysing:
            return None
        self.set_game(START_FEN)
        self.force, self.engine_white = False, False
        return "result 1/2-1/2 {monkey}\nnew"

    def toggle_pondering(self):
        self.hard = not self.hard
        return "hard" if self.hard else "easy"

    def harmless(self):
        return self.rng.choice(HARMLESS + LONG)

    # The wire

    def settle(self):
        """A ping; what comes before its pong may be a move, and nothing after it may be a surprise."""
        engine, crossings, complaints = self.engine, self.crossings, len(self.engine.violations)
        engine.send_ping()
        deadline = time.monotonic() + PROMPT
        while True:
            when, line = engine.read_line(deadline)
            kind, value = engine.note(when, line)
            if kind == "move":
                self.take_move(value)
            elif kind == "pong" and engine.all_pongs():
                break
        if self.crossings > crossings:  # the following moves were meant for another position
            engine.violations[complaints:] = [text for text in engine.violations[complaints:] if "Illegal move" not in text]
        if self.game.over() or len(self.game.moves) > 30:
            engine.claims.clear()  # test_xboard_host looks at them
            engine.send("exit\nforce" if self.analysing else "force", "result * {enough}", "new", "st 60")
            self.set_game(START_FEN)
            self.force = self.engine_white = self.analysing = False
            self.settle()

    def take_move(self, text):
        if not self.engines_turn():
            self.crossings += 1  # it was on its way when the command was given that forbids it
            require(self.crossings < 5, f"{self.crossings} moves out of turn")
            self.engine.send("force", "new", "st 60")
            self.set_game(START_FEN)
            self.force = self.engine_white = False
            self.engine.send_ping()
            return
        move = move_of(self.game.position, text)
        require(move, f"illegal move {text!r} in {self.game.position.fen()}")
        self.game.play(move)
        self.moves_seen += 1

    def look(self):
        """After the pong: does what it thinks fit?"""
        if not self.thinking_wanted():
            if not self.hard:
                for when, line in self.engine.waiting_lines():
                    kind, _ = self.engine.note(when, line)
                    require(kind not in ("thinking", "move"), f"{line!r}, though it is not to think")
            return
        try:
            _, kind, value = self.engine.await_kind(("thinking", "move"), 8.0)
        except EngineFailure:
            if self.analysing and self.engine.last_thinking.depth >= MAX_DEPTH:
                return  # it has seen all that there is, and waits for the next command
            raise
        if kind == "move":
            self.take_move(value)
            return
        self.thoughts += 1
        pv = value.pv.replace("(", "").replace(")", "")
        bad = illegal_pv(self.game.position, pv)
        require(not bad, f"thinks {value.pv!r}, illegal at {bad!r}, in {self.game.position.fen()}")

    def hurry(self):
        """`?` when it thinks."""
        if self.engines_turn() and not self.game.over():
            self.take_move(move_now(self.engine, self.game.position))

    def step(self):
        steps = [(self.usermove, 6), (self.go, 3), (self.enter_force, 2), (self.playother, 1), (self.analyze, 1),
                 (self.leave_analysis, 2), (self.undo, 2), (self.remove, 1), (self.setboard, 1), (self.new, 1),
                 (self.result, 0.5), (self.toggle_pondering, 1), (self.harmless, 4)]
        choices, weights = zip(*steps)
        commands = []
        for _ in range(self.rng.choice((1, 1, 1, 2, 4))):  # several at once now and then
            command = self.rng.choices(choices, weights)[0]()
            commands += command.split("\n") if command else []
            if self.book and self.engines_turn():
                break  # a book answers at once: what followed would cross its move, and mean something else
        if commands:
            self.history.append(" / ".join(commands))
            self.engine.send(*commands)
        self.settle()
        self.look()
        if self.rng.random() < 0.3:
            self.hurry()
            self.settle()


def walk(bench, steps, seed, *settings):
    engine = bench.start(*settings)
    monkey = Monkey(engine, "Book=true" in settings, random.Random(seed))
    engine.send("new", "st 60", "post", "easy")
    try:
        for _ in range(steps):
            monkey.step()
    except (AssertionError, EngineFailure) as error:
        raise AssertionError(f"seed {seed}, step {len(monkey.history)}: {error}; the last steps were\n      "
                             + "\n      ".join(monkey.history[-8:])) from error
    return (f"seed {seed}, {steps} steps, {monkey.moves_seen} moves, {monkey.thoughts} looks at its thoughts, "
            f"{monkey.crossings} moves that crossed a command")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--adapter", help="instead of the one that ctest names")
    parser.add_argument("--steps", type=int, default=STEPS)
    parser.add_argument("--seed", type=int, default=1, help="0: another each time")
    arguments = parser.parse_args()
    seed = arguments.seed or random.randrange(1, 1 << 32)
    peer("stockfish")
    program = os.path.abspath(arguments.adapter) if arguments.adapter else adapter()

    def without_book(bench):
        return walk(bench, arguments.steps, seed)

    def with_book(bench):
        return walk(bench, arguments.steps, seed + 1, "Book=true", f"BookFile={bench.book_file}")

    return 1 if run(without_book, program) + run(with_book, program) else 0


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
"""Many adapters at once on one book that learns, and one adapter through many games. Prints Markdown tables.

  load.py                     what ctest runs: 8 adapters with 4 games each, 200 games of each kind in the soak
  load.py --full              200 adapters with 50 games each, 2,000 games (POLYGLOT_FULL=1 does the same)
  load.py --adapters 64 --games 10 --soak 0

$POLYGLOT_ADAPTER, $POLYGLOT_FAKE_ENGINE and $POLYGLOT_FAKE_XBOARD_ENGINE name the programs (ctest and `scripts/bench load`
set them). Both protocols on both sides, by turns. What must be true, else exit status 1:
  - each question for a move gets exactly one answer, and book moves are moves of the book;
  - each entry of the book holds exactly the games and half-points that were sent;
  - every adapter ends with status 0, and no process is left;
  - an adapter has as many descriptors open at its end as after its handshake;
  - through the soak its memory stays what it was after the first tenth of the games.
"""
import argparse
import os
import random
import selectors
import signal
import subprocess
import sys
import tempfile
import time
import uuid
from pathlib import Path

from e2e_support import adapter, fake_engine, write_ini
from polyglot_book import Book, after, result_by_rule
from test_learn_processes import HALF_POINTS, TREE, TREE_POSITIONS, Uci, Xboard, count
from uci_match import MARKER, processes_with_marker, wait_until_gone

FULL = os.environ.get("POLYGLOT_FULL") == "1"
KINDS = [(gui, engine) for gui in ("uci", "xboard") for engine in ("uci", "xboard")]
BOOK_MOVES = (1, 3)     # our moves in a game, as long as the book has any
ENGINE_MOVES = 2        # our moves after the book
SILENCE_S = 120.0       # no output for this long: they hang
FLAT_KB = 512           # that memory may differ by at two times


class Player:
    """A GUI that plays its games through one adapter, as one end of pipes."""

    def __init__(self, load, number, gui, engine):
        self.load, self.gui, self.engine = load, gui, engine
        self.talk = Uci if gui == "uci" else Xboard
        self.rng = random.Random(load.seed * 1000 + number)
        command = f'"{fake_engine()}" --random-legal --flood 2' if engine == "uci" else f'"{fake_xboard_engine()}" 2'
        ini = write_ini(load.folder / f"{number}.ini", {
            "EngineCommand": command, "EngineProtocol": engine, "Book": "true", "BookFile": load.book_file,
            "BookLearn": "true", "BookLearnMinPly": 0, "BookTreshold": 0, "StartTimeout": 600})
        self.process = subprocess.Popen([adapter(), ini], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.DEVNULL, env={**os.environ, MARKER: load.marker}, bufsize=0)
        self.partial, self.asked, self.answered, self.games, self.memory_kb = b"", 0, 0, [], []
        self.owes_move = False
        self.begun = None  # descriptors and CPU after the handshake
        self.status = None
        load.selector.register(self.process.stdout, selectors.EVENT_READ, self)
        self.say(self.talk.hello)

    def say(self, text):
        try:
            self.process.stdin.write(text.encode() + b"\n")
        except BrokenPipeError:
            self.fault("has left by itself")

    def fault(self, what):
        self.load.faults.append(f"adapter {self.process.pid} ({self.gui} GUI, {self.engine} engine): {what}")

    def readable(self):
        data = os.read(self.process.stdout.fileno(), 65536)
        if not data:
            self.load.selector.unregister(self.process.stdout)
            self.process.stdin.close()
            self.process.stdout.close()
            self.status = self.process.wait(60)
            if self.status != 0 or len(self.games) < self.load.games:
                self.fault(f"ended with status {self.status} after {len(self.games)} games")
            return
        *lines, self.partial = (self.partial + data).split(b"\n")
        for line in lines:
            self.on_line(line.decode())

    def on_line(self, line):
        if line == self.talk.greeted and self.gui == "uci":
            self.say("isready")
        elif line.startswith("feature") and line.endswith("done=1"):
            self.say("ping 0")
        elif line.startswith(self.talk.moved + " "):
            self.on_move(line.split()[1])
        elif line.startswith(self.talk.barrier):
            self.on_barrier()

    def on_barrier(self):
        if self.begun is None:
            self.begun = (self.descriptors(), self.cpu_ns())
        elif len(self.games) % max(1, self.load.games // 20) == 0:
            self.memory_kb.append(self.resident_kb())
        if len(self.games) < self.load.games:
            self.begin()
            return
        self.ended = (self.descriptors(), self.cpu_ns())
        if self.begun[0] != self.ended[0]:
            self.fault(f"descriptors: {self.begun[0]} at its start, {self.ended[0]} at its end")
        self.say("quit")

    def begin(self):
        self.path, self.held, self.in_book = "", [], True
        self.book_moves, self.engine_moves = self.rng.randint(*BOOK_MOVES), ENGINE_MOVES
        self.white = self.rng.random() < 0.5
        if not self.white:
            self.path = self.rng.choice(TREE[""])
        self.say(self.talk.new("load"))
        self.ask()

    def ask(self):
        self.asked += 1
        self.owes_move = True
        self.say(self.talk.our_turn(self.path))

    def on_move(self, move):
        if not self.owes_move:
            self.fault(f"moves unasked: {move}")
        self.owes_move = False
        self.answered += 1
        if self.path in TREE and self.in_book:
            if move not in TREE[self.path]:
                self.fault(f"plays {move} after `{self.path}`, where the book has {TREE[self.path]}")
            self.held.append((self.path, move))
            self.book_moves -= 1
        else:
            self.in_book = False
            self.engine_moves -= 1
        if move not in after(self.path):
            self.fault(f"plays {move} after `{self.path}`")
            return
        self.path = f"{self.path} {move}".lstrip()
        reply = self.reply()
        if self.engine_moves <= 0 or reply is None:
            self.tell()
            return
        self.path += " " + reply
        self.in_book = self.in_book and self.path in TREE
        self.ask()

    def reply(self):
        """A move in the book, or at the end of our moves in it one that leaves it. None: no legal move, or no legal reply to it."""
        if self.in_book and self.book_moves > 0 and self.path in TREE:
            return self.rng.choice(TREE[self.path])
        legal = after(self.path)
        moves = [move for move in sorted(legal) if legal[move].repetition_key() not in TREE_POSITIONS]
        move = self.rng.choice(moves) if moves else None
        return move if move and legal[move].legal_moves() else None

    def tell(self):
        result = result_by_rule(self.path) or self.rng.choice(("1-0", "1/2-1/2", "0-1"))
        half_points = HALF_POINTS[result] if self.white else 2 - HALF_POINTS[result]
        self.games.append(PlayedGame(self.held, half_points))
        self.say(self.talk.told(result))

    def descriptors(self):
        return len(os.listdir(f"/proc/{self.process.pid}/fd"))

    def cpu_ns(self):
        return int(Path(f"/proc/{self.process.pid}/schedstat").read_text(encoding="ascii").split()[0])

    def resident_kb(self):
        for line in Path(f"/proc/{self.process.pid}/status").read_text(encoding="ascii").splitlines():
            if line.startswith("VmRSS:"):
                return int(line.split()[1])
        raise AssertionError


class PlayedGame:
    def __init__(self, held, half_points):
        self.held, self.half_points = held, half_points


def fake_xboard_engine():
    return os.environ["POLYGLOT_FAKE_XBOARD_ENGINE"]


class Load:
    """All players of one run, in one thread."""

    def __init__(self, folder, kinds, games):
        self.folder, self.games, self.seed = folder, games, random.randrange(1 << 30)
        self.book = Book(adapter(), {path: ", ".join(f"{move} 10" for move in moves) for path, moves in TREE.items()})
        self.book_file = folder / "book.bin"
        self.book_file.write_bytes(self.book.bytes)
        self.marker, self.selector, self.faults = uuid.uuid4().hex, selectors.DefaultSelector(), []
        began = time.monotonic()
        self.players = []
        try:
            self.players = [Player(self, number, *kind) for number, kind in enumerate(kinds)]
            self.run()
        finally:
            self.seconds = time.monotonic() - began
            self.left = wait_until_gone(self.marker, 10)
            for pid, _ in processes_with_marker(self.marker):
                os.kill(pid, signal.SIGKILL)
        if self.left:
            self.faults.append(f"left running: {self.left}")
        self.check_book()

    def run(self):
        while self.selector.get_map() and len(self.faults) < 10:
            events = self.selector.select(SILENCE_S)
            if not events:
                owing = sum(player.owes_move for player in self.players)
                self.faults.append(f"silence: {owing} moves are owed")
                return
            for key, _ in events:
                key.data.readable()

    def check_book(self):
        self.sent_games = [game for player in self.players for game in player.games]
        expected = count(self.sent_games)
        found = dict(zip(self.book.entries, self.book.learn_fields(self.book_file.read_bytes())))
        wrong = {entry: (fields, expected.get(entry, (0, 0))) for entry, fields in found.items()
                 if fields != expected.get(entry, (0, 0))}
        if wrong:
            self.faults.append(f"{len(wrong)} entries of the book are wrong: (found, sent) {dict(list(wrong.items())[:5])}")
        self.sent_results = sum(games for games, _ in expected.values())
        self.kept_results = sum(games for games, _ in found.values())
        for player in self.players:
            if player.asked != player.answered:
                self.faults.append(f"{player.asked} moves asked for, {player.answered} got")

    def report(self):
        moves = sum(player.answered for player in self.players)
        print(f"| {len(self.players)} adapters, {self.games} games each | |\n|---|---:|")
        print(f"| games | {len(self.sent_games)} |\n| moves asked for / got | {sum(p.asked for p in self.players)} / {moves} |")
        print(f"| results of book moves sent / in the book | {self.sent_results} / {self.kept_results} |")
        print(f"| processes left | {len(self.left)} |")
        descriptors = sorted({(player.begun[0], player.ended[0]) for player in self.players if hasattr(player, "ended")})
        print(f"| descriptors of an adapter, start / end | {', '.join(f'{a} / {b}' for a, b in descriptors)} |")
        for kind in sorted({(player.gui, player.engine) for player in self.players}):
            group = [player for player in self.players if (player.gui, player.engine) == kind and hasattr(player, "ended")]
            cpu = sum(player.ended[1] - player.begun[1] for player in group)
            print(f"| CPU of the adapter a move, {kind[0]} GUI, {kind[1]} engine (us) | "
                  f"{cpu / 1000 / max(1, sum(player.answered for player in group)):.0f} |")
        print(f"| all of it (s) | {self.seconds:.0f} |\n")


def soak(folder, kind, games, faults):
    load = Load(folder, [kind], games)
    player = load.players[0]
    faults += load.faults
    memory = player.memory_kb
    early, late = memory[len(memory) // 10], memory[-1]
    if max(memory[len(memory) // 10:]) > early + FLAT_KB:
        faults.append(f"{kind}: memory grows: {memory} kB")
    print(f"| {kind[0]} GUI, {kind[1]} engine | {len(player.games)} | {player.answered} | {memory[0]} | {early} | {late} | "
          f"{max(memory)} | {load.seconds:.0f} |", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--full", action="store_true", default=FULL)
    parser.add_argument("--adapters", type=int)
    parser.add_argument("--games", type=int, help="of each adapter")
    parser.add_argument("--soak", type=int, help="games of the one adapter; 0: none")
    options = parser.parse_args()
    adapters, games, soaked = (200, 50, 2000) if options.full else (8, 4, 200)
    adapters = adapters if options.adapters is None else options.adapters
    games = games if options.games is None else options.games
    soaked = soaked if options.soak is None else options.soak
    faults = []
    with tempfile.TemporaryDirectory(prefix="polyglot load ") as folder:
        if adapters and games:
            load = Load(Path(folder), [KINDS[number % len(KINDS)] for number in range(adapters)], games)
            load.report()
            faults += load.faults
        if soaked:
            print("| soak | games | moves | resident after the first games (kB) | after a tenth | at the end | most | s |")
            print("|---|---:|---:|---:|---:|---:|---:|---:|")
            for kind in KINDS:
                soak(Path(folder), kind, soaked, faults)
    for fault in faults:
        print("FAULT:", fault)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())

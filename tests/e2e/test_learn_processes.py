#!/usr/bin/env python3
"""Many adapters learn in one book, or in one BookLearnFile, at the same time, and some are killed with SIGKILL.

What must be true at the end, where a game is acknowledged when the adapter's own log says `# learnt`, or that it waits in
the file beside the store (on a busy machine), which the next adapter takes in:
  - each life of an adapter acknowledges all its games, in their order;
  - a killed adapter has at most one reported game that is neither acknowledged nor logged as waiting for a busy
    store: such games are in flight;
  - each entry of the book holds exactly the acknowledged games and half-points, plus those of some of the games in
    flight (an entry is written at once, a game's entries one after the other);
  - the side store holds, for each life of an adapter, exactly its acknowledged games, and those in flight as a whole
    or not at all;
  - with no kills, both are exact; nothing else in the book has changed; no process is left.
Everybody who reads the book meanwhile sees valid entries only.

POLYGLOT_FULL=1: 64 adapters with 200 games each, instead of 16 with 40.
"""
import heapq
import os
import random
import re
import selectors
import shutil
import signal
import sqlite3
import subprocess
import tempfile
import threading
import time
import unittest
import uuid
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

from e2e_support import WINDOWS, adapter, fake_engine, write_ini
from polyglot_book import Book, after, position_at, result_by_rule
from uci_match import MARKER, processes_with_marker, wait_until_gone

FULL = os.environ.get("POLYGLOT_FULL") == "1"
ADAPTERS, GAMES, READING_ADAPTERS = (64, 200, 200) if FULL else (16, 40, 40)
KILLS_PER_GAME = 0.02 if FULL else 0.05
SILENCE_S = 60.0  # no output of any adapter for this long: they hang
DEBIAN_POLYGLOT = "/usr/games/polyglot"
BRANCHES = (3, 2, 2, 2, 1, 1)  # moves of each position in the book, by ply: three of each colour in the longest games
HALF_POINTS = {"1-0": 2, "1/2-1/2": 1, "0-1": 0}  # White's


def grow_tree():
    """{moves: moves of the book}, without transpositions: each entry is reached in one way only."""
    rng, tree, edge, seen = random.Random(5), {}, [""], set()
    for branches in BRANCHES:
        for path in edge:
            tree[path] = rng.sample(sorted(after(path)), branches)
            seen.add(position_at(path).repetition_key())
        edge = [f"{path} {move}".lstrip() for path in edge for move in tree[path]]
    assert len(seen) == len(tree)
    return tree, seen


TREE, TREE_POSITIONS = grow_tree()


class Xboard:
    hello, greeted, moved, barrier = "xboard\nprotover 2", "feature done=1", "move", "pong"

    @staticmethod
    def new(opponent):
        return f"new\nname {opponent}"

    @staticmethod
    def our_turn(path):
        return f"usermove {path.split()[-1]}" if path else "go"

    @staticmethod
    def told(result):
        return f"result {result} {{told}}\nping 1"


class Uci:
    hello, greeted, moved, barrier = "uci", "uciok", "bestmove", "readyok"

    @staticmethod
    def new(_opponent):
        return "ucinewgame"

    @staticmethod
    def our_turn(path):
        return f"position startpos{' moves ' + path if path else ''}\ngo movetime 1"

    @staticmethod
    def told(result):
        return f"result {result}\nisready"


@dataclass
class Game:
    white: bool  # our colour
    moves_left: int  # our moves before it leaves the book or ends
    path: str = ""
    held: list = field(default_factory=list)  # (path, move): our moves that the book has
    left_book: bool = False
    half_points: int | None = None  # ours, once the result is reported


class Life:
    """One adapter process from its start to its end, and the games reported to it."""

    def __init__(self, name, arena):
        self.name, self.games, self.killed, self.acknowledged = name, [], False, 0
        self.log = arena.folder / f"{name}.log"
        settings = {"EngineCommand": f'"{fake_engine()}" --random-legal', "Log": "true", "LogFile": self.log,
                    "StartTimeout": 600, "BookLearnMinPly": 0, **arena.settings}
        self.process = subprocess.Popen(
            [adapter(), write_ini(arena.folder / f"{name}.ini", settings)], stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env={**os.environ, MARKER: arena.marker}, bufsize=0)
        self.partial = b""

    def told(self):
        return [game for game in self.games if game.half_points is not None]

    def in_flight(self):
        return self.told()[self.acknowledged:]

    def read_log(self, check):
        """Counts the acknowledged games; they must be the reported ones, in their order."""
        announced = waiting = 0
        all_safe = False
        for line in self.log.read_text(errors="replace").splitlines() if self.log.exists() else []:
            if found := re.search(r"\] = learn (\d+): (.*)$", line):
                game = self.told()[announced]
                check.assertEqual((int(found[1]), found[2].split()), (game.half_points, [m for _, m in game.held]),
                                  f"{self.name}, game {announced + 1}")
                announced += 1
            elif found := re.search(r"\] # learnt: (\d+) half-points for (\d+) moves? ", line):
                game = self.told()[self.acknowledged]
                check.assertEqual((int(found[1]), int(found[2])), (game.half_points, len(game.held)), self.name)
                self.acknowledged += 1
                waiting = 0
            elif found := re.search(r"\] # not learnt yet: .*; (\d+) games? waits? in ", line):
                self.acknowledged += int(found[1])
                waiting = 0
            elif found := re.search(r"\] # not learnt yet: .*?(\d+) games? wait", line):
                waiting = int(found[1])
            elif re.search(r"\] # the results of \d+ games? are kept in |of the waiting file$", line):  # at the end
                all_safe = True
            elif re.search(r"\] # not learnt|nothing is learnt|are lost", line):
                check.fail(f"{self.name}: {line}")
        if all_safe and not self.killed:
            self.acknowledged = len(self.games)
        check.assertGreaterEqual(announced, self.acknowledged)
        if not self.killed:
            check.assertEqual(self.acknowledged, len(self.games), f"{self.name} was not killed")
        # Under Wine a store is slow, and games end faster than the log reports those that wait.
        if not WINDOWS:
            check.assertLessEqual(len(self.in_flight()), 1 + waiting, f"{self.name}: too many games in flight")


class Player:
    """A GUI that plays its games through one adapter after the other, as they get killed."""

    def __init__(self, arena, number):
        self.arena, self.number, self.rng = arena, number, random.Random(arena.seed * 1000 + number)
        self.lives, self.done = [], 0
        self.start()

    def start(self):
        self.life = Life(f"{self.number}.{len(self.lives)}", self.arena)
        self.lives.append(self.life)
        self.arena.selector.register(self.life.process.stdout, selectors.EVENT_READ, self)
        self.say(self.arena.talk.hello)

    def say(self, text):
        try:
            self.life.process.stdin.write(text.encode() + b"\n")
        except BrokenPipeError:
            self.arena.faults.append(f"{self.life.name} has left by itself")

    def readable(self):
        data = os.read(self.life.process.stdout.fileno(), 65536)
        if not data:
            self.end()
            return
        life = self.life
        *lines, life.partial = (life.partial + data).split(b"\n")
        for line in lines:
            if life is self.life and not life.killed:
                self.on_line(line.decode())

    def on_line(self, line):
        talk = self.arena.talk
        if line == talk.greeted:
            self.begin()
        elif line.startswith(talk.moved + " "):
            self.on_move(line.split()[1])
        elif line.startswith(talk.barrier) and self.life.games and self.life.games[-1].half_points is not None:
            self.done += 1
            if self.done < self.arena.games:
                self.begin()
            else:
                self.say("quit")

    def begin(self):
        game = Game(self.rng.random() < 0.5, self.rng.randint(1, 3))
        self.life.games.append(game)
        if not game.white:
            game.path = self.rng.choice(TREE[""])
        self.say(self.arena.talk.new(self.life.name) + "\n" + self.arena.talk.our_turn(game.path))

    def on_move(self, move):
        game = self.life.games[-1]
        if not game.left_book:
            if move not in TREE[game.path]:
                self.arena.faults.append(f"{self.life.name}: plays {move} behind `{game.path}`")
            game.held.append((game.path, move))
            game.moves_left -= 1
        game.path = f"{game.path} {move}".lstrip()
        if self.rng.random() < self.arena.kills_per_game / 8:
            self.kill()
        elif game.left_book or game.moves_left == 0 and self.rng.random() < 0.8:
            self.tell(game)
        else:
            self.reply(game)

    def reply(self, game):
        """A move of the user from the book or, when our moves are used up, one out of the book for the engine to answer."""
        moves = TREE.get(game.path, [])
        if game.moves_left == 0 or not moves:
            legal = after(game.path)
            moves = [move for move in sorted(legal) if legal[move].repetition_key() not in TREE_POSITIONS
                     and legal[move].legal_moves()]
            game.left_book = True
        if not moves:
            self.tell(game)
            return
        game.path = f"{game.path} {self.rng.choice(moves)}".lstrip()
        if game.path not in TREE:
            game.left_book = True
        self.say(self.arena.talk.our_turn(game.path))

    def tell(self, game):
        self.arena.tellers.append((self, self.life, game))

    def tell_now(self, game):
        drawn = self.rng.choice(self.arena.results) if self.arena.results else "1-0" if game.white else "0-1"
        result = result_by_rule(game.path) or drawn
        game.half_points = HALF_POINTS[result] if game.white else 2 - HALF_POINTS[result]
        self.say(self.arena.talk.told(result))
        if self.rng.random() < self.arena.kills_per_game:
            self.arena.kill_later(self, 0.002 * self.rng.random() ** 3)  # mostly before the answer

    def kill(self):
        self.life.killed = True
        self.life.process.kill()
        self.end()

    def end(self):
        """The adapter is gone, or about to be."""
        life = self.life
        self.arena.selector.unregister(life.process.stdout)
        life.process.stdin.close()
        life.process.wait(60)
        life.process.stdout.close()
        life.read_log(self.arena.check)
        self.done = sum(life.acknowledged for life in self.lives)
        if not life.killed and self.done < self.arena.games:
            self.arena.faults.append(f"{life.name} ended by itself, status {life.process.returncode}")
        elif self.done < self.arena.games:
            self.start()
        else:
            self.life = None


class Arena:
    """All players of one test, in one thread."""

    def __init__(self, check, folder, settings, talk=Xboard, adapters=ADAPTERS, games=GAMES, kills_per_game=0.0,
                 results=("1-0", "1/2-1/2", "0-1")):
        self.check, self.folder, self.settings, self.talk, self.games = check, folder, settings, talk, games
        self.kills_per_game, self.results, self.seed = kills_per_game, results, random.randrange(1 << 30)
        self.marker, self.selector, self.faults, self.kills = uuid.uuid4().hex, selectors.DefaultSelector(), [], []
        self.tellers = []  # with finished games: their results are reported all at once, so that the adapters get in each
        # other's way
        check.addCleanup(self.kill_all)
        self.players = [Player(self, number) for number in range(adapters)]

    def kill_later(self, player, seconds):
        heapq.heappush(self.kills, (time.monotonic() + seconds, player.number, player.life))

    def run(self):
        began = last_said = time.monotonic()
        while self.selector.get_map() and not self.faults:
            wait = self.kills[0][0] - time.monotonic() if self.kills else SILENCE_S
            events = self.selector.select(0.0 if self.tellers else max(0.0, wait))
            for key, _ in events:
                last_said = time.monotonic()
                key.data.readable()
            if not events:
                self.tell_results()
            while self.kills and self.kills[0][0] <= time.monotonic():
                _, number, life = heapq.heappop(self.kills)
                if self.players[number].life is life:
                    self.players[number].kill()
            self.check.assertLess(time.monotonic() - last_said, SILENCE_S, f"silence (seed {self.seed})")
        self.check.assertEqual(self.faults, [], f"seed {self.seed}")
        store = self.settings.get("BookLearnFile", self.settings["BookFile"])
        subprocess.run([adapter(), "learn-book", store, "-show"], stdout=subprocess.DEVNULL, timeout=SILENCE_S, check=True)
        self.check.assertFalse(Path(f"{store}.waiting").exists(), "games still wait")
        self.check.assertEqual(wait_until_gone(self.marker, 60), [], "left running")
        self.report(time.monotonic() - began)

    def tell_results(self):
        tellers, self.tellers = self.tellers, []
        for player, life, game in tellers:
            if player.life is life:
                player.tell_now(game)

    def lives(self):
        return [life for player in self.players for life in player.lives]

    def report(self, seconds):
        killed = [life for life in self.lives() if life.killed]
        print(f"\n{self.check.id().split('.')[-1]}: {len(self.players)} adapters, "
              f"{sum(life.acknowledged for life in self.lives())} games acknowledged, {len(killed)} kills, "
              f"{sum(len(life.in_flight()) for life in killed)} games in flight, {seconds:.1f} s (seed {self.seed})")

    def kill_all(self):
        """After a failure there may be some left."""
        for pid, _ in processes_with_marker(self.marker):
            try:
                os.kill(pid, signal.SIGKILL)
            except ProcessLookupError:
                pass


def count(games):
    """{(path, move): (games, half-points)}"""
    totals = {}
    for game in games:
        for entry in game.held:
            n, total = totals.get(entry, (0, 0))
            totals[entry] = (n + 1, total + game.half_points)
    return totals


class LearnProcesses(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="polyglot e2e ")
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.book = Book(adapter(), {path: ", ".join(f"{move} 10" for move in moves) for path, moves in TREE.items()})
        self.file = self.folder / "book.bin"
        self.file.write_bytes(self.book.bytes)
        self.settings = {"Book": "true", "BookFile": self.file, "BookLearn": "true", "BookTreshold": 0}

    def assert_book_is_right(self, arena):
        lives = arena.lives()
        known = count(game for life in lives for game in life.told()[:life.acknowledged])
        in_flight = [game for life in lives for game in life.in_flight()]
        for entry, (games, half_points) in zip(self.book.entries, self.book.learn_fields(self.file.read_bytes())):
            possible = {known.get(entry, (0, 0))}
            for game in in_flight:
                if entry in game.held:
                    possible |= {(n + 1, total + game.half_points) for n, total in possible}
            self.assertIn((games, half_points), possible, f"{entry} (seed {arena.seed})")
        return in_flight

    def test_no_kills(self):
        arena = Arena(self, self.folder, self.settings, games=max(GAMES // 4, 20))
        arena.run()
        self.assertEqual(self.assert_book_is_right(arena), [])

    def test_kills(self):
        arena = Arena(self, self.folder, self.settings, kills_per_game=KILLS_PER_GAME)
        arena.run()
        self.assertTrue(any(life.killed for life in arena.lives()))
        self.assert_book_is_right(arena)

    def test_kills_uci(self):
        arena = Arena(self, self.folder, self.settings, talk=Uci, games=GAMES // 2, kills_per_game=KILLS_PER_GAME)
        arena.run()
        self.assert_book_is_right(arena)

    def test_kills_side_store(self):
        store = self.folder / "learn.db"
        arena = Arena(self, self.folder, {**self.settings, "BookLearnFile": store}, kills_per_game=KILLS_PER_GAME)
        arena.run()
        self.assertEqual(self.file.read_bytes(), self.book.bytes, "the book itself stays as it is")
        found = self.read_store(store)
        whole = Counter()
        for life in arena.lives():
            told = life.told()
            allowed = [count(told[:n]) for n in range(life.acknowledged, len(told) + 1)]
            rows = found.pop(life.name, {})
            self.assertIn(rows, allowed, f"{life.name} (seed {arena.seed})")
            if life.in_flight():
                whole["written" if rows != allowed[0] else "not written"] += 1
        self.assertEqual(found, {}, "opponents of no game")
        print(f"games in flight: {dict(whole)}")

    def read_store(self, store):
        """{opponent: {(path, move): (games, half-points)}}"""
        names = {(key, move): entry for (key, move), entry in zip(self.book.keys_and_moves, self.book.entries)}
        found = {}
        database = sqlite3.connect(store)
        self.assertEqual(database.execute("PRAGMA integrity_check").fetchall(), [("ok",)])
        for key, move, opponent, games, half_points in database.execute(
                "SELECT key, move, name, games, half_points FROM results JOIN names ON names.id = opponent"):
            found.setdefault(opponent, {})[names[key % (1 << 64), move]] = (games, half_points)
        database.close()
        return found

    def test_readers(self):
        """We win all games, so that in a valid entry half-points are twice the games."""
        stop, faults, looks = threading.Event(), [], Counter()

        def watch():
            before = self.book.learn_fields(self.book.bytes)
            while not stop.is_set() and not faults:
                try:
                    now = self.book.learn_fields(self.file.read_bytes())
                except ValueError as error:
                    faults.append(str(error))
                    return
                for entry, old, new in zip(self.book.entries, before, now):
                    if new[1] != 2 * new[0] or new[0] < old[0]:
                        faults.append(f"{entry}: {new} after {old}")
                before = now
                looks["reads"] += 1

        def inspect(program):
            lines = set()
            while not stop.is_set() and not faults:
                done = subprocess.run([program, "info-book", "-bin", self.file], capture_output=True, text=True,
                                      cwd=self.folder, timeout=SILENCE_S, check=False)
                lines.add(next((line for line in done.stdout.splitlines() if line.startswith("Lines for white")), ""))
                if done.returncode != 0 or "" in lines or len(lines) > 1:
                    faults.append(f"{program}: status {done.returncode}, {lines}: {done.stdout} {done.stderr}")
                looks[f"info-book of {program}"] += 1

        threads = [threading.Thread(target=watch)]
        threads += [threading.Thread(target=inspect, args=[program]) for program in (adapter(), DEBIAN_POLYGLOT)
                    if shutil.which(program)]
        for thread in threads:
            thread.start()
        try:
            arena = Arena(self, self.folder, self.settings, adapters=READING_ADAPTERS, games=5, results=None)
            arena.run()
        finally:
            stop.set()
            for thread in threads:
                thread.join()
        self.assertEqual(faults, [])
        self.assertEqual(self.assert_book_is_right(arena), [])
        self.assertTrue(all(looks.values()) and looks["reads"])
        print(f"meanwhile: {dict(looks)}")


if __name__ == "__main__":
    unittest.main(verbosity=2)

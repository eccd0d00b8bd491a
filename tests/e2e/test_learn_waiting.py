#!/usr/bin/env python3
"""Games whose results cannot be written when an adapter leaves wait in a file, and the next adapters take them in.

While another program holds the lock of the store or of the book, all games of all adapters that quit are kept, and the GUI
gets a message. Then several adapters at a time start and are killed at random moments, until the file is gone: each game has
counted once.

POLYGLOT_FULL=1: ten times the games.
"""
import fcntl
import os
import random
import re
import signal
import sqlite3
import struct
import subprocess
import tempfile
import time
import unittest
from pathlib import Path

import test_learn_faults as faults
from e2e_support import LIMIT, adapter, fake_engine, write_ini

FULL = os.environ.get("POLYGLOT_FULL") == "1"
ADAPTERS, GAMES = 10, 300 if FULL else 30  # games of each
WAITING = 20000 if FULL else 2000          # games for the adapters that are killed
F_OFD_SETLK = 37


class Locked:
    """Another program holds the book or the store."""

    def __init__(self, file, is_book):
        self.file = file
        if is_book:
            self.descriptor = os.open(file, os.O_RDWR)
            whole = struct.pack("hhqqi", fcntl.F_WRLCK, os.SEEK_SET, 0, 0, 0)
            fcntl.fcntl(self.descriptor, F_OFD_SETLK, whole)
        else:
            self.database = sqlite3.connect(file, isolation_level=None)
            self.database.execute("BEGIN EXCLUSIVE")

    def release(self):
        if hasattr(self, "descriptor"):
            os.close(self.descriptor)
        else:
            self.database.execute("ROLLBACK")
            self.database.close()


class Waiting(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="polyglot waiting ")
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.lives = []
        self.addCleanup(self.kill_all)

    def kill_all(self):
        for life in self.lives:
            if life.poll() is None:
                life.kill()
            life.wait(LIMIT)
            life.stdin.close()
            life.stdout.close()

    def case(self, store):
        case = faults.Case(self.folder / "place", "-") if store == "-" else \
            faults.DatabaseCase(self.folder / "place", store, 1)
        case.store_file = case.folder / ("book.bin" if store == "-" else store)
        case.waiting = Path(f"{case.store_file}.waiting")
        if store == "-":
            case.before = [(1, 2), (0, 0), (0, 0)]
            (case.folder / "book.bin").write_bytes(faults.make_book(case.before))
        return case

    def start(self, case):
        name = f"{len(self.lives)}"
        settings = {"EngineCommand": f'"{fake_engine()}" --random-legal', "Book": "true", "BookRandom": "false",
                    "BookFile": case.folder / "book.bin", "BookLearn": "true", "Log": "true", "StartTimeout": 600,
                    "LogFile": self.folder / f"{name}.log"}
        if case.store != "-":
            settings["BookLearnFile"] = case.store_file
        life = subprocess.Popen([adapter(), write_ini(self.folder / f"{name}.ini", settings)], stdin=subprocess.PIPE,
                                stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, bufsize=1)
        life.log = self.folder / f"{name}.log"
        self.lives.append(life)
        return life

    def wait_for(self, life, line):
        for said in life.stdout:
            if said.strip() == line:
                return
        self.fail(f"no {line}: {life.log.read_text()}")

    def games_in(self, case):
        try:
            return case.waiting.read_bytes().count(b"v1 game ")
        except FileNotFoundError:
            return 0

    def check_counts(self, case, games, all_moves):
        expected = [(count + games, total + 2 * games) if all_moves or i == 0 else (count, total)
                    for i, (count, total) in enumerate(case.before)]
        self.assertEqual(case.kept(case.folder) if case.store == "-" else self.sums_of(case), expected)

    @staticmethod
    def sums_of(case):
        """Of all engines."""
        with sqlite3.connect(case.store_file) as database:
            sums = [database.execute("SELECT sum(games), sum(half_points) FROM results WHERE key = ? AND move = ?",
                                     (key - (1 << 64) if key >> 63 else key, faults.move(text))).fetchone()
                    for key, text in zip(faults.KEYS, faults.LINE[::2])]
        database.close()
        return sums

    def test_nothing_is_lost_while_the_book_is_locked(self):
        self.check_locked(self.case("-"))

    def test_nothing_is_lost_while_the_store_is_locked(self):
        self.check_locked(self.case("learn.db"))

    def check_locked(self, case):
        other = Locked(case.store_file, case.store == "-")
        lives = [self.start(case) for _ in range(ADAPTERS)]
        for life in lives:
            life.stdin.write("xboard\nprotover 2\n")
        for life in lives:
            self.wait_for(life, "feature done=1")
        for game in range(GAMES):
            for life in lives:
                life.stdin.write(f"new\ngo\nresult 1-0 {{White mates}}\nping {game}\n")
            for life in lives:
                self.wait_for(life, f"pong {game}")
        for life in lives:
            life.stdin.write("quit\n")
        messages = []
        for life in lives:
            said = life.stdout.read()
            self.assertEqual(life.wait(LIMIT), 0)
            messages += re.findall(r"^telluser polyglot: the results of (\d+) games are kept in (.*) and will be learnt later: ",
                               said, re.M)
        self.assertEqual(messages, [(str(GAMES), str(case.waiting))] * ADAPTERS)
        self.assertEqual(self.games_in(case), ADAPTERS * GAMES)
        other.release()
        self.check_counts(case, 0, False)
        for life in [self.start(case) for _ in range(4)]:  # at once
            life.stdin.write("xboard\nprotover 2\n")
            self.wait_for(life, "feature done=1")
        self.wait_until_taken(case)
        self.check_counts(case, ADAPTERS * GAMES, False)
        for life in self.lives[-4:]:
            life.stdin.write("quit\n")
            self.assertEqual(life.wait(LIMIT), 0)
        for life in self.lives:  # without the store and its file
            replayed = subprocess.run([adapter(), "replay", life.log], capture_output=True, text=True, timeout=LIMIT,
                                      check=False)
            self.assertEqual(replayed.returncode, 0, replayed.stdout + replayed.stderr)

    def wait_until_taken(self, case):
        deadline = time.monotonic() + LIMIT
        while case.waiting.exists():
            self.assertLess(time.monotonic(), deadline, f"{self.games_in(case)} games are still waiting")
            time.sleep(0.01)

    def test_adapters_are_killed_while_they_take_games_into_a_book(self):
        self.check_kills(self.case("-"))

    def test_adapters_are_killed_while_they_take_games_into_a_store(self):
        self.check_kills(self.case("learn.db"))

    def check_kills(self, case):
        kept = case.probe(case.folder, "keep", f"2x{WAITING}", *faults.LINE)
        self.assertEqual(kept.stdout, f"kept {WAITING}\n", kept.stderr)
        seed = random.randrange(1 << 30)
        rng, kills, amid = random.Random(seed), 0, 0
        deadline = time.monotonic() + 4 * LIMIT
        while case.waiting.exists():
            self.assertLess(time.monotonic(), deadline, f"{self.games_in(case)} games are still waiting (seed {seed})")
            lives = [self.start(case) for _ in range(3)]
            for life in lives:
                time.sleep(rng.random() * WAITING / 60000)  # the whole file is read before the first game is taken
                life.send_signal(signal.SIGKILL)
                life.wait(LIMIT)
                kills += 1
                amid += self.last_line(case).startswith(b"v1 progress")
        self.check_counts(case, WAITING, True)
        self.assertEqual([file.name for file in case.folder.iterdir() if "waiting" in file.name], [], f"seed {seed}")
        print(f"{case.store}: {WAITING} games, {kills} kills, {amid} in the middle of a game (seed {seed})")

    @staticmethod
    def last_line(case):
        try:
            return case.waiting.read_bytes().rstrip(b"\n").rpartition(b"\n")[2]
        except FileNotFoundError:
            return b""


if __name__ == "__main__":
    unittest.main()

#!/usr/bin/env python3
"""The adapter is ended at every moment of a short session, from its start to the end of its process, moments inside its
own exit among them: by SIGTERM, SIGINT, SIGHUP, the end of the GUI's input, a GUI that has gone, the death of its engine,
and by two of these. A moment is a call of the system, counted by tests/support/harness/end_moments.cpp: no clock decides.

Whatever ends the session, at any moment: the exit status is the documented one, no process is left, the log ends
in `= exit STATUS` and can be replayed, a result that the GUI reported is learnt once, standard input is left unchanged, and no deadline had to
pass for any of that (QuitTimeout is longer than this test).

POLYGLOT_ALL_FAULTS=1: every moment, and more pairs; else one in some fifty.
"""
import contextlib
import fcntl
import itertools
import os
import re
import signal
import socket
import sqlite3
import struct
import subprocess
import tempfile
import threading
import unittest
import uuid
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from chess_rules import START_FEN
from e2e_support import adapter, fake_engine, preloaded, skip
from polyglot_book import key_of
from uci_match import MARKER, processes_with_marker

ALL = os.environ.get("POLYGLOT_ALL_FAULTS") == "1"
LIBRARY = os.environ.get("POLYGLOT_END_MOMENTS", "")
LIMIT = 60.0  # seconds, for what takes a fraction of one: only a hang is longer
ENDS = tuple("{} " + end for end in ("TERM", "INT", "HUP", "GUI", "GONE", "ENGINE"))
ENGINE_FAILED = 6

# What the GUI says, and the first word of the answer that it waits for.
UCI = (("uci", "uciok"), ("isready", "readyok"),
       ("ucinewgame\nposition startpos\ngo movetime 10", "bestmove"),                         # a book move
       ("position startpos moves e2e4 e7e5\ngo movetime 10", "bestmove"),                     # one of the engine's
       ("position startpos moves e2e4 e7e5\ngo infinite", "info"), ("stop", "bestmove"),
       ("result 1-0\nisready", "readyok"), ("quit", None))
XBOARD = (("xboard\nprotover 2", "feature"), ("new\nlevel 40 5 0\neasy\nping 1", "pong"), ("go", "move"),
          ("e7e5", "move"), ("result 1-0 {White mates}\nping 2", "pong"), ("analyze\n.\nexit\nping 3", "pong"),
          ("quit", None))


class Run:
    """One session of the adapter in a separate folder, ended at `moments`."""

    def __init__(self, folder, script, moments, settings=(), engine=()):
        self.folder, self.settings, self.marker = folder, settings, uuid.uuid4().hex
        (folder / "book.bin").write_bytes(BOOK)
        words = [word for setting in (*SETTINGS, *settings) for word in ("-pg", setting)]
        ours, its_input = socket.socketpair()
        read_from, its_output = socket.socketpair()
        self.flags = fcntl.fcntl(its_input, fcntl.F_GETFL)
        self.process = subprocess.Popen(
            [adapter(), "-noini", *words, "--", fake_engine(), "--random-legal", *engine], stdin=its_input, stdout=its_output,
            stderr=subprocess.PIPE, cwd=folder, start_new_session=True, restore_signals=False,
            env={**os.environ, "HOME": str(folder), MARKER: self.marker, **preloaded(LIBRARY), "END_MOMENTS": moments})
        its_output.close()
        self.hung = False
        watchdog = threading.Timer(LIMIT, self._give_up)
        watchdog.start()
        try:
            with ours, read_from:
                self._talk(ours, read_from, script)
            self.stderr = self.process.stderr.read().decode()
            self.status = self.process.wait()
            self.left = processes_with_marker(self.marker)
            self.flags_after = fcntl.fcntl(its_input, fcntl.F_GETFL)
        finally:
            watchdog.cancel()
            self._give_up(hung=False)
            its_input.close()
            self.process.stderr.close()
        log = folder / "own.log"
        lines = log.read_text().splitlines() if log.exists() else []
        self.log = [line.split("] ", 1)[1] for line in lines]
        self.happened = re.findall(r"^moment: (\d+) (\w+) (\w+)$", self.stderr, re.MULTILINE)

    def _talk(self, ours, read_from, script):
        """As far as the adapter listens and answers; both ends stay open until it has gone."""
        heard = read_from.makefile("rb")
        for text, answer in script:
            with contextlib.suppress(BrokenPipeError):
                ours.sendall(text.encode() + b"\n")
            word = b""
            while answer is not None and word != answer.encode():
                line = heard.readline()
                if not line:
                    break
                word = line.split()[0] if line.split() else b""
        with contextlib.suppress(ConnectionResetError):
            heard.read()
        self.process.wait()

    def _give_up(self, hung=True):
        self.hung = self.hung or hung
        for pid, _ in processes_with_marker(self.marker):
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)

    def first_end(self):
        """The line of the log that decides the end of the session; empty if there is none. A quit, and the end of the
        GUI's input, count when all earlier commands have been carried out; an engine is replaced once it has started."""
        replaced = "OnEngineFailure=restart" in self.settings
        started = False
        for line in self.log:
            started = started or line == "engine> uciok"
            failed = line.startswith("! engine killed") and not (replaced and started)
            if failed or line in ("! terminate", "engine< quit", "= terminate engine"):
                return line
        return ""

    def learnt(self):
        """Games and half-points of e2e4, and only of that, in the book or beside it."""
        if "BookLearnFile=learn.db" in self.settings:
            store = self.folder / "learn.db"
            if not store.exists():
                return 0, 0
            with contextlib.closing(sqlite3.connect(store)) as database:
                assert database.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
                tables = database.execute("SELECT count(*) FROM sqlite_schema").fetchone()[0]
                rows = database.execute("SELECT games, half_points FROM results").fetchall() if tables else []
                assert len(rows) <= 1, rows
                return rows[0] if rows else (0, 0)
        return struct.unpack(">HH", (self.folder / "book.bin").read_bytes()[12:16])


BOOK = struct.pack(">QHHHH", key_of(adapter(), START_FEN), 0x31C, 10, 0, 0)
SETTINGS = ("Book=true", "BookFile=book.bin", "BookLearn=true", "BookLearnMinPly=0", "Log=true", "LogFile=own.log",
            "QuitTimeout=3600")


class EndMoments(unittest.TestCase):
    def setUp(self):
        if not os.path.exists(LIBRARY):
            skip("POLYGLOT_END_MOMENTS names no library")
        folder = tempfile.TemporaryDirectory(prefix="polyglot moments ")
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def run_once(self, script, moments, **start):
        """The moments that came, after everything that must be true has been looked at."""
        folder = Path(tempfile.mkdtemp(dir=self.folder))
        run = Run(folder, script, moments, **start)
        try:
            self.judge(run)
        except AssertionError as error:
            raise AssertionError(f"END_MOMENTS={moments!r}, status {run.status}\n{run.stderr}\n" + "\n".join(run.log[-30:])
                                 + f"\n{error}") from None
        return run.happened

    def judge(self, run):
        self.assertFalse(run.hung)
        self.assertEqual(run.left, [])
        self.assertEqual(run.flags_after, run.flags, "of standard input")
        self.assertEqual(re.sub(r"^moment: .*\n", "", run.stderr, flags=re.MULTILINE), "")
        end = run.first_end()
        was_sent = any(line.startswith("gui> result 1-0") for line in run.log[:run.log.index(end) if end else None])
        self.assertEqual(run.learnt(), (1, 2) if was_sent else (0, 0))
        if run.status < 0:  # it has not begun yet, and has nothing to end but itself
            self.assertIn(signal.Signals(-run.status).name, ["SIG" + how for _, how, _ in run.happened])
            self.assertFalse(any(line.startswith(("! start", "engine", "gui")) for line in run.log))
            return
        self.assertEqual(run.log[-1], f"= exit {run.status}")
        self.assertEqual(run.status, ENGINE_FAILED if end.startswith("! engine killed") else 0)
        if "QuitTimeout=0" not in run.settings:
            self.assertTrue("= terminate engine" not in run.log, "a deadline has passed")
        replayed = subprocess.run([adapter(), "replay", "own.log"], cwd=run.folder, capture_output=True, text=True, check=False)
        self.assertEqual(replayed.returncode, 0, replayed.stdout + replayed.stderr)

    def sweep(self, script, ends, step, **start):
        """Each of the ends, such as "{} TERM 3 INT", at every step-th moment of the session.
        Returns the number of ends at each system call."""
        def one_end(number, end):
            seen = Counter()
            for at in itertools.count(1 + number * 7 % step, step):
                happened = self.run_once(script, end.format(at), **start)
                if not happened:
                    return seen
                seen[happened[-1][2]] += 1
        with ThreadPoolExecutor(max_workers=3) as pool:
            seen = sum(pool.map(one_end, range(len(ends)), ends), Counter())
        self.assertGreater(sum(seen.values()), len(ends))
        print(f"{self._testMethodName}: {sum(seen.values())} moments: {dict(sorted(seen.items()))}")
        return seen

    def test_uci(self):
        self.sweep(UCI, ENDS, 1 if ALL else 40)

    def test_a_signal_more_closely(self):
        self.sweep(UCI, ["{} TERM"], 1 if ALL else 3)  # also on the way out, some fifty calls of two hundred

    def test_xboard(self):
        self.sweep(XBOARD, ENDS, 1 if ALL else 40)

    def test_two_ends(self):
        pairs = ("TERM {} TERM", "TERM {} INT 3 HUP", "TERM {} ENGINE", "GUI {} TERM", "GUI {} ENGINE", "GONE {} HUP",
                 "ENGINE {} TERM", "ENGINE {} GUI")
        later = range(0, 70, 4) if ALL else (1, 25, 45)
        self.sweep(UCI, ["{} " + pair.format(calls) for pair in pairs for calls in later], 20 if ALL else 100)

    def test_a_store_of_results(self):
        self.sweep(UCI, ENDS, 2 if ALL else 50, settings=["BookLearnFile=learn.db"])

    def test_an_engine_that_is_replaced(self):
        ends = [f"{{}} ENGINE {calls} {end}" for end in ("TERM", "GUI") for calls in range(0, 60, 6)]
        self.sweep(UCI, ["{} ENGINE", *ends], 10 if ALL else 100, settings=["OnEngineFailure=restart"])

    def test_an_engine_that_has_to_be_killed(self):
        ends = [*ENDS, *("{} TERM %d TERM" % calls for calls in range(0, 60, 6))]
        self.sweep(UCI, ends, 5 if ALL else 60, settings=["QuitTimeout=0"], engine=["--ignore-quit", "--ignore-term"])


if __name__ == "__main__":
    unittest.main()

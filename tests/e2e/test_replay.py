#!/usr/bin/env python3
"""`polyglot replay` on logs of the real adapter: it reports no difference in an unchanged log, finds a changed line and
the few lines that reproduce it, and reports a log that cannot be played."""
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

from e2e_support import CRASH, adapter, fake_engine, posix_only, write_ini
from polyglot_book import Book
from xboard_host import LineProcess

PATIENCE = 60.0  # seconds
XBOARD_ENGINE = Path(__file__).resolve().parent.parent / "support" / "engines" / "xboard_engine.py"
STAMP = re.compile(rb"^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3} \[(\d+)\] (.*)$")
POSITIONS = {"": "e2e4 3, d2d4 2", "e2e4": "e7e5 1", "d2d4": "d7d5 1", "e2e4 e7e5": "g1f3 5, f1c4 4"}


class Session(LineProcess):
    """An adapter, and what is said to it."""

    def wait_for(self, start):
        deadline = time.monotonic() + PATIENCE
        while True:
            line = self.read_line(deadline)[1]
            if line.startswith(start):
                return line

    def leave(self):
        self.send("quit")
        if self.wait_exit(PATIENCE) is None:
            raise AssertionError("the adapter does not leave")


class Replay(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="polyglot e2e ")  # a blank, as in many users' paths
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.log = self.folder / "a log.log"
        (self.folder / "a book.bin").write_bytes(Book(adapter(), POSITIONS).bytes)

    def start(self, engine, **settings):
        ini = write_ini(self.folder / "polyglot.ini", {
            "EngineCommand": engine, "Log": "true", "LogFile": self.log, "Book": "true",
            "BookFile": self.folder / "a book.bin", **settings}, {"Hash": "32"})
        running = Session([adapter(), ini])
        self.addCleanup(running.kill)
        return running

    def play_uci(self, engine=None, games=3, **settings):
        gui = self.start(engine or f'"{fake_engine()}" --bestmove a2a3 --thinking 5', **settings)
        gui.send("", "uci")
        gui.wait_for("uciok")
        for _ in range(games):
            gui.send("ucinewgame", "isready")
            gui.wait_for("readyok")
            for moves in ("", " moves e2e4 e7e5", " moves e2e4 e7e5 h2h4 h7h5"):
                os.write(gui.process.stdin.fileno(), b" \xff\x00\x01 no text\t\r\n")
                gui.send("position startpos" + moves, "go movetime 20")
                gui.wait_for("bestmove")
        return gui

    def play_xboard(self, games=1, **settings):
        gui = self.start(f'"{sys.executable}" -B -S "{XBOARD_ENGINE}" --violations "{self.folder}/violations"', **settings)
        gui.send("xboard", "protover 2")
        for _ in range(games):
            gui.send("new", "post", "level 40 5 0", "time 30000", "otim 30000", "go")
            gui.wait_for("move")
            gui.send("usermove h7h6")
            gui.wait_for("move")
            gui.send("ping 5")
            gui.wait_for("pong 5")
        gui.send("result 1-0 {White wins}", "new", "ping 6")
        gui.wait_for("pong 6")
        return gui

    def replay(self, *arguments, log=None, cwd=None):
        return subprocess.run([adapter(), "replay", log or self.log, *arguments], capture_output=True, cwd=cwd,
                              timeout=PATIENCE * 2)

    def assert_same(self, **where):
        done = self.replay(**where)
        self.assertEqual(done.returncode, 0, (done.stdout + done.stderr).decode("utf-8", "replace"))
        self.assertRegex(done.stdout, rb"^no difference: \d+ lines in, \d+ lines out, of process \d+\n$")
        return done

    def change(self, is_it, to):
        """Changes the last line that is_it says yes to; its number."""
        lines = self.log.read_bytes().split(b"\n")
        number = max(i for i, line in enumerate(lines) if STAMP.match(line) and is_it(STAMP.match(line)[2]))
        stamp = lines[number][:len(lines[number]) - len(STAMP.match(lines[number])[2])]
        lines[number] = stamp + to
        self.log.write_bytes(b"\n".join(lines))
        return number + 1

    @staticmethod
    def inputs(log):
        return len(re.findall(rb"\] (gui>|engine>|!)", log.read_bytes()))

    def check_changed(self, is_it, to):
        """The changed line is found; what -minimise leaves is short and shows the same."""
        number = self.change(is_it, to)
        done = self.replay()
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertTrue(done.stdout.startswith(f"{self.log}:{number}: ".encode()), done.stdout)
        self.assertIn(b"expected: " + to, done.stdout)
        came = re.search(rb"came: +(.*)", done.stdout)[1]

        short = self.folder / "short.log"
        done = self.replay("-minimise", "-output", short)
        self.assertEqual(done.returncode, 1, done.stderr)
        whole, left = self.inputs(self.log), self.inputs(short)  # what an input brings about stays with it
        self.assertLess(left * 2, whole, (left, whole, short.read_bytes()))
        done = self.replay(log=short)
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertIn(b"expected: " + to, done.stdout)
        self.assertEqual(re.search(rb"came: +(\S+ \S+)", done.stdout)[1], b" ".join(came.split()[:2]))

    # --- no difference --------------------------------------------------------------------------------------------

    def test_uci(self):
        self.play_uci().leave()
        shutil.move(self.folder / "a book.bin", self.folder / "elsewhere.bin")  # the log has its answers
        self.assert_same(cwd="/")
        self.check_changed(lambda text: text.startswith(b"gui< bestmove"), b"gui< bestmove b2b4")

    @posix_only("the engine is a program in Python")
    def test_xboard(self):
        self.play_xboard(games=3).leave()  # or its log would be mostly features
        self.assert_same()
        self.check_changed(lambda text: text.startswith(b"gui< pong"), b"gui< pong 7")

    @posix_only("the engine is a program in Python")
    def test_what_was_learnt(self):
        for _ in range(3):  # what the first games have taught decides about the others
            gui = self.play_xboard(BookLearn="true", BookLearnFile=self.folder / "results.db", BookLearnMinGames="1",
                                   BookRandom="false")
            gui.leave()
            self.assert_same()
        self.assertIn(b"= learn 2: ", self.log.read_bytes())
        self.assertIn(b" n=2 s=4", self.log.read_bytes())

    def test_engine_that_dies(self):
        gui = self.play_uci(f'"{fake_engine()}" --crash-on ucinewgame --stderr "last (words) "', games=0)
        gui.send("ucinewgame")
        self.assertIsNotNone(gui.wait_exit(PATIENCE))
        self.assertIn(CRASH.encode(), self.log.read_bytes())
        self.assert_same()

    def test_engine_that_is_silent(self):
        gui = self.start(f'"{fake_engine()}" --silent --ignore-quit', StartTimeout="1")
        gui.send("uci")
        self.assertIsNotNone(gui.wait_exit(PATIENCE))
        self.assertIn(b"! timeout", self.log.read_bytes())
        self.assert_same()
        self.change(lambda text: text == b"! timeout", b"# no timeout")
        self.assertEqual(self.replay().returncode, 1)

    def test_engine_that_says_its_moves_twice(self):
        for thinking in (0, 2):
            self.play_uci(f'"{fake_engine()}" --bestmove a2a3 --bestmove-twice --thinking {thinking}').leave()
            self.assert_same()

    @posix_only("the engine is a program in Python")
    def test_results_that_are_reset(self):
        """In the middle of a game, at its end, twice, and at the end of the session."""
        for where in ({"BookLearnFile": self.folder / "results.db"}, {}):
            gui = self.play_xboard(BookLearn="true", **where)
            gui.send("option Polyglot BookLearnReset", "level 40 5 0", "time 30000", "go")
            gui.wait_for("move")
            gui.send("option Polyglot BookLearnReset", "usermove h7h6")
            gui.wait_for("move")
            gui.send("result 1-0 {White wins}", "option Polyglot BookLearnReset", "option Polyglot BookLearnReset", "new",
                     "ping 7")
            gui.wait_for("pong 7")
            gui.send("option Polyglot BookLearnReset")
            gui.leave()
            self.assertIn(b"? results forgot ", self.log.read_bytes())
            self.assert_same()

    def test_endless_line(self):
        gui = self.play_uci(games=1)
        gui.send("setoption name Nonsense value " + "x" * (3 << 19), "isready")
        gui.wait_for("readyok")
        gui.leave()
        self.assertIn(b"! warn ", self.log.read_bytes())
        self.assert_same()

    # --- logs that are not whole ----------------------------------------------------------------------------------

    def test_killed_process_and_torn_line(self):
        gui = self.play_uci(games=1)
        gui.kill()
        self.assert_same()
        data = self.log.read_bytes().rstrip(b"\n")
        self.log.write_bytes(data[:-3])
        self.assertIn(b"no end", self.assert_same().stderr)

    def test_several_processes(self):
        self.play_uci(games=1).leave()
        self.play_uci(games=2).leave()
        pids = list(dict.fromkeys(int(STAMP.match(line)[1]) for line in self.log.read_bytes().splitlines()))
        self.assertEqual(len(pids), 2)
        done = self.assert_same()
        self.assertIn(f"of processes {pids[0]}, {pids[1]}: the last one is played".encode(), done.stderr)
        self.assertIn(f"of process {pids[1]}\n".encode(), done.stdout)
        done = self.replay("-pid", str(pids[0]))
        self.assertEqual((done.returncode, done.stderr), (0, b""))
        self.assertIn(f"of process {pids[0]}\n".encode(), done.stdout)
        self.assertEqual(self.replay("-pid", "1").returncode, 2)

    def test_without_its_beginning(self):
        self.play_uci(games=1).leave()
        lines = self.log.read_bytes().split(b"\n")
        self.log.write_bytes(b"\n".join(lines[len(lines) // 2:]))
        done = self.replay()
        self.assertEqual(done.returncode, 2)
        self.assertIn(b"begins in the middle", done.stderr)

    def test_log_switched_off_and_on(self):
        gui = self.play_uci(games=1)
        gui.send("setoption name Polyglot Log value false", "isready")
        gui.wait_for("readyok")
        gui.send("setoption name Polyglot Log value true", "isready")
        gui.wait_for("readyok")
        gui.leave()
        self.assertIn(b"switched off", self.assert_same().stderr)

    def test_saved_settings(self):
        ini = {"EngineCommand": f'"{fake_engine()}"', "Log": "true", "LogFile": self.log, "SettingsDir": self.folder}
        write_ini(self.folder / "polyglot.ini", ini)
        write_ini(self.folder / "Fake Engine.ini", {"EngineName": "Another"})
        gui = Session([adapter(), self.folder / "polyglot.ini"])
        self.addCleanup(gui.kill)
        gui.send("uci")
        gui.wait_for("uciok")
        gui.leave()
        self.assertIn(b"? settings\n", self.log.read_bytes())
        self.assert_same()

    def test_usage(self):
        for arguments in ([], ["-nonsense"], [self.folder / "nowhere.log"], ["one", "two"], ["a", "-output", "b"]):
            done = subprocess.run([adapter(), "replay", *arguments], capture_output=True, timeout=PATIENCE)
            self.assertEqual((done.returncode, done.stdout), (2, b""), done.stderr)
        self.log.write_bytes(b"no log\n")
        self.assertEqual(self.replay().returncode, 2)


if __name__ == "__main__":
    unittest.main(verbosity=2)

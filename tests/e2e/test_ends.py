#!/usr/bin/env python3
"""Signals, ends and what must not stop the adapter in play: ignored signals stay ignored, an engine that cannot be
killed is left alone, and neither a file nor a folder that is gone is the end of a game."""
import fcntl
import os
import shutil
import signal
import sqlite3
import struct
import subprocess
import tempfile
import threading
import unittest
import uuid
from pathlib import Path

from chess_rules import START_FEN
from e2e_support import adapter, fake_engine, preloaded
from polyglot_book import key_of
from uci_match import MARKER, processes_with_marker

LIMIT = 60.0  # seconds, for what takes a fraction of one: only a hang is longer


class Running:
    """The adapter with pipes; every wait ends after LIMIT."""

    def __init__(self, arguments, cwd, environment=None, before=None, **popen):
        self.marker = uuid.uuid4().hex
        self.process = subprocess.Popen(
            [str(argument) for argument in arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, cwd=cwd, env={**os.environ, MARKER: self.marker, **(environment or {})},
            start_new_session=True, preexec_fn=before, restore_signals=False, **popen)
        self.watchdog = threading.Timer(LIMIT, self.process.kill)  # then reading ends
        self.watchdog.start()

    def send(self, *lines):
        self.process.stdin.write("".join(line + "\n" for line in lines).encode())
        self.process.stdin.flush()

    def read_until(self, word):
        lines = []
        while not lines or lines[-1].split(" ")[0] != word:
            line = self.process.stdout.readline()
            if not line:
                raise AssertionError(f"output ended before {word}: {lines}; {self.process.stderr.read()}")
            lines.append(line.decode().rstrip("\n"))
        return lines

    def finish(self):
        """What standard output and error still say, and the exit status. Standard input stays open."""
        out, err = self.process.stdout.read().decode(), self.process.stderr.read().decode()
        return out, err, self.process.wait()

    def engine(self):
        """Pid of the engine. It must have answered already: before exec it still looks like the adapter."""
        return next(pid for pid, _ in processes_with_marker(self.marker) if pid != self.process.pid)

    def clean_up(self):
        self.watchdog.cancel()
        for pid, _ in processes_with_marker(self.marker):
            os.kill(pid, signal.SIGKILL)
        self.process.wait()
        for stream in (self.process.stdin, self.process.stdout, self.process.stderr):
            try:
                stream.close()
            except BrokenPipeError:
                pass


def ignored_by(pid):
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("SigIgn:"):
            mask = int(line.split()[1], 16)
            return {signal.Signals(n) for n in range(1, 32) if mask >> (n - 1) & 1}
    raise AssertionError("no SigIgn")


class Ends(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="polyglot ends ")
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def start(self, *settings, engine=(), cwd=None, program=None, **popen):
        words = [word for setting in settings for word in ("-pg", setting)]
        running = Running([program or adapter(), "-noini", *words, "--", *(engine or [fake_engine()])],
                          cwd or self.folder, **popen)
        self.addCleanup(running.clean_up)
        return running

    def ready(self, *settings, **start):
        running = self.start(*settings, **start)
        running.send("uci")
        running.read_until("uciok")
        return running

    def assert_plays(self, running):
        running.send("position startpos", "go movetime 10")
        return running.read_until("bestmove")

    def assert_ends(self, running, status=0):
        out, err, code = running.finish()
        self.assertEqual(code, status, out + err)

    # --- signals ------------------------------------------------------------------------------------------------

    def test_what_was_ignored_stays_ignored(self):
        for ignored in (signal.SIGHUP, signal.SIGINT, signal.SIGTERM):
            with self.subTest(ignored=ignored):
                running = self.ready(before=lambda s=ignored: signal.signal(s, signal.SIG_IGN))
                self.assertIn(ignored, ignored_by(running.engine()))
                os.kill(running.process.pid, ignored)
                self.assertIn("bestmove e2e4", self.assert_plays(running))
                running.send("quit")
                self.assert_ends(running)

    def test_what_was_not_ignored_is_an_end(self):
        for sent in (signal.SIGHUP, signal.SIGINT, signal.SIGTERM):
            with self.subTest(sent=sent):
                running = self.ready(before=lambda s=sent: signal.signal(s, signal.SIG_DFL))
                self.assertNotIn(sent, ignored_by(running.engine()))
                os.kill(running.process.pid, sent)
                self.assert_ends(running)

    def test_sigint_is_no_end_under_an_xboard_gui(self):
        """In either version of its protocol; SIGTERM is."""
        for number, version in enumerate(([], ["protover 1"], ["protover 2"])):
            with self.subTest(version=version):
                running = self.start()
                running.send("xboard", *version, f"ping {number}")
                self.assertEqual(running.read_until("pong")[-1], f"pong {number}")
                for again in (8, 9):
                    os.kill(running.process.pid, signal.SIGINT)
                    running.send(f"ping {again}")
                    self.assertEqual(running.read_until("pong"), [f"pong {again}"])
                os.kill(running.process.pid, signal.SIGTERM)
                self.assert_ends(running)

    def test_pipes_and_file_limits_are_the_engines_own_business(self):
        running = self.ready(before=lambda: [signal.signal(s, signal.SIG_DFL) for s in (signal.SIGPIPE, signal.SIGXFSZ)])
        self.assertEqual(ignored_by(running.engine()) & {signal.SIGPIPE, signal.SIGXFSZ}, set())
        running.send("quit")
        self.assert_ends(running)

    # --- an engine that does not die ----------------------------------------------------------------------------

    def test_an_engine_that_cannot_be_killed_does_not_hold_us_up(self):
        library = os.environ.get("POLYGLOT_FAULT_POINTS", "")
        if not os.path.exists(library):
            self.skipTest("no fault_points library")
        preload = {**preloaded(library), "FAULT_KIND": "unkillable"}
        engine = [fake_engine(), "--ignore-quit", "--ignore-term"]
        for how in ("quit", "end of input", "SIGTERM"):
            with self.subTest(how=how):
                running = self.ready("QuitTimeout=0", engine=engine, environment=preload)
                if how == "quit":
                    running.send("quit")
                elif how == "SIGTERM":
                    running.process.send_signal(signal.SIGTERM)
                else:
                    running.process.stdin.close()
                self.assert_ends(running)

    def test_an_engine_that_cannot_be_killed_is_replaced(self):
        library = os.environ.get("POLYGLOT_FAULT_POINTS", "")
        if not os.path.exists(library):
            self.skipTest("no fault_points library")
        preload = {**preloaded(library), "FAULT_KIND": "unkillable"}
        engine = [fake_engine(), "--ignore-quit", "--ignore-term", "--bestmove", "e7e5"]  # not legal at first
        running = self.ready("QuitTimeout=0", "OnEngineFailure=restart", "RestartLimit=1", engine=engine,
                             environment=preload)
        running.send("position startpos", "go movetime 10")
        said = running.read_until("bestmove")  # of the second one, which is not replaced any more
        self.assertEqual(len([line for line in said if "restarted" in line]), 1, said)
        running.send("quit")
        self.assert_ends(running)

    # --- locks of others ----------------------------------------------------------------------------------------

    def learning(self, *settings):
        """The adapter in a folder with a book of one move, from which one game has been won; it is aborted when it
        sleeps, as it would to wait for others."""
        library = os.environ.get("POLYGLOT_FAULT_POINTS", "")
        if not os.path.exists(library):
            self.skipTest("no fault_points library")
        key = key_of(adapter(), START_FEN)
        (self.folder / "book.bin").write_bytes(struct.pack(">QHHHH", key, 0x31C, 10, 0, 0))
        (self.folder / "other.bin").write_bytes(struct.pack(">QHHHH", key, 0x2DB, 10, 0, 0))
        running = self.ready("Book=true", "BookFile=book.bin", "BookLearn=true", "BookLearnMinPly=0", "Log=true",
                             "LogFile=own.log", *settings, environment={**preloaded(library), "FAULT_KIND": "impatient"})
        self.win(running)
        return running

    def win(self, running):
        running.send("ucinewgame", "position startpos", "go movetime 10")
        running.read_until("bestmove")
        running.send("result 1-0", "isready")
        running.read_until("readyok")

    def wait_for_log(self, running, text, times=1):
        """Round trips until the log says so; the watchdog ends them."""
        while (self.folder / "own.log").read_text().count(text) < times:
            running.send("isready")
            running.read_until("readyok")

    def lock_database(self):
        other = sqlite3.connect(self.folder / "learn.db", isolation_level=None)
        self.addCleanup(other.close)
        other.execute("BEGIN EXCLUSIVE")
        return other

    def assert_engine_plays(self, running):
        running.send("position startpos moves a2a3", "go movetime 10")
        running.read_until("bestmove")

    def test_options_set_while_the_store_is_locked(self):
        running = self.learning("BookLearnFile=learn.db")
        self.wait_for_log(running, "# learnt:")
        other = self.lock_database()
        self.win(running)
        self.wait_for_log(running, "not learnt yet")
        running.send("setoption name Polyglot BookFile value other.bin", "setoption name Polyglot BookLearn value false")
        self.assert_engine_plays(running)
        other.execute("ROLLBACK")
        self.wait_for_log(running, "# learnt:", 2)  # in the store that was in force, and without another game
        running.send("quit")
        self.assert_ends(running)

    def test_a_store_that_is_made_anew_and_locked_by_its_maker(self):
        running = self.learning("BookLearnFile=learn.db")
        self.wait_for_log(running, "# learnt:")
        for name in ("learn.db", "learn.db-wal", "learn.db-shm"):
            (self.folder / name).unlink(missing_ok=True)
        other = self.lock_database()
        other.execute("CREATE TABLE x (y)")
        self.win(running)
        self.wait_for_log(running, "not learnt yet")
        self.assert_engine_plays(running)
        other.execute("ROLLBACK")
        running.send("ucinewgame")
        self.wait_for_log(running, "# learnt:", 2)
        self.assertNotIn("nothing is learnt any more", (self.folder / "own.log").read_text())
        running.send("quit")
        self.assert_ends(running)

    def test_a_reset_while_an_entry_is_locked(self):
        running = self.learning()
        self.wait_for_log(running, "# learnt:")
        book = (self.folder / "book.bin").open("r+b")
        self.addCleanup(book.close)
        lock = struct.pack("hhqqi4x", fcntl.F_WRLCK, os.SEEK_SET, 12, 4, 0)
        fcntl.fcntl(book, 37, lock)  # F_OFD_SETLK
        running.send("setoption name Polyglot BookLearnReset")
        self.assert_engine_plays(running)
        self.wait_for_log(running, "results of 0 moves forgotten; those of 1 stay")
        book.close()
        running.send("setoption name Polyglot BookLearnReset")
        self.wait_for_log(running, "results of 1 moves forgotten")
        running.send("quit")
        self.assert_ends(running)

    def test_a_store_that_is_locked_from_the_beginning(self):
        other = self.lock_database()
        other.execute("CREATE TABLE x (y)")
        running = self.learning("BookLearnFile=learn.db")
        self.wait_for_log(running, "not learnt yet")
        running.send("setoption name Polyglot BookLearnReset", "isready")
        said = running.read_until("readyok")
        self.assertTrue([line for line in said if "the results were not reset" in line], said)
        self.assert_engine_plays(running)
        other.execute("ROLLBACK")
        self.wait_for_log(running, "# learnt:")
        running.send("quit")
        self.assert_ends(running)

    def test_learn_fields_that_are_locked_when_a_game_ends(self):
        running = self.learning()
        self.wait_for_log(running, "# learnt:")
        with (self.folder / "book.bin").open("r+b") as book:
            fcntl.fcntl(book, 37, struct.pack("hhqqi4x", fcntl.F_WRLCK, os.SEEK_SET, 0, 0, 0))  # F_OFD_SETLK
            self.win(running)
            self.wait_for_log(running, "not learnt yet")
            running.send("setoption name Polyglot BookFile value other.bin")
            self.assert_engine_plays(running)
        self.wait_for_log(running, "# learnt:", 2)
        self.assertEqual((self.folder / "book.bin").read_bytes()[12:], struct.pack(">HH", 2, 4))
        running.send("quit")
        self.assert_ends(running)

    def test_a_log_that_is_locked_by_others(self):
        running = self.ready("Log=true", "LogFile=own.log", "LogMaxSize=1")
        with (self.folder / "own.log").open("rb") as log:
            fcntl.flock(log, fcntl.LOCK_EX)
            for _ in range(7):  # logged twice, as heard and as passed on: 1.4 MB, over the limit
                running.send("x" * 100_000)
                self.assert_plays(running)
            self.assertFalse((self.folder / "own.log.1").exists())
            for _ in range(15):  # and over twice the limit
                running.send("x" * 100_000)
                self.assert_plays(running)
            self.assertTrue((self.folder / "own.log.1").exists())
            self.assert_plays(running)
        running.send("quit")
        self.assert_ends(running)

    # --- priority -----------------------------------------------------------------------------------------------

    def test_use_nice_off_is_warned_of_where_it_cannot_be_done(self):
        own = os.getpriority(os.PRIO_PROCESS, 0)
        if own == 19:
            self.skipTest("no lower priority than that of the tests")
        user = {"user": 65534, "group": 65534, "extra_groups": []} if os.geteuid() == 0 else {}
        self.folder.chmod(0o777)
        program, engine = (shutil.copy(source, self.folder) for source in (adapter(), fake_engine()))
        nice = min(max(own, 0) + 7, 19)  # NiceValue is never negative
        running = self.ready("UseNice=true", f"NiceValue={nice}", program=program, engine=[engine], **user)
        pid = running.engine()
        self.assertEqual(os.getpriority(os.PRIO_PROCESS, pid), nice)
        running.send("setoption name Polyglot UseNice value false", "isready")
        said = running.read_until("readyok")
        self.assertEqual(os.getpriority(os.PRIO_PROCESS, pid), nice)
        self.assertTrue([line for line in said if "priority cannot be changed" in line and "UseNice" in line], said)
        running.send("setoption name Polyglot UseNice value false", "isready")
        self.assertEqual(running.read_until("readyok"), ["readyok"])  # once is enough
        running.send("quit")
        self.assert_ends(running)

    # --- paths that lead nowhere --------------------------------------------------------------------------------

    def start_with_empty_log(self, *settings):
        ini = self.folder / "polyglot.ini"
        ini.write_text('[PolyGlot]\nLogFile = ""\n')
        words = [word for setting in settings for word in ("-pg", setting)]
        running = Running([adapter(), ini, *words, "--", fake_engine()], self.folder)
        self.addCleanup(running.clean_up)
        return running

    def test_an_empty_log_file(self):
        running = self.start_with_empty_log("Log=true")
        running.send("uci", "isready")
        said = running.read_until("readyok")
        self.assertTrue([line for line in said if "LogFile names no file" in line], said)
        self.assert_plays(running)
        running.send("quit")
        self.assert_ends(running)

    def test_an_empty_log_file_that_is_switched_on_in_play(self):
        running = self.start_with_empty_log()
        running.send("uci")
        running.read_until("uciok")
        running.send("setoption name Polyglot Log value true", "isready")
        said = running.read_until("readyok")
        self.assertEqual(len([line for line in said if "LogFile names no file" in line]), 1, said)
        self.assert_plays(running)
        running.send("quit")
        self.assert_ends(running)

    def test_a_working_directory_that_is_removed_in_play(self):
        here = self.folder / "here"
        here.mkdir()
        running = self.ready("Log=true", "LogFile=own.log", "SettingsFile=saved.ini", cwd=here)
        shutil.rmtree(here)
        for option in ("Book value true", "BookFile value other.bin", "BookLearn value true", "Log value false",
                       "Log value true", "UseNice value true", "BookFile value", "BookLearnReset"):
            running.send(f"setoption name Polyglot {option}", "isready")
            running.read_until("readyok")
        running.send("ucinewgame")
        self.assertIn("bestmove e2e4", self.assert_plays(running))
        running.send("quit")
        self.assert_ends(running)

    def test_save_in_a_working_directory_that_is_removed(self):
        here = self.folder / "here"
        here.mkdir()
        running = self.start("SettingsFile=saved.ini", cwd=here)
        running.send("xboard", "protover 2")
        while not running.read_until("feature")[-1].endswith("done=1"):
            pass
        shutil.rmtree(here)
        running.send("option Polyglot Save", "ping 1")
        running.read_until("pong")
        running.send("quit")
        self.assert_ends(running)

    def test_a_working_directory_that_is_gone_at_the_start(self):
        here = self.folder / "here"
        here.mkdir()
        running = self.start(before=lambda: os.rmdir(here), cwd=here)
        running.send("uci", "isready")
        running.read_until("readyok")
        self.assertIn("bestmove e2e4", self.assert_plays(running))
        running.send("quit")
        self.assert_ends(running)


if __name__ == "__main__":
    unittest.main()

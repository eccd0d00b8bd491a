#!/usr/bin/env python3
"""The adapter as the keeper of an engine process: how it starts, how it ends, and what it says when that goes wrong.

    test_supervision.py Supervision    what must happen, however long a busy machine takes
    test_supervision.py Clocks         how long the ends may take
"""
import os
import signal
import statistics
import subprocess
import tempfile
import time
import unittest
from concurrent.futures import ThreadPoolExecutor
from itertools import product
from pathlib import Path

from e2e_support import LIMIT, Adapter, fake_engine, write_ini
from uci_match import wait_until_gone

EXIT_OK, EXIT_CONFIGURATION, EXIT_NOT_STARTED, EXIT_NOT_UCI, EXIT_SILENT, EXIT_EXITED = 0, 2, 3, 4, 5, 6
END_LIMIT = 2.0  # seconds from a signal or GUI EOF to the end of adapter and engine
ENDS = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP, "eof", "quit")
STUBBORN = ("", "--silent", "--ignore-quit", "--ignore-quit --ignore-term", "--silent --ignore-quit --ignore-term")


class Case(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="polyglot e2e ")  # a blank, as in many users' paths
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def ini(self, flags="", settings=None, engine_options=None, command=None):
        command = command or f'"{fake_engine()}" {flags}'
        return write_ini(self.folder / "polyglot.ini", {"EngineCommand": command, **(settings or {})}, engine_options)

    def start(self, *args, **kwargs):
        popen = {key: kwargs.pop(key) for key in ("stdin", "stdout", "cwd") if key in kwargs}
        running = Adapter([self.ini(*args, **kwargs)], **popen)
        self.addCleanup(running.kill_all)
        return running

    def assert_gone(self, running):
        self.assertEqual(wait_until_gone(running.marker, LIMIT), [], "left running")

    def ready(self, running):
        """Waits until the handshake through the adapter is over."""
        running.send("uci\n")
        return self.read_until(running, b"uciok")

    def read_until(self, running, word):
        lines = []
        while True:
            line = running.process.stdout.readline()
            self.assertTrue(line, f"output ended before {word}: {lines}")
            lines.append(line.decode().rstrip("\n"))
            if line.split()[:1] == [word]:
                return lines

    def ends(self, running, how):
        """The seconds until neither adapter nor engine is left."""
        began = time.monotonic()
        if how == "eof":
            running.process.stdin.close()
            running.process.stdin = None
        elif how == "quit":
            running.send("quit\n")
        else:
            running.process.send_signal(how)
        running.finish()
        self.assert_gone(running)
        return time.monotonic() - began


class Supervision(Case):
    # --- starts that fail ---------------------------------------------------------------------------------------

    def failing_start(self, expected_status, *words, **ini):
        """Runs a start that cannot work; the GUI must get exactly one info string, with all the words in it."""
        began = time.monotonic()
        running = self.start(**ini)
        running.send("uci\n")
        out, err, status = running.finish()
        messages = [line for line in out.splitlines() if line.startswith("info string")]
        self.assertEqual(len(messages), 1, f"one info string expected in {out!r}; stderr {err!r}")
        for word in words:
            self.assertIn(word, messages[0])
        self.assertEqual(status, expected_status, messages)
        self.assertNotIn("uciok", out.splitlines())
        self.assert_gone(running)
        return time.monotonic() - began

    def test_engine_that_does_not_exist(self):
        self.failing_start(EXIT_NOT_STARTED, "/no/such/engine", command="/no/such/engine")

    def test_engine_that_is_not_executable(self):
        (self.folder / "engine").write_text("not a program")
        self.failing_start(EXIT_NOT_STARTED, "engine", command=f'"{self.folder / "engine"}"')

    def test_engine_that_exits_at_once(self):
        self.failing_start(EXIT_EXITED, "7", flags="--exit-code 7")

    def test_last_stderr_line_of_an_engine_that_exits_is_told(self):
        self.failing_start(EXIT_EXITED, "7", "missing network file", flags="--exit-code 7 --stderr 'missing network file'")

    def test_engine_that_crashes_at_its_first_command(self):
        self.failing_start(EXIT_EXITED, "SIGSEGV", flags="--crash-on uci")

    def test_engine_that_speaks_xboard_only(self):
        self.failing_start(EXIT_NOT_UCI, "UCI", flags="--xboard", settings={"StartTimeout": 60, "EngineProtocol": "uci"})

    def test_silent_engine(self):
        took = self.failing_start(EXIT_SILENT, "1", flags="--silent", settings={"StartTimeout": 1})
        self.assertGreaterEqual(took, 0.9)

    def test_engine_that_never_says_uciok(self):
        self.failing_start(EXIT_SILENT, flags="--no-uciok", settings={"StartTimeout": 1})

    def test_silent_engine_that_ignores_quit_and_sigterm(self):
        self.failing_start(EXIT_SILENT, flags="--silent --ignore-quit --ignore-term", settings={"StartTimeout": 1})

    def test_missing_config_file(self):
        running = Adapter([self.folder / "nowhere.ini"])
        self.addCleanup(running.kill_all)
        running.send("uci\n")
        out, err, status = running.finish()
        self.assertEqual(status, EXIT_CONFIGURATION)
        self.assertIn("nowhere.ini", out + err)
        self.assert_gone(running)

    # --- an engine that ends while playing ----------------------------------------------------------------------

    def test_engine_that_crashes_during_a_search(self):
        running = self.start("--crash-on go")
        self.ready(running)
        running.send("position startpos\ngo movetime 100\n")
        out, _, status = running.finish()
        messages = [line for line in out.splitlines() if line.startswith("info string")]
        self.assertEqual(len(messages), 1, out)
        self.assertIn("SIGSEGV", messages[0])
        self.assertEqual(status, EXIT_EXITED)
        self.assert_gone(running)

    def test_engine_that_is_killed_from_outside(self):
        running = self.start()
        self.ready(running)
        os.kill(running.wait_for_engine(), signal.SIGKILL)
        out, _, status = running.finish()
        self.assertIn("SIGKILL", out)
        self.assertEqual(status, EXIT_EXITED)

    def test_engine_that_is_killed_in_mid_search_is_replaced(self):
        """OnEngineFailure = restart: the GUI gets its move, from a new process that knows what the old one knew."""
        heard = self.folder / "heard"
        running = self.start(f"--hold --record '{heard}'", settings={"OnEngineFailure": "restart"},
                             engine_options={"Hash": 64})
        self.ready(running)
        running.send("position startpos moves a2a3 a7a6\ngo infinite\n")
        self.read_until(running, b"info")
        killed = running.wait_for_engine()
        os.kill(killed, signal.SIGKILL)
        lines = self.read_until(running, b"info")
        running.send("stop\n")
        lines += self.read_until(running, b"bestmove")
        messages = [line for line in lines if line.startswith("info string polyglot")]
        self.assertEqual(len(messages), 1, lines)
        for word in ("SIGKILL", "thinking", "restarted (1 of 3)"):
            self.assertIn(word, messages[0])
        again = [line for line in heard.read_text().splitlines() if not line.startswith("go ")]
        self.assertEqual(again.count("setoption name Hash value 64"), 2, again)
        self.assertEqual(again.count("position startpos moves a2a3 a7a6"), 2, again)
        self.assertNotEqual(running.wait_for_engine(), killed)
        self.ends(running, "quit")

    def test_engine_that_stands_still_is_replaced_and_killed(self):
        running = self.start("--think 60000", settings={"OnEngineFailure": "restart", "StopTimeout": 3})
        self.ready(running)
        running.send("position startpos\ngo infinite\n")
        self.read_until(running, b"info")
        os.kill(running.wait_for_engine(), signal.SIGSTOP)
        running.send("stop\n")
        lines = self.read_until(running, b"bestmove")
        self.assertIn("hangs: gives no move within 3 s of stop", "\n".join(lines))
        self.ends(running, "quit")  # nothing is left of the one that stands still either

    def test_adapter_that_was_kept_from_running_does_not_blame_the_engine(self):
        running = self.start("--think 300", settings={"OnEngineFailure": "restart", "MoveOverrun": 3})
        self.ready(running)
        running.send("position startpos\ngo movetime 400\n")
        self.read_until(running, b"info")
        os.kill(running.process.pid, signal.SIGSTOP)
        time.sleep(4)  # the engine has moved, and its deadline is over
        os.kill(running.process.pid, signal.SIGCONT)
        lines = self.read_until(running, b"bestmove")
        self.assertNotIn("hangs", "\n".join(lines))
        self.ends(running, "quit")

    def test_engine_that_dies_of_every_search_is_replaced_so_often_and_no_more(self):
        running = self.start("--crash-on go", settings={"OnEngineFailure": "restart", "RestartLimit": 2})
        self.ready(running)
        running.send("position startpos\ngo movetime 100\n")
        out, _, status = running.finish()
        messages = [line for line in out.splitlines() if line.startswith("info string")]
        self.assertEqual(len(messages), 3, out)
        self.assertEqual(status, EXIT_EXITED)
        self.assert_gone(running)

    # --- the end ------------------------------------------------------------------------------------------------

    def test_every_end_at_every_time(self):
        """Signals, GUI EOF and quit: during a silent start, when idle, during a search, with any kind of engine."""
        moments = ("at once", "before uci", "starting", "idle", "searching")
        rows = [row for row in product(ENDS, STUBBORN, moments)
                if row[2] not in ("idle", "searching") or "--silent" not in row[1]]
        with ThreadPoolExecutor(8) as pool:  # most of it is waiting for engines that do not leave
            for row, problem in zip(rows, pool.map(lambda row: self.problem_of_an_end(*row), rows)):
                with self.subTest(row=row):
                    self.assertEqual(problem, "")

    def problem_of_an_end(self, how, flags, moment):
        running = Adapter(["-noini", "-pg", "QuitTimeout=0.1", "-ec", f"'{fake_engine()}' {flags} --think 60000"])
        try:
            if moment != "at once":
                running.wait_for_engine()
            if moment == "starting":
                running.send("uci\n")
                time.sleep(0.02)  # wherever it is then
            elif moment in ("idle", "searching"):
                self.ready(running)
            if moment == "searching":
                running.send("position startpos\ngo infinite\n")
                self.read_until(running, b"info")
            self.ends(running, how)
        except AssertionError as error:
            return str(error)
        finally:
            running.kill_all()
            for stream in (running.process.stdout, running.process.stderr):
                stream.close()
        return ""

    def test_sigkill_of_the_adapter_kills_the_engine(self):
        for flags in ("", "--ignore-quit --ignore-term"):
            with self.subTest(flags=flags):
                running = self.start(flags)
                self.ready(running)
                running.wait_for_engine()
                running.process.kill()
                running.process.wait()
                self.assert_gone(running)

    def test_engine_with_a_child_that_holds_the_pipes(self):
        running = self.start("--fork-child")
        self.ready(running)
        self.ends(running, "quit")

    def test_engine_may_take_its_time_within_quit_timeout(self):
        """It is asked, not shot: an engine that needs 300 ms to save its hash gets them, and ends by itself."""
        running = self.start(f"--quit-delay 300 --record '{self.folder / 'heard'}'", settings={"QuitTimeout": 30})
        self.ready(running)
        took = self.ends(running, "quit")
        self.assertGreaterEqual(took, 0.25)
        self.assertEqual((self.folder / "heard").read_text().splitlines()[-1], "quit")

    def test_quit_status_is_zero(self):
        running = self.start()
        self.ready(running)
        running.send("quit\n")
        _, err, status = running.finish()
        self.assertEqual((status, err), (EXIT_OK, ""))

    # --- input, output and what the engine is sent --------------------------------------------------------------

    def test_commands_from_a_file_and_output_to_a_file(self):
        """epoll refuses regular files; `polyglot engine.ini < commands.txt > out.txt` must work all the same."""
        commands, output = self.folder / "commands.txt", self.folder / "out.txt"
        commands.write_text("uci\nisready\nposition startpos\ngo movetime 10\nquit\n")
        with commands.open("rb") as stdin, output.open("wb") as stdout:
            running = self.start("", stdin=stdin, stdout=stdout)
            _, _, status = running.finish()
        words = [line.split()[0] for line in output.read_text().splitlines()]
        self.assertEqual(status, EXIT_OK)
        for wanted in ("uciok", "readyok"):
            self.assertEqual(words.count(wanted), 1, words)
        self.assert_gone(running)

    def test_output_to_dev_null_and_input_from_it(self):
        running = self.start("", stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
        _, _, status = running.finish()
        self.assertEqual(status, EXIT_OK)
        self.assert_gone(running)

    def test_last_line_without_newline_counts(self):
        running = self.start()
        self.ready(running)
        running.send("isready")
        running.process.stdin.close()
        running.process.stdin = None
        out, _, _ = running.finish()
        self.assertIn("readyok", out)

    def test_engine_gets_exactly_the_setoption_lines(self):
        heard = self.folder / "heard"
        running = self.start(
            f"--record '{heard}'", engine_options={"Hash": 64, "Style": "Risky", "SyzygyPath": "/tmp/with blank"})
        self.ready(running)
        running.send("setoption name Threads value 2\nisready\n")
        self.read_until(running, b"readyok")
        running.send("quit\n")
        running.finish()
        options = [line for line in heard.read_text().splitlines() if line.startswith("setoption")]
        self.assertEqual(options, [
            "setoption name Hash value 64",
            "setoption name Style value Risky",
            "setoption name SyzygyPath value /tmp/with blank",
            "setoption name Threads value 2",
        ])

    def test_our_options_come_before_uciok_and_stay_here(self):
        heard = self.folder / "heard"
        running = self.start(f"--record '{heard}'")
        lines = self.ready(running)
        names = [line.split(" type ")[0] for line in lines if line.startswith("option name ")]
        for wanted in ("Hash", "Polyglot Book", "Polyglot BookFile"):
            self.assertIn("option name " + wanted, names)
        running.send("setoption name Polyglot Book value false\nisready\n")
        self.read_until(running, b"readyok")
        running.send("quit\n")
        running.finish()
        self.assertNotIn("Polyglot", heard.read_text())

    def test_engine_stderr_reaches_neither_gui_nor_our_stderr(self):
        running = self.start("--stderr 'debug chatter of the engine'")
        lines = self.ready(running)
        running.send("quit\n")
        out, err, _ = running.finish()
        self.assertNotIn("chatter", "\n".join(lines) + out + err)

    def test_flood_on_engine_stderr_does_not_stop_the_game(self):
        running = self.start("--stderr-flood")
        self.ready(running)
        running.send("position startpos\ngo movetime 1\n")
        self.read_until(running, b"bestmove")
        self.ends(running, "quit")

    def test_engine_without_an_ini(self):
        running = Adapter(["-noini", "-ec", f"'{fake_engine()}'"])
        self.addCleanup(running.kill_all)
        self.ready(running)
        self.ends(running, "quit")

    def test_engine_runs_in_engine_dir(self):
        (self.folder / "engine dir").mkdir()
        running = self.start(settings={"EngineDir": self.folder / "engine dir"})
        self.ready(running)
        self.assertEqual(os.readlink(f"/proc/{running.wait_for_engine()}/cwd"), str(self.folder / "engine dir"))
        self.ends(running, "quit")


class Clocks(Case):
    def test_no_end_takes_long(self):
        for how, flags in product(ENDS, STUBBORN):
            with self.subTest(how=how, flags=flags):
                running = self.start(flags + " --think 60000")
                if "--silent" in flags:
                    running.wait_for_engine()
                else:
                    self.ready(running)
                    running.send("position startpos\ngo infinite\n")
                    self.read_until(running, b"info")
                self.assertLess(self.ends(running, how), END_LIMIT)

    def test_quit_is_quick_with_a_well_behaved_engine(self):
        times = []
        for _ in range(5):
            running = self.start()
            self.ready(running)
            times.append(self.ends(running, "quit"))
        self.assertLess(statistics.median(times), 0.3)


if __name__ == "__main__":
    unittest.main()

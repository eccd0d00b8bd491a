#!/usr/bin/env python3
"""Attacks that once worked (docs/security.md): by the GUI's lines, by files that a GUI names or a stranger sends, and by
running out of file descriptors."""
import contextlib
import os
import resource
import shutil
import signal
import sqlite3
import struct
import subprocess
import threading
import unittest
import unittest.mock

from chess_rules import START_FEN
from e2e_support import adapter, fake_engine, posix_only, preloaded
from polyglot_book import key_of
from security_case import LIMIT, SecurityCase, for_shell_words
from uci_match import wait_until_gone


class BlockedLines(SecurityCase):
    """BlockOptions and BlockCommands: no line of a GUI reaches an engine that might read a blocked name in it."""

    def setUp(self):
        super().setUp()
        os.environ["TEST_WORDY"] = "1"

    disguises = ("setoption x Debug Log File value victim", "joho setoption x Debug Log File value victim",
                 "SetOption setoption x Debug Log File value victim", "setoption\tx Debug Log File value victim",
                 "isready setoption x Debug Log File value victim", "debug on setoption x Debug Log File value victim",
                 "position startpos moves setoption x Debug Log File value victim",
                 "setoption name Style value setoption x Debug Log File value victim")

    def test_an_option_that_a_uci_gui_disguises(self):
        running = self.uci(self.ini(BlockOptions="Debug Log File"))
        before = self.files()
        for line in self.disguises:
            said = self.say_uci(running, line)
            self.assertTrue([line for line in said if "BlockOptions" in line], (line, said))
        self.assertIn("bestmove e2e4", self.say_uci(running, "position startpos", "go movetime 1"))
        self.leave(running)
        self.assertEqual(self.files(), before)

    def test_an_option_that_an_xboard_gui_disguises(self):
        running = self.xboard(self.ini(BlockOptions="Debug Log File"))
        before = self.files()
        for line in ("option Style=setoption x Debug Log File value victim",
                     "option Style=name Debug Log File value victim",
                     "setboard setoption x Debug Log File value victim", "name setoption x Debug Log File value victim"):
            said = self.say_xboard(running, line)
            self.assertTrue([line for line in said if "BlockOptions" in line], (line, said))
        self.send(running, "new\ngo\n")
        self.read_until(running, "move e2e4")
        self.leave(running)
        self.assertEqual(self.files(), before)

    def test_a_command_of_the_engine_that_writes(self):
        ini = self.ini(BlockCommands="export_net, bench*")
        running = self.uci(ini)
        before = self.files()
        for line in ("export_net victim", "EXPORT_NET victim", "joho export_net victim", "isready export_net victim",
                     "go movetime 1 export_net victim", "setoption name Style value wild export_net victim",
                     "benchmark 1 1 1 victim"):
            said = self.say_uci(running, line)
            self.assertTrue([line for line in said if "BlockCommands" in line], (line, said))
        self.leave(running)
        running = self.xboard(ini)
        for line in ("option Style=wild export_net victim", "setboard export_net victim", "usermove export_net"):
            said = self.say_xboard(running, line)
            self.assertTrue([line for line in said if "BlockCommands" in line], (line, said))
        self.leave(running)
        self.assertEqual(self.files(), before)

    def test_nothing_is_blocked_that_is_not_named(self):
        running = self.uci(self.ini())
        self.say_uci(running, "export_net made", "setoption x Debug Log File value made too")
        self.leave(running)
        self.assertLess({"made", "made too"}, self.files())

    @posix_only("Debian's Stockfish is no program of Windows")
    def test_stockfish_writes_no_file_that_is_blocked(self):
        stockfish = shutil.which("stockfish", path="/usr/games:/usr/bin")
        if stockfish is None:
            self.skipTest("stockfish is not installed (scripts/setup test installs it)")
        running = self.uci(self.ini(EngineCommand=for_shell_words(stockfish), BlockOptions="Debug Log File"))
        before = self.files()
        for line in self.disguises:
            self.say_uci(running, line.replace("victim", f"{self.folder}/victim"))
        self.leave(running)
        self.assertEqual(self.files(), before)


# Learn stores whose schema is not exactly ours: some take forever to read or to write, some only differ.
ENDLESS = "(WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT count(*) FROM c)"
EXPENSIVE = "length(replace(hex(zeroblob(400000 + a)), '0', 'a'))"  # milliseconds; a table may hold no subquery
NAMES = "CREATE TABLE names (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);"
RESULTS = """CREATE TABLE results (key INTEGER NOT NULL, move INTEGER NOT NULL, engine INTEGER NOT NULL, opponent INTEGER NOT NULL,
    games {}, half_points INTEGER NOT NULL, first_day INTEGER NOT NULL, last_day INTEGER NOT NULL,
    PRIMARY KEY (key, move, engine, opponent)) WITHOUT ROWID;"""
ROWS = """INSERT INTO results (key, move, engine, opponent, half_points, first_day, last_day)
    WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n WHERE x < 5000) SELECT {key}, 796, x, 1, 1, 1, 1 FROM n;"""
STORED = RESULTS.format("INTEGER NOT NULL DEFAULT 1")
HOSTILE_STORES = {
    "view": NAMES + f"""CREATE VIEW results AS SELECT {ENDLESS} AS key, 1 AS move, 1 AS engine, 1 AS opponent, 1 AS games,
                        1 AS half_points, 1 AS first_day, 1 AS last_day;""",
    "generated columns": NAMES + f"""CREATE TABLE results (games, half_points, first_day, last_day, a, b, c, d,
        key AS (0), move AS (796), engine AS (1), opponent AS (1));
        INSERT INTO results WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n WHERE x < 999)
            SELECT 1, 1, 1, 1, 0, 0, 0, 0 FROM n;
        PRAGMA writable_schema = 1;
        UPDATE sqlite_schema SET sql = replace(sql, 'AS (0)', 'AS ({' + '.join([EXPENSIVE.replace("'", "''")] * 100)})');
        PRAGMA writable_schema = 0;""",
    "index": NAMES + STORED + ROWS + "CREATE INDEX slow ON results (length(hex(zeroblob(half_points))));",
    "trigger": NAMES + STORED + ROWS + f"CREATE TRIGGER slow BEFORE INSERT ON results BEGIN SELECT {ENDLESS}; END;",
    "one more table": NAMES + STORED + "CREATE TABLE more (a);",
    "other columns": NAMES + STORED,
    "no table": "CREATE TABLE gone (a); DROP TABLE gone;",
}


class LearnStores(SecurityCase):
    def hostile_store(self, script):
        path = self.folder / "hostile.db"
        path.unlink(missing_ok=True)
        key = key_of(adapter(), START_FEN)
        script = script.replace("{key}", str(key - (1 << 64) if key >> 63 else key))
        with contextlib.closing(sqlite3.connect(path)) as store:
            store.executescript(script + "PRAGMA application_id = 0x50674c52; PRAGMA user_version = 1;")
        return path

    def test_a_store_whose_schema_is_not_ours_does_not_hold_up_play(self):
        book = self.learnt_book("b.bin")
        for name, script in HOSTILE_STORES.items():
            with self.subTest(name):
                store = self.hostile_store(script)
                was = store.read_bytes()
                running = self.start(self.ini(Book="true", BookFile=book, BookLearn="true", BookLearnFile=store,
                                              BookLearnPolicy="thompson"))
                self.send(running, "xboard\nprotover 2\n")
                said = self.read_until(running, "feature done=1") + self.say_xboard(running, "new")
                self.send(running, "go\n")
                said += self.read_until(running, "move ")
                self.assertIn(said[-1], ("move e2e4", "move d2d4"))
                said += self.say_xboard(running, "result 1-0 {mates}")
                self.leave(running)
                self.assertTrue([line for line in said if "hostile.db" in line and "damaged" in line], said)
                self.assertEqual(store.read_bytes(), was)


class HugeBooks(SecurityCase):
    """Books of any size that a GUI names: opened by a few reads, or refused."""

    def sparse(self, name, size, begin=b"", end=b""):
        path = self.folder / name
        with path.open("wb") as file:
            file.write(begin)
            file.truncate(size)
            file.seek(size - len(end))
            file.write(end)
        return path

    def test_a_gui_names_a_sparse_book(self):
        entries = self.learnt_book("b.bin", [(0x31c, 10, 0, 0)] * 300).read_bytes()
        low = bytes([0x11]) + entries[1:]  # a smaller key
        arena = struct.pack("<4sII", b"\x03ABK", 25200, 28) + bytes(300)
        terabyte = 1 << 40
        books = [self.sparse("zeros.bin", terabyte), self.sparse("tail.bin", terabyte, entries),
                 self.sparse("hole.bin", terabyte, entries, entries), self.sparse("descent.bin", terabyte, entries, low),
                 self.sparse("large.bin", 17 << 20, entries, low), self.sparse("odd.bin", terabyte - 7, entries, low),
                 self.sparse("arena.abk", 2 << 30, arena), self.sparse("arena2.abk", terabyte, arena)]
        for book in books:
            with self.subTest(book.name):
                running = self.uci(self.ini(Book="true", BookFile="none.bin"))
                patience = threading.Timer(LIMIT, running.kill_all)
                patience.start()
                said = self.say_uci(running, f"setoption name Polyglot BookFile value {book}")
                patience.cancel()
                if book.name != "tail.bin":  # which is a sound book once its zeros are left out
                    self.assertTrue([line for line in said if book.name in line], said)
                self.assertIn("bestmove e2e4", self.say_uci(running, "position startpos", "go movetime 1"))
                self.leave(running)


class Output(SecurityCase):
    """What files and engines say reaches no terminal as a command to it."""

    escape = "\x1b]0;owned\x07\x1b[2J\x7f\x9b31m"

    def run_polyglot(self, *arguments, **more):
        return subprocess.run([adapter(), *map(str, arguments)], cwd=self.folder, capture_output=True, timeout=LIMIT,
                              check=False, **more)

    def assert_harmless(self, run):
        shown = run.stdout + run.stderr
        self.assertTrue(shown)
        text = shown.decode()  # is UTF-8
        controls = [c for c in text if (c < " " and c not in "\n\t") or "\x7f" <= c <= "\x9f"]
        self.assertEqual(controls, [], text)

    @posix_only("such file names are none on Windows")
    def test_terminal_escapes(self):
        book = self.learnt_book(f"b{self.escape}.bin")
        ini = self.ini([(f"x{self.escape}", "y")], EngineName=self.escape, Book="true", BookFile=book, LogFile=self.escape)
        self.assert_harmless(self.run_polyglot(ini, "-check-config"))
        os.environ["TEST_NAME"] = self.escape
        suite = self.folder / f"s{self.escape}.epd"
        suite.write_bytes(os.fsencode(f'{START_FEN[:-4]} bm e4; id "{self.escape}";\n{self.escape}\n'))
        self.assert_harmless(self.run_polyglot("epd-test", "-epd", suite, "-noini", "-ec", for_shell_words(self.engine), "-depth", "1"))
        self.assert_harmless(self.run_polyglot("engine-test", "-noini", "-ec", for_shell_words(self.engine)))

    def limited(self, line):
        """A line of 120 MB on standard input, with 100 MB of address space."""
        def limit():
            resource.setrlimit(resource.RLIMIT_AS, (100 << 20, 100 << 20))
        return {"input": line + b"x" * (120 << 20) + b"\n", "preexec_fn": limit}

    @posix_only("limits of POSIX")
    def test_a_line_without_end_fills_no_memory(self):
        fen = START_FEN.encode() + b" "
        left_out = len(fen) + (120 << 20) - (2 << 20)
        for arguments in (["key"], ["find-book", self.learnt_book("b.bin"), "-fen", "-"]):
            run = self.run_polyglot(*arguments, **self.limited(fen))
            self.assertIn(f"standard input:1: longer than 2 MiB: {left_out} bytes are left out", run.stderr[:1000].decode())

    def test_a_log_that_cannot_be_renamed_keeps_its_limit(self):
        (self.folder / "own.log.1").mkdir()
        running = self.uci(self.ini(Log="true", LogFile="own.log", LogMaxSize=1))
        self.say_uci(running, *["echo " + "x" * 1000] * 3000)
        self.leave(running)
        self.assertLess((self.folder / "own.log").stat().st_size, 2 << 20)
        self.assertIn(b"own.log.1 cannot be replaced", (self.folder / "own.log").read_bytes())

    @posix_only("descriptors of POSIX")
    def test_few_file_descriptors_are_reported_to_the_gui(self):
        for first, reply in (("uci", b"info string polyglot: "), ("xboard", b"tellusererror polyglot: ")):
            seen = set()
            for most in range(4, 24):
                def limit(most=most):
                    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
                run = self.run_polyglot("-noini", "--", fake_engine(), input=f"{first}\n".encode(), preexec_fn=limit)
                seen.add(run.returncode)
                if run.returncode not in (0, 127):  # 127: not even its libraries could be opened
                    self.assertIn(reply, run.stdout, (most, run))
                    self.assertIn(b"Too many open files", run.stdout, (most, run))
            self.assertLess({0, 1, 3}, seen | {127})


class StuckLoop(SecurityCase):
    @posix_only("signals of POSIX")
    def test_sigterm_ends_an_adapter_whose_loop_is_stuck_and_its_engine(self):
        faults = os.environ.get("POLYGLOT_FAULT_POINTS", "")
        if not os.path.exists(faults):
            self.skipTest("POLYGLOT_FAULT_POINTS names no library")
        self.leave(self.uci(self.ini(Book="true", BookFile=self.learnt_book("b.bin"), BookLearn="true",
                                     BookLearnFile="learn.db")))  # makes the store
        hang = {**preloaded(faults), "FAULT_FILES": str(self.folder / "learn.db"), "FAULT_KIND": "hang", "FAULT_AT": "1"}
        with unittest.mock.patch.dict(os.environ, hang):
            running = self.start(self.folder / "polyglot.ini")
        line = b""
        while b"fault: " not in line:
            line = running.process.stderr.readline()
            self.assertTrue(line, "it ended before the fault")
        engine = running.wait_for_engine(LIMIT)
        running.process.send_signal(signal.SIGTERM)
        self.assertEqual(running.process.wait(LIMIT), 1)
        self.assertEqual(wait_until_gone(running.marker, LIMIT), [], engine)


if __name__ == "__main__":
    unittest.main()

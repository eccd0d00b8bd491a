"""What the tests of grow-book share."""
import os
import shlex
import sqlite3
import subprocess
import tempfile
import time
import unittest
from pathlib import Path

ADAPTER = os.environ["POLYGLOT_ADAPTER"]
FAKE_ENGINE = os.environ["POLYGLOT_FAKE_ENGINE"]
DONE, FAILED, WRONG_USE, NO_ENGINE, INTERRUPTED = 0, 1, 2, 3, 130
ENGINE = f"{shlex.quote(FAKE_ENGINE)} --key-values --random-legal --seed 1"
START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
KINGS = "4k3/pppp4/8/8/8/8/4PPPP/4K3 w - - 0 1"
GROW = ("grow-book", "-store", "grow.db", "-ec", ENGINE, "-depth", 1, "-width", 1000)


class GrowCase(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="polyglot grow ")
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def start(self, *words):
        return subprocess.Popen([ADAPTER, *map(str, words)], cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                text=True)

    def run_tool(self, *words, status=DONE):
        process = self.start(*words)
        out, err = process.communicate(timeout=300)
        self.assertEqual(process.returncode, status, (words, out, err))
        return out + err

    def rows(self, sql, store="grow.db"):
        with sqlite3.connect(self.folder / store) as connection:
            return connection.execute(sql).fetchall()

    def searched(self):
        if not (self.folder / "grow.db").exists():
            return 0
        try:
            return self.rows("SELECT count(*) FROM positions WHERE state = 1")[0][0]
        except sqlite3.OperationalError:  # its tables are being made
            return 0

    def check_sound(self):
        """Every move leads from a position to a position, and every answered one says what it was searched with."""
        self.assertEqual(self.rows("SELECT count(*) FROM moves WHERE key NOT IN (SELECT key FROM positions)"
                                   " OR child NOT IN (SELECT key FROM positions)"), [(0,)])
        self.assertEqual(self.rows("SELECT count(*) FROM positions WHERE state = 1 AND (move = 0 OR depth = 0 OR engine NOT IN"
                                   " (SELECT id FROM engines WHERE name = 'Fake Engine'))"), [(0,)])

    def wait_for(self, process, condition):
        deadline = time.monotonic() + 120
        while not condition() and time.monotonic() < deadline:
            self.assertIsNone(process.poll(), process.stderr.read() if process.poll() is not None else "")
            time.sleep(0.02)
        self.assertTrue(condition())

    def engine_that_first(self, fault):
        """Starts the engine with this fault once, and without it from then on."""
        script = self.folder / "engine"
        script.write_text(f"#!/bin/sh\nif mkdir once 2>/dev/null; then exec {ENGINE} {fault}; fi\nexec {ENGINE}\n")
        script.chmod(0o755)
        return str(script)

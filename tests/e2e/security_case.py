"""What the tests of docs/security.md share: an engine that records what it is sent, ini files with hostile values, talks."""
import os
import shutil
import struct
import tempfile
import unittest
from pathlib import Path

from chess_rules import START_FEN
from e2e_support import WINDOWS, Adapter, adapter
from polyglot_book import key_of

ODD_NAME = os.fsdecode("a b 'c' \"d\" ;#[e] = $(f) `g` %n%s * é 日本 ".encode() + b"\xff\xfe x")
LIMIT = 60.0  # seconds for what takes one; machines are busy


def quoted(text):
    """A value for an ini file, whatever is in it."""
    return "".join("\\" + c if c in ";#[]=\\" else c for c in str(text))


def for_shell_words(text):
    return f'"{text}"' if WINDOWS else "'" + str(text).replace("'", "'\\''") + "'"


class SecurityCase(unittest.TestCase):
    """A folder with an engine, a home folder, and helpers to talk to the adapter under either protocol."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="polyglot security ")
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.home = self.folder / "home"
        self.home.mkdir()
        self.engine = self.copy_of_engine("engine")
        os.environ.update(TEST_FOLDER=str(self.folder), HOME=str(self.home), TEST_NAME="Toy", TEST_WORDY="")

    def copy_of_engine(self, name):
        """An engine of either protocol: tests/support/engines/recording_engine.cpp."""
        path = self.folder / (name + (".exe" if WINDOWS else ""))
        shutil.copy(os.environ["POLYGLOT_RECORDING_ENGINE"], path)
        return path

    def ini(self, engine_options=(), name="polyglot.ini", **settings):
        settings = {"EngineCommand": for_shell_words(self.engine), "QuitTimeout": 30, "StartTimeout": 50, **settings}
        lines = ["[PolyGlot]"] + [f"{key} = {quoted(value)}" for key, value in settings.items()]
        lines += ["[Engine]"] + [f"{key} = {quoted(value)}" for key, value in engine_options]
        path = self.folder / name
        path.write_bytes(os.fsencode("\n".join(lines) + "\n"))
        return path

    def start(self, *arguments, cwd=None):
        running = Adapter(arguments, cwd=cwd or self.folder)
        self.addCleanup(running.process.stdout.close)
        self.addCleanup(running.process.stderr.close)
        self.addCleanup(running.kill_all)
        return running

    def uci(self, *arguments, cwd=None):
        running = self.start(*arguments, cwd=cwd)
        running.send("uci\n")
        self.read_until(running, "uciok")
        return running

    def xboard(self, *arguments, cwd=None):
        running = self.start(*arguments, cwd=cwd)
        running.send("xboard\nprotover 2\n")
        self.read_until(running, "feature done=1")
        return running

    def read_until(self, running, beginning):
        lines = []
        while True:
            line = running.process.stdout.readline()
            self.assertTrue(line, f"the output ended before {beginning!r}: {lines}")
            lines.append(os.fsdecode(line.rstrip(b"\n")))
            if lines[-1].startswith(beginning):
                return lines

    def send(self, running, text):
        running.process.stdin.write(os.fsencode(text))
        running.process.stdin.flush()

    def settle(self, running, *lines):
        """What is said until all these lines have had their effect."""
        self.send(running, "".join(line + "\n" for line in lines))
        if lines and running.xboard_gui:
            self.send(running, "ping 77\n")
            return self.read_until(running, "pong 77")
        self.send(running, "isready\n")
        return self.read_until(running, "readyok")

    def say_uci(self, running, *lines):
        running.xboard_gui = False
        return self.settle(running, *lines)

    def say_xboard(self, running, *lines):
        running.xboard_gui = True
        return self.settle(running, *lines)

    def leave(self, running, status=0):
        running.send("quit\n")
        _, err, code = running.finish(LIMIT)
        self.assertEqual(code, status, err)

    def files(self):
        """Every file below the test's folder but the engine's own."""
        return {str(path.relative_to(self.folder)) for path in self.folder.rglob("*")
                if path.name not in ("argv", "record")}

    def learnt_book(self, name, entries=None):
        """A book for the start position, with learn fields."""
        key = key_of(adapter(), START_FEN)
        entries = entries or [(0x31c, 10, 5, 3), (0x2db, 5, 4, 2)]  # e2e4, d2d4: weight, half-points, games
        path = self.folder / name
        path.write_bytes(b"".join(struct.pack(">QHHHH", key, *entry) for entry in entries))
        return path

    def assert_told(self, said, path, reasons):
        reasons = (reasons,) if isinstance(reasons, str) else reasons
        if WINDOWS:
            said = [line.replace("\\", "/") for line in said]
        about = [line for line in said if path in line and any(r.lower() in line.lower() for r in reasons)]
        self.assertTrue(about, f"nothing of {path} and {reasons} in {said}")

"""Standard output that cannot be written, /dev/full or closed, is an error of every command, and said."""
import os
import re
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

ADAPTER = os.environ["POLYGLOT_ADAPTER"]
FAKE_ENGINE = os.environ["POLYGLOT_FAKE_ENGINE"]
MESSAGE = "standard output cannot be written"
GAME = '[Event "a"]\n[White "x"]\n[Black "y"]\n[Result "1-0"]\n\n1. e4 e5 1-0\n\n'
KINGS = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"
ENGINE = ["-noini", "-ec", f'"{FAKE_ENGINE}"']

# What each command prints on standard output. Its files are written in a separate folder.
COMMANDS = {
    "convert-book": ["-from", "book.bin", "-to", "-", "-format", "csv"],
    "dump-book": ["-bin", "book.bin", "-color", "white", "-out", "-"],
    "intersect-book": ["book.bin", "other.bin", "-out", "both.bin"],
    "subtract-book": ["<starter>", "book.bin", "-out", "rest.bin"],
    "diff-book": ["book.bin", "other.bin"],
    "edit-book": ["book.bin", "-move", "e4", "-weight", "7", "-dry-run"],
    "engine-test": [*ENGINE, "-only", "handshake"],
    "epd-test": ["-epd", "suite.epd", *ENGINE, "-movetime", "0.01"],
    "explore": ["-help"],  # it does not end by itself
    "find-book": ["book.bin"],
    "grow-book": ["-store", "grow.db", *ENGINE[-2:], "-depth", "1", "-positions", "1"],
    "info-book": ["book.bin"],
    "key": ["-fen", KINGS],
    "learn-book": ["-store", "learn.db", "-show"],
    "log-stat": ["adapter.log"],
    "make-book": ["-pgn", "games.pgn", "-bin", "made.bin", "-min-game", "1"],
    "make-config": [FAKE_ENGINE, "-dir", "t", "-force"],
    "merge-book": ["-in1", "book.bin", "-in2", "other.bin", "-out", "merged.bin"],
    "openings-book": ["book.bin", "-ply", "1"],
    "perft": ["-fen", KINGS, "-max-depth", "2"],
    "pgn-stat": ["games.pgn"],
    "rate-book": ["book.bin", *ENGINE[-2:], "-depth", "1", "-positions", "1"],
    "repair-book": ["book.bin"],
    "replay": ["adapter.log"],
    "setup": ["-help"],  # it does not end by itself
    "show-book": ["book.bin"],
    "verify-book": ["book.bin"],
}
OTHERS = [["-help"], ["-version"], ["-print-example-config"], ["-check-config", *ENGINE]]


def commands_of_help():
    """Those that `polyglot -help` names, before its options: a new one must come into the table."""
    text = subprocess.run([ADAPTER, "-help"], capture_output=True, text=True, check=True).stdout
    names = re.findall(r"^  ([a-z][a-z-]*(?:, [a-z][a-z-]*)*)  +\S", text, re.MULTILINE)
    return {name for line in names for name in line.split(", ")}


class Output(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.temporary = tempfile.TemporaryDirectory()
        cls.folder = Path(cls.temporary.name)
        (cls.folder / "games.pgn").write_text(GAME * 3)
        (cls.folder / "suite.epd").write_text(KINGS + " bm e4;\n")
        for name in ("book.bin", "other.bin"):
            cls.prepare("make-book", "-pgn", "games.pgn", "-bin", name, "-min-game", "1")
        cls.prepare("learn-book", "-store", "learn.db", "-book", "book.bin", "-replay", "games.pgn")
        cls.prepare(*ENGINE, "-log", "true", "-lf", "adapter.log", input="uci\nquit\n")

    @classmethod
    def tearDownClass(cls):
        cls.temporary.cleanup()

    @classmethod
    def prepare(cls, *words, **options):
        done = subprocess.run([ADAPTER, *words], cwd=cls.folder, capture_output=True, text=True, timeout=60, check=False, **options)
        if done.returncode != 0:
            raise AssertionError(f"{words}: {done.stdout}{done.stderr}")

    def run_into(self, redirection, words):
        return subprocess.run(["/bin/sh", "-c", f'exec "$0" "$@" {redirection}', ADAPTER, *words], cwd=self.folder,
                              stdin=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, timeout=120, check=False)

    def check(self, words):
        with tempfile.TemporaryFile() as out:  # what is tested does print, and is fine where that can be written
            done = subprocess.run([ADAPTER, *words], cwd=self.folder, stdin=subprocess.DEVNULL, stdout=out, stderr=subprocess.PIPE, text=True,
                                  timeout=120, check=False)
            usual = done.returncode
            self.assertGreater(out.tell() or os.fstat(out.fileno()).st_size, 0, (words, done.stderr))
            self.assertNotIn(MESSAGE, done.stderr)
        for redirection in (">/dev/full", ">&-"):
            with self.subTest(words=words, output=redirection):
                done = self.run_into(redirection, words)
                self.assertEqual(done.returncode, usual or 1, done.stderr)
                self.assertEqual(done.stderr.count(MESSAGE), 1, done.stderr)

    def test_every_command_is_in_the_table(self):
        self.assertEqual(commands_of_help(), set(COMMANDS))

    def test_every_command(self):
        for command, words in COMMANDS.items():
            self.check([command, *words])

    def test_every_help(self):
        for command in COMMANDS:
            self.check([command, "-help"])

    def test_what_is_no_command(self):
        for words in OTHERS:
            self.check(words)


if __name__ == "__main__":
    if not os.path.exists("/dev/full") or shutil.which("sh") is None:
        print("skipped: no /dev/full")
        raise SystemExit(77)
    unittest.main()
